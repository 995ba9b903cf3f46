#include "run/bench_op_table.h"

#include "disgnn/ops/channel_attention.h"
#include "disgnn/ops/pair_scores.h"
#include "disgnn/ops/weighted_sum.h"
#include "disgnn/run/run_data.h"

namespace disgnn::run {
namespace {

/// h[N, d] times three weights [d, C*H] (P, Q, V). Sparse, it reads a row of the weight per stored
/// value and, backward, a row of the gradient; dense, it is a matrix product, which gathers
/// nothing.
BenchOp feature_product(const Dataset& data, const Settings& settings) {
  constexpr std::int64_t kBlocks = 3;
  const std::int64_t width = settings.channels * settings.hidden;
  const std::int64_t columns = feature_columns(data.features);
  PassCost forward;
  PassCost backward;
  if (const auto* const sparse = std::get_if<SparseFeatures>(&data.features)) {
    const double read =
        static_cast<double>(sparse->values.size()) * static_cast<double>(kBlocks * width);
    forward = {2 * read, read, {columns, settings.hidden}};
    backward = {2 * read, read, {data.nodes(), settings.hidden}};
  } else {
    const double products = static_cast<double>(data.nodes()) * static_cast<double>(columns) *
                            static_cast<double>(kBlocks * width);
    forward = backward = {2 * products, 0, {}};
  }
  return {"feature_product", std::vector<std::vector<std::int64_t>>(kBlocks, {columns, width}),
          forward, backward,
          [input = model_input(settings, data), channels = settings.channels](
              const Tensors& x) -> Tensors { return {input.project(x, channels)}; }};
}

}  // namespace

std::vector<BenchOp> bench_op_table(const Dataset& data, const Settings& settings) {
  const auto& index = data.graph.index();
  const std::int64_t N = data.nodes();
  const std::int64_t E = data.graph.entries();
  const std::int64_t C = settings.channels;
  const std::int64_t H = settings.hidden;
  const GatherTable rows{N, H};  // one channel of P, Q, V or dz, as the kernels read them
  const auto ECH = static_cast<double>(E * C * H);
  // name, shapes of the inputs, {flops, floats gathered, from where} forward and backward. What
  // belongs to the row at hand is read once per row and counts as free.
  return {
      feature_product(data, settings),
      // Score: P + Q, LeakyReLU (2), * w, +; sum: * A, +. Backward by row: dz . V (2), slant (3),
      // its sum; by column: slant (3), its sum, dV (2).
      {"channel_attention",
       {{N, 3, C, H}, {C, H}},
       {7 * ECH, 2 * ECH, rows},
       {12 * ECH, 4 * ECH, rows},
       [index](const Tensors& x) -> Tensors {
         const auto out = ops::channel_attention(ops::ScoreKind::kMlp, x[0], x[1], index);
         return {out.scores, out.messages};
       }},
      {"pair_logits",
       {{N, 3, C, H}, {C, H}},
       {5 * ECH, ECH, rows},
       {8 * ECH, 2 * ECH, rows},
       [index](const Tensors& x) -> Tensors {
         return {ops::pair_logits(ops::ScoreKind::kMlp, x[0], x[1], index)};
       }},
      {"weighted_sum",
       {{E, C}, {N, C, H}},
       {2 * ECH, ECH, rows},
       {4 * ECH, 2 * ECH, rows},
       [index](const Tensors& x) -> Tensors { return {ops::weighted_sum(x[0], x[1], index)}; }},
  };
}

}  // namespace disgnn::run
