// Times every op of tests/support/op_cases.h, the table that also drives the correctness tests:
// op x shape x element type x threads, forward and backward. Names read
// pair_scores/squirrel/float/threads:2/forward.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "disgnn/data/random_graph.h"
#include "support/op_cases.h"

namespace disgnn::testing {
namespace {

struct Shape {
  std::string name;
  NodeId nodes;
  std::int64_t entries;
  OpSizes size;
};

/// Random graphs of the sizes of known ones, and one whose sizes are no multiple of a vector.
std::vector<Shape> shapes() {
  return {{"odd", 1000, 7000, {7, 7}},
          {"cora", 2708, 13264, {8, 64}},
          {"squirrel", 5201, 399033, {4, 64}}};
}

ops::PairIndexPtr random_index(const Shape& shape) {
  const RawDataset raw = generate_random_graph(
      {.nodes = shape.nodes, .entries = shape.entries, .features = 1, .density = 0});
  return build_graph(raw.nodes, raw.pairs).graph.index();
}

struct Case {
  OpCase op;
  Shape shape;
  at::ScalarType type;
  int threads;
};

/// What both passes start from; made when the case is run, not when it is listed.
struct Setting {
  ops::PairIndexPtr index;
  Tensors inputs;

  explicit Setting(const Case& c)
      : index(random_index(c.shape)), inputs(grid_inputs(c.op, *index, c.shape.size, 0, c.type)) {
    at::set_num_threads(c.threads);
  }
};

void time_forward(benchmark::State& state, const Case& c) {
  const Setting setting(c);
  for (auto _ : state) benchmark::DoNotOptimize(c.op.op(setting.inputs, setting.index));
  state.SetItemsProcessed(state.iterations() * setting.index->entries());
}

void time_backward(benchmark::State& state, const Case& c) {
  const Setting setting(c);
  for (auto _ : state) {
    state.PauseTiming();
    // Dropped first: adding to the last round's gradients would be timed too.
    for (const at::Tensor& input : setting.inputs) input.mutable_grad().reset();
    const at::Tensor value = c.op.op(setting.inputs, setting.index);
    const at::Tensor cotangent = at::ones_like(value);
    state.ResumeTiming();
    value.backward(cotangent);
  }
  state.SetItemsProcessed(state.iterations() * setting.index->entries());
}

void list_case(const Case& c) {
  const std::string name = fmt::format("{}/{}/{}/threads:{}", c.op.name, c.shape.name,
                                       c.type == at::kFloat ? "float" : "double", c.threads);
  const auto list = [&](const std::string& pass, auto body) {
    benchmark::RegisterBenchmark((name + "/" + pass).c_str(),
                                 [c, body](benchmark::State& state) { body(state, c); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  list("forward", time_forward);
  list("backward", time_backward);
}

void list_cases() {
  for (const OpCase& op : op_cases()) {
    for (const Shape& shape : shapes()) {
      for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
        for (const int threads : {1, 2}) list_case({op, shape, type, threads});
      }
    }
  }
}

}  // namespace
}  // namespace disgnn::testing

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  disgnn::testing::list_cases();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
