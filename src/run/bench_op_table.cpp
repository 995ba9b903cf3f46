#include "run/bench_op_table.h"

#include "disgnn/ops/channel_scores.h"
#include "disgnn/ops/edge_weights.h"
#include "disgnn/ops/weighted_sum.h"
#include "disgnn/run/run_data.h"

namespace disgnn::run {
namespace {

/// h[N, d] * weight[d, C*H]. Sparse, it reads a row of the weight per stored value and, backward, a
/// row of the gradient; dense, it is a matrix product, which gathers nothing.
BenchOp feature_product(const Dataset& data, const Settings& settings) {
  const std::int64_t width = settings.channels * settings.hidden;
  const std::int64_t columns = feature_columns(data.features);
  PassCost forward;
  PassCost backward;
  if (const auto* const sparse = std::get_if<SparseFeatures>(&data.features)) {
    const double read = static_cast<double>(sparse->values.size()) * static_cast<double>(width);
    forward = {2 * read, read, {columns, width}};
    backward = {2 * read, read, {data.nodes(), width}};
  } else {
    const double products = static_cast<double>(data.nodes()) * static_cast<double>(columns) *
                            static_cast<double>(width);
    forward = backward = {2 * products, 0, {}};
  }
  return {"feature_product",
          {{columns, width}},
          forward,
          backward,
          [input = model_input(settings, data)](const Tensors& x) -> Tensors {
            return {input.matmul(x[0])};
          }};
}

}  // namespace

std::vector<BenchOp> bench_op_table(const Dataset& data, const Settings& settings) {
  const auto& index = data.graph.index();
  const std::int64_t N = data.nodes();
  const std::int64_t E = data.graph.entries();
  const std::int64_t C = settings.channels;
  const std::int64_t H = settings.hidden;
  const GatherTable rows{N, C * H};  // P, Q, V and z as the kernels read them
  const GatherTable sums{N, C};      // of the softmax
  const auto EC = static_cast<double>(E * C);
  const auto ECH = static_cast<double>(E * C * H);
  // name, shapes of the inputs, {flops, floats gathered, from where} forward and backward. What
  // belongs to the row at hand is read once per row and counts as free.
  return {
      feature_product(data, settings),
      // t = P + Q, LeakyReLU, * w, +; backward the same again by row, without dw by column
      {"mlp_scores",
       {{N, C, H}, {N, C, H}, {C, H}},
       {5 * ECH, ECH, rows},
       {12 * ECH, 2 * ECH, rows},
       [index](const Tensors& x) -> Tensors { return {ops::mlp_scores(x[0], x[1], x[2], index)}; }},
      {"softmax_weights",
       {{E, C}},
       {6 * EC, EC, sums},
       {8 * EC, EC, sums},
       [index](const Tensors& x) -> Tensors { return {ops::softmax_weights(x[0], index)}; }},
      {"weighted_sum",
       {{E, C}, {N, C, H}},
       {2 * ECH, ECH, rows},
       {4 * ECH, 2 * ECH, rows},
       [index](const Tensors& x) -> Tensors { return {ops::weighted_sum(x[0], x[1], index)}; }},
  };
}

}  // namespace disgnn::run
