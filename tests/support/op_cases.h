#pragma once

#include <ATen/ATen.h>

#include <functional>
#include <string>
#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/graph/row_subset.h"
#include "disgnn/ops/channel_attention.h"
#include "disgnn/ops/channel_loss.h"
#include "disgnn/ops/channel_products.h"
#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/edge_weights.h"
#include "disgnn/ops/logistic_loss.h"
#include "disgnn/ops/pair_scores.h"
#include "disgnn/ops/power_sum.h"
#include "disgnn/ops/reference.h"
#include "disgnn/ops/row_softmax.h"
#include "disgnn/ops/sparse_product.h"
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

/// Both results in one tensor, so that gradients flow in through both.
inline at::Tensor both(const ops::ChannelAttention& attention) {
  return at::cat({attention.scores.flatten(), attention.messages.flatten()});
}

inline ops::EdgeDropout edge_dropout() {
  ops::EdgeDropout dropout;
  dropout.p = 0.3;
  dropout.stream = RandomStream(3, RandomPurpose::kEdgeDropout, 1);
  return dropout;
}

/// Weights that are shares of the existence, some dropped.
inline ops::EdgeWeighting by_sum() {
  return {edge_dropout(), ops::EdgeNorm::kSum};
}

/// Values of a sparse matrix with this pattern.
inline at::Tensor stored_values(const PairIndex& pattern, at::ScalarType type) {
  return at::arange(1, pattern.entries() + 1, at::kDouble).fmod(7).sub(2).to(type);
}

/// Weights of a matrix whose powers stay small: the entries of a row share one, not evenly.
inline at::Tensor mean_weights(const PairIndex& index, at::ScalarType type) {
  std::vector<double> weights;
  for (NodeId v = 0; v < index.nodes(); ++v) {
    const EntryId first = index.offsets()[v];
    const auto count = static_cast<double>(index.offsets()[v + 1] - first);
    for (EntryId e = first; e < index.offsets()[v + 1]; ++e) {
      weights.push_back(2 * static_cast<double>(e - first + 1) / (count * (count + 1)));
    }
  }
  return at::tensor(weights, at::kDouble).to(type);
}

/// Rows 1, 3, 5, … (row 0 when there is no other).
inline RowSubsetPtr every_other_row(const PairIndex& index) {
  std::vector<NodeId> nodes;
  for (NodeId v = 1; v < index.nodes(); v += 2) nodes.push_back(v);
  if (nodes.empty()) nodes.push_back(0);
  return std::make_shared<const RowSubset>(select_rows(index, nodes));
}

inline std::shared_ptr<const std::vector<NodeId>> nodes_of(const RowSubsetPtr& rows) {
  return {rows, &rows->nodes};
}

/// The same pairs without the index by column.
inline ops::PairIndexPtr rows_only(const PairIndex& index) {
  return PairIndex::from_rows(
      index.nodes(), index.column_nodes(), {index.offsets().begin(), index.offsets().end()},
      {index.columns().begin(), index.columns().end()}, PairIndex::Sides::kRowsOnly);
}

/// The same values, one channel after the other in memory: x[N, ..., C, H] as [..., C][N][H].
inline at::Tensor channel_major(const at::Tensor& x) {
  return x.movedim(0, -2).contiguous().movedim(-2, 0);
}

inline std::vector<OpCase> op_cases() {
  using Shapes = std::vector<std::vector<std::int64_t>>;
  namespace reference = ops::reference;
  using ops::ScoreKind;
  constexpr double kOffKink = 1.0 / 8192;  // half of the distance of multiples of 1/4096
  // terms[N, blocks, C, H] and w[C, H]
  const auto terms = [](std::int64_t blocks) {
    return [blocks](const PairIndex& index, OpSizes size) {
      return Shapes{{index.nodes(), blocks, size.channels, size.hidden},
                    {size.channels, size.hidden}};
    };
  };
  // P of the rows, two blocks of the columns, w
  const auto terms_apart = [](const PairIndex& index, OpSizes size) {
    return Shapes{{index.nodes(), 1, size.channels, size.hidden},
                  {index.column_nodes(), 2, size.channels, size.hidden},
                  {size.channels, size.hidden}};
  };
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
      {"row_softmax", false, entries,
       [](const Tensors& x, const auto& index) { return ops::row_softmax(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::row_softmax(x[0], index); }},
      {"gather_columns", false, columns,
       [](const Tensors& x, const auto& index) { return ops::gather_columns(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::gather_columns(x[0], index); }},
      {"sum_by_row", false, entries,
       [](const Tensors& x, const auto& index) { return ops::sum_by_row(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::sum_by_row(x[0], index); }},
      {"sum_by_column", false, entries,
       [](const Tensors& x, const auto& index) { return ops::sum_by_column(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::sum_by_column(x[0], index); }},
      {"pair_scores, mlp", true, terms(2),
       [](const Tensors& x, const auto& index) {
         return ops::pair_scores(ScoreKind::kMlp, x[0], x[1], index);
       },
       [](const Tensors& x, const auto& index) {
         return reference::pair_scores(ScoreKind::kMlp, x[0], x[1], index);
       }},
      {"pair_scores, dot", true, terms(1),
       [](const Tensors& x, const auto& index) {
         return ops::pair_scores(ScoreKind::kDot, x[0], {}, index) + 0 * x[1].sum();
       },
       [](const Tensors& x, const auto& index) {
         return reference::pair_scores(ScoreKind::kDot, x[0], {}, index) + 0 * x[1].sum();
       }},
      {"pair_logits", true, terms(2),
       [](const Tensors& x, const auto& index) {
         return ops::pair_logits(ScoreKind::kMlp, x[0], x[1], index);
       },
       [](const Tensors& x, const auto& index) {
         return reference::pair_scores(ScoreKind::kMlp, x[0], x[1], index).sum(1);
       }},
      {"pair_logits, dot, with a block to spare", true, terms(2),
       [](const Tensors& x, const auto& index) {
         return ops::pair_logits(ScoreKind::kDot, x[0], {}, rows_only(*index)) + 0 * x[1].sum();
       },
       [](const Tensors& x, const auto& index) {
         return reference::pair_scores(ScoreKind::kDot, x[0], {}, index).sum(1) + 0 * x[1].sum();
       }},
      {"attention and pair_logits of the same terms", true, terms(3),
       [](const Tensors& x, const auto& index) {
         const auto shared = std::make_shared<ops::SharedGradient>();
         const at::Tensor logits =
             ops::pair_logits(ScoreKind::kMlp, x[0], x[1], rows_only(*index), shared);
         return at::cat(
             {both(ops::channel_attention(ScoreKind::kMlp, x[0], x[1], index, {}, shared)), logits,
              ops::pair_logits(ScoreKind::kMlp, x[0], x[1], index, shared)});
       },
       [](const Tensors& x, const auto& index) {
         const at::Tensor logits =
             reference::pair_scores(ScoreKind::kMlp, x[0], x[1], index).sum(1);
         return at::cat({both(reference::channel_attention(ScoreKind::kMlp, x[0], x[1], index)),
                         logits, logits});
       }},
      {"channel_attention, mlp", true, terms(3),
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kMlp, x[0], x[1], index));
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kMlp, x[0], x[1], index));
       }},
      {"channel_attention, dot", true, terms(2),
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kDot, x[0] / 4, {}, index)) + 0 * x[1].sum();
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kDot, x[0] / 4, {}, index)) +
                0 * x[1].sum();
       }},
      {"channel_attention with a prior", true,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes(), 3, size.channels, size.hidden},
                       {size.channels, size.hidden},
                       {index.entries(), size.channels}};
       },
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kMlp, x[0], x[1], index, {}, nullptr, x[2]));
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kMlp, x[0], x[1], index, {}, x[2]));
       }},
      {"channel_attention with a prior and dropout, dot", true,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes(), 2, size.channels, size.hidden},
                       {index.entries(), size.channels}};
       },
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kDot, x[0] / 4, {}, index, edge_dropout(),
                                            nullptr, x[1]));
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kDot, x[0] / 4, {}, index,
                                                  edge_dropout(), x[1]));
       }},
      {"power_sum", true,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{size.channels}, {index.nodes(), size.hidden}};
       },
       [](const Tensors& x, const auto& index) {
         return ops::power_sum(x[0], mean_weights(*index, x[1].scalar_type()), x[1], index);
       },
       [](const Tensors& x, const auto& index) {
         return reference::power_sum(x[0], mean_weights(*index, x[1].scalar_type()), x[1], index);
       }},
      {"channel_attention with dropout", true, terms(3),
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kMlp, x[0], x[1], index, edge_dropout()));
       },
       [](const Tensors& x, const auto& index) {
         return both(
             reference::channel_attention(ScoreKind::kMlp, x[0], x[1], index, edge_dropout()));
       }},
      {"channel_attention normalised by sum", true, terms(3),
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kMlp, x[0], x[1], index, by_sum()));
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kMlp, x[0], x[1], index, by_sum()));
       }},
      {"channel_attention of some rows, mlp", false, terms_apart,
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kMlp, {x[0], x[1]}, x[2], index));
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kMlp, {x[0], x[1]}, x[2], index));
       }},
      {"channel_attention of some rows, dot", false, terms_apart,
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kDot, {x[0] / 4, x[1] / 4}, {}, index)) +
                0 * x[2].sum();
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kDot, {x[0] / 4, x[1] / 4}, {},
                                                  index)) +
                0 * x[2].sum();
       }},
      {"channel_attention of mapped rows, mlp", true, terms(3),
       [](const Tensors& x, const auto& index) {
         const auto rows = every_other_row(*index);
         return both(
             ops::channel_attention(ScoreKind::kMlp, {x[0], nodes_of(rows)}, x[1], rows->index));
       },
       [](const Tensors& x, const auto& index) {
         const auto rows = every_other_row(*index);
         return both(reference::channel_attention(ScoreKind::kMlp, {x[0], nodes_of(rows)}, x[1],
                                                  rows->index));
       }},
      {"channel_attention of mapped rows, dot", true, terms(2),
       [](const Tensors& x, const auto& index) {
         const auto rows = every_other_row(*index);
         return both(ops::channel_attention(ScoreKind::kDot, {x[0] / 4, nodes_of(rows)}, {},
                                            rows->index)) +
                0 * x[1].sum();
       },
       [](const Tensors& x, const auto& index) {
         const auto rows = every_other_row(*index);
         return both(reference::channel_attention(ScoreKind::kDot, {x[0] / 4, nodes_of(rows)}, {},
                                                  rows->index)) +
                0 * x[1].sum();
       }},
      {"pair_scores without columns, mlp", true, terms(2),
       [](const Tensors& x, const auto& index) {
         return ops::pair_scores(ScoreKind::kMlp, x[0], x[1], rows_only(*index));
       },
       [](const Tensors& x, const auto& index) {
         return reference::pair_scores(ScoreKind::kMlp, x[0], x[1], index);
       }},
      {"pair_scores without columns, dot", true, terms(1),
       [](const Tensors& x, const auto& index) {
         return ops::pair_scores(ScoreKind::kDot, x[0], {}, rows_only(*index)) + 0 * x[1].sum();
       },
       [](const Tensors& x, const auto& index) {
         return reference::pair_scores(ScoreKind::kDot, x[0], {}, index) + 0 * x[1].sum();
       }},
      {"logistic_loss", false, entries,
       [](const Tensors& x, const auto& index) {
         const at::Tensor weights = stored_values(*index, x[0].scalar_type());
         const std::int64_t channels = x[0].size(1);
         return ops::logistic_loss(x[0], {0, channels}, -0.3, weights) +
                ops::logistic_loss(x[0], {channels / 2, 1}, 0.7, weights) +
                ops::logistic_loss(x[0].select(1, 0), 0.2);
       },
       [](const Tensors& x, const auto& index) {
         const at::Tensor weights = stored_values(*index, x[0].scalar_type());
         const auto loss = [](const at::Tensor& a, const at::Tensor& logits) {
           return (a.abs() * at::softplus(a.sign() * logits)).sum();
         };
         return loss(-0.3 * weights, x[0].sum(1)) +
                loss(0.7 * weights, x[0].select(1, x[0].size(1) / 2)) +
                0.2 * at::softplus(x[0].select(1, 0)).sum();
       }},
      {"channel_loss", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes() + 1, size.channels, size.hidden},
                       {index.nodes() + 1, size.hidden},
                       {size.hidden, size.hidden},
                       {size.hidden},
                       {size.hidden, size.channels + 1},
                       {size.channels + 1}};
       },
       [](const Tensors& x, const auto&) {
         return 3 *
                ops::channel_loss(x[0] / 8, x[1] + kOffKink, {x[2] / 8, x[3], x[4] / 8, x[5]}, 1);
       },
       [](const Tensors& x, const auto&) {
         return 3 * reference::channel_loss(x[0] / 8, x[1] + kOffKink,
                                            {x[2] / 8, x[3], x[4] / 8, x[5]}, 1);
       }},
      {"merge_channels and channel_loss of the same messages", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes() + 1, size.channels, size.hidden},
                       {index.nodes() + 1, size.hidden},
                       {size.hidden, size.hidden},
                       {size.hidden},
                       {size.hidden, size.channels},
                       {size.channels},
                       {size.channels, size.hidden, 3}};
       },
       [](const Tensors& x, const auto&) {
         const auto shared = std::make_shared<ops::SharedGradient>();
         const at::Tensor z = channel_major(x[0] / 8);
         const at::Tensor merged = ops::merge_channels(z, x[6].flatten(0, 1), shared);
         return merged + 3 * ops::channel_loss(z, x[1] + kOffKink, {x[2] / 8, x[3], x[4] / 8, x[5]},
                                               0, shared);
       },
       [](const Tensors& x, const auto&) {
         return at::matmul((x[0] / 8).flatten(1), x[6].flatten(0, 1)) +
                3 * reference::channel_loss(x[0] / 8, x[1] + kOffKink,
                                            {x[2] / 8, x[3], x[4] / 8, x[5]}, 0);
       }},
      {"project_channels", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes() + 1, 3}, {3, 2, size.channels, size.hidden}};
       },
       [](const Tensors& x, const auto&) {
         return ops::project_channels(x[0], x[1].flatten(1), 2, x[1].size(2));
       },
       [](const Tensors& x, const auto&) {
         return at::matmul(x[0], x[1].flatten(1)).unflatten(1, x[1].sizes().slice(1));
       }},
      {"merge_channels", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes() + 1, size.channels, size.hidden},
                       {size.channels, size.hidden, 3}};
       },
       [](const Tensors& x, const auto&) { return ops::merge_channels(x[0], x[1].flatten(0, 1)); },
       [](const Tensors& x, const auto&) {
         return at::matmul(x[0].flatten(1), x[1].flatten(0, 1));
       }},
      {"channel_attention, channel after channel", true, terms(3),
       [](const Tensors& x, const auto& index) {
         return both(ops::channel_attention(ScoreKind::kMlp, channel_major(x[0]), x[1], index));
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::channel_attention(ScoreKind::kMlp, x[0], x[1], index));
       }},
      {"linear_attention", false,
       [](const PairIndex& index, OpSizes size) {
         return Shapes{{index.nodes(), size.channels},
                       {index.column_nodes(), size.channels},
                       {index.column_nodes(), size.channels, size.hidden}};
       },
       [](const Tensors& x, const auto& index) {
         return both(ops::linear_attention(x[0], x[1], x[2], index, edge_dropout()));
       },
       [](const Tensors& x, const auto& index) {
         return both(reference::linear_attention(x[0], x[1], x[2], index, edge_dropout()));
       }},
      {"edge dropout of one channel and some rows", true, terms(3),
       [](const Tensors& x, const auto& index) {
         const auto rows = every_other_row(*index);
         ops::EdgeDropout dropout = edge_dropout();
         dropout.channels = x[0].size(2);
         dropout.first_entries = {rows, &rows->first_entries};
         std::vector<at::Tensor> messages;
         for (std::int64_t c = 0; c < x[0].size(2); ++c) {
           dropout.first_channel = c;
           messages.push_back(ops::channel_attention(ScoreKind::kMlp,
                                                     {x[0].narrow(2, c, 1), nodes_of(rows)},
                                                     x[1].narrow(0, c, 1), rows->index, dropout)
                                  .messages);
         }
         return at::cat(messages, 1);
       },
       [](const Tensors& x, const auto& index) {
         const auto rows = every_other_row(*index);
         const auto whole =
             reference::channel_attention(ScoreKind::kMlp, x[0], x[1], index, edge_dropout());
         return whole.messages.index_select(
             0, at::tensor(std::vector<std::int64_t>(rows->nodes.begin(), rows->nodes.end())));
       }},
      {"sparse_product", false,
       [](const PairIndex& index, OpSizes size) {
         const std::vector<std::int64_t> weight{index.column_nodes(), size.channels, size.hidden};
         return Shapes{weight, weight};
       },
       [](const Tensors& x, const auto& index) {
         return ops::sparse_product(stored_values(*index, x[0].scalar_type()),
                                    {x[0].flatten(1), x[1].flatten(1)}, index, x[0].size(1));
       },
       [](const Tensors& x, const auto& index) {
         return reference::sparse_product(stored_values(*index, x[0].scalar_type()),
                                          {x[0].flatten(1), x[1].flatten(1)}, index, x[0].size(1));
       }},
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
      {"sum_weights", false, entries,
       [](const Tensors& x, const auto& index) { return ops::sum_weights(x[0], index); },
       [](const Tensors& x, const auto& index) { return reference::sum_weights(x[0], index); }},
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

/// Inputs on a grid: multiples of 1/8, block b of per-node terms [N, B, C, H] number n shifted by
/// (b + n)/16. The sum of P and Q is then at least 1/16 away from zero, the kink of LeakyReLU,
/// where a central difference would say something else than the derivative.
inline Tensors grid_inputs(const OpCase& op, const PairIndex& index, OpSizes size,
                           std::uint64_t seed, at::ScalarType type) {
  Tensors inputs;
  for (const auto& shape : op.shapes(index, size)) {
    const auto number = static_cast<std::uint16_t>(inputs.size());
    const RandomStream stream(seed, RandomPurpose::kWeights, 2, number);
    at::Tensor values = at::empty(shape, at::kDouble);
    for (std::int64_t i = 0; i < values.numel(); ++i) {
      const std::int64_t block =
          shape.size() == 4 ? number + i / (shape[2] * shape[3]) % shape[1] : 0;
      values.data_ptr<double>()[i] =
          (static_cast<double>(stream.below(i, 33)) - 16) / 8 + static_cast<double>(block) / 16;
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
