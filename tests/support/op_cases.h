#pragma once

#include <ATen/ATen.h>

#include <functional>
#include <string>
#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/ops/channel_scores.h"
#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/edge_weights.h"
#include "disgnn/ops/reference.h"
#include "disgnn/ops/weighted_sum.h"

namespace disgnn::testing {

struct OpSizes {
  std::int64_t channels;
  std::int64_t hidden;
};

using Tensors = std::vector<at::Tensor>;
using Op = std::function<at::Tensor(const Tensors&, const ops::PairIndexPtr&)>;

/// One op with its reference. The table below drives the comparison, gradient and thread tests.
struct OpCase {
  std::string name;
  bool square;  ///< needs as many rows as columns
  std::function<std::vector<std::vector<std::int64_t>>(const PairIndex&, OpSizes)> shapes;
  Op op;
  Op reference;
};

inline std::vector<OpCase> op_cases() {
  using Shapes = std::vector<std::vector<std::int64_t>>;
  namespace reference = ops::reference;
  const auto rows = [](const PairIndex& index, OpSizes size) {
    return Shapes{{index.nodes(), size.channels}};
  };
  const auto columns = [](const PairIndex& index, OpSizes size) {
    return Shapes{{index.column_nodes(), size.channels}};
  };
  const auto entries = [](const PairIndex& index, OpSizes size) {
    return Shapes{{index.entries(), size.channels}};
  };
  return {
      {"gather_rows", false, rows,
       [](const Tensors& x, const auto& index) { return ops::gather_rows(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::gather_rows(x[0], index); }},
      {"gather_columns", false, columns,
       [](const Tensors& x, const auto& index) { return ops::gather_columns(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::gather_columns(x[0], index); }},
      {"sum_by_row", false, entries,
       [](const Tensors& x, const auto& index) { return ops::sum_by_row(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::sum_by_row(x[0], index); }},
      {"sum_by_column", false, entries,
       [](const Tensors& x, const auto& index) { return ops::sum_by_column(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::sum_by_column(x[0], index); }},
      {"mlp_scores", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes(), size.channels, size.hidden},
                       {index.column_nodes(), size.channels, size.hidden},
                       {size.channels, size.hidden}};
       },
       [](const Tensors& x, const auto& index) { return ops::mlp_scores(x[0], x[1], x[2], index); },
       [](const Tensors& x, const auto& index) {
         return reference::mlp_scores(x[0], x[1], x[2], index);
       }},
      {"dot_scores", true,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes(), size.channels, size.hidden}};
       },
       [](const Tensors& x, const auto& index) { return ops::dot_scores(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::dot_scores(x[0], index); }},
      {"linear_scores", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes(), size.channels}, {index.column_nodes(), size.channels}};
       },
       [](const Tensors& x, const auto& index) { return ops::linear_scores(x[0], x[1], index); },
       [](const Tensors& x, const auto& index) {
         return reference::gather_rows(x[0], index) + reference::gather_columns(x[1], index);
       }},
      {"softmax_weights", false, entries,
       [](const Tensors& x, const auto& index) { return ops::softmax_weights(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::softmax_weights(x[0], index); }},
      {"symmetric_weights", true, entries,
       [](const Tensors& x, const auto& index) { return ops::symmetric_weights(x[0], index); },
       [](const Tensors& x, const auto& index) {
         return reference::symmetric_weights(x[0], index);
       }},
      {"weighted_sum", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.entries(), size.channels},
                       {index.column_nodes(), size.channels, size.hidden}};
       },
       [](const Tensors& x, const auto& index) { return ops::weighted_sum(x[0], x[1], index); },
       [](const Tensors& x, const auto& index) {
         return reference::weighted_sum(x[0], x[1], index);
       }},
  };
}

/// Inputs on a grid: tensor k holds multiples of 1/8 shifted by k/16. The sum of the first two is
/// then at least 1/16 away from zero, the kink of LeakyReLU, where a central difference would say
/// something else than the derivative.
inline Tensors grid_inputs(const OpCase& op, const PairIndex& index, OpSizes size,
                           std::uint64_t seed, at::ScalarType type) {
  Tensors inputs;
  for (const auto& shape : op.shapes(index, size)) {
    const auto number = static_cast<std::uint16_t>(inputs.size());
    const RandomStream stream(seed, RandomPurpose::kWeights, 2, number);
    at::Tensor values = at::empty(shape, at::kDouble);
    for (std::int64_t i = 0; i < values.numel(); ++i) {
      values.data_ptr<double>()[i] =
          (static_cast<double>(stream.below(i, 33)) - 16) / 8 + number / 16.0;
    }
    inputs.push_back(values.to(type).requires_grad_());
  }
  return inputs;
}

/// The op's value, then the gradient of sum(value * cotangent) for every input.
inline Tensors value_and_gradients(const Op& op, const Tensors& inputs,
                                   const ops::PairIndexPtr& index, const at::Tensor& cotangent) {
  for (const at::Tensor& input : inputs) input.mutable_grad().reset();
  const at::Tensor value = op(inputs, index);
  (value * cotangent).sum().backward();
  Tensors results{value.detach()};
  for (const at::Tensor& input : inputs) results.push_back(input.grad().clone());
  return results;
}

}  // namespace disgnn::testing
