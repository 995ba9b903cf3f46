#include "disgnn/ops/channel_attention.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "ops/chunk_sums.h"
#include "ops/kernels/attention_kernels.h"
#include "ops/row_chunks.h"
#include "ops/saved.h"
#include "ops/shared_gradient.h"
#include "ops/term_blocks.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// What is no tensor, kept for the backward pass.
struct AttentionOptions {
  ScoreKind kind;
  EdgeDropout dropout;
  std::shared_ptr<const std::vector<NodeId>> row_nodes;  ///< null: rows are as in the table
};

/// The terms and where in them the kernels find P, Q and V.
struct TermTables {
  TermTables(ScoreKind kind, at::Tensor column_terms, at::Tensor row_terms)
      : columns(std::move(column_terms)),
        rows(std::move(row_terms)),
        apart(rows.dim() == 4),
        other(apart ? 0 : other_block(kind)),
        size{columns.size(2), columns.size(3)} {}

  at::Tensor columns;
  at::Tensor rows;  ///< empty unless apart
  bool apart;
  std::int64_t other;  ///< block of `columns` that scores the sending end; the next one is V
  ChannelSizes size;

  [[nodiscard]] const at::Tensor& of_rows() const { return apart ? rows : columns; }
};

template <typename T>
AttentionTask<T> forward_task(const AttentionOptions& options, const PairIndex& index,
                              const TermTables& terms, const at::Tensor& w,
                              const at::Tensor& scores, const at::Tensor& inverse,
                              const at::Tensor& z) {
  return {options.kind,
          by_row(index),
          terms.size,
          options.row_nodes == nullptr ? nullptr : options.row_nodes->data(),
          term_block<const T>(terms.of_rows(), 0),
          term_block<const T>(terms.columns, terms.other),
          term_block<const T>(terms.columns, terms.other + 1),
          weight_pointer<T>(options.kind, w, terms.columns),
          options.dropout,
          scores.data_ptr<T>(),
          inverse.data_ptr<T>(),
          z.data_ptr<T>()};
}

/// Where in the table the row of each position by column is; empty when at its own number.
std::vector<NodeId> mapped_rows(const AttentionOptions& options, const PairIndex& index) {
  std::vector<NodeId> mapped;
  if (options.row_nodes == nullptr) return mapped;
  mapped.reserve(index.entries());
  for (const NodeId row : index.column_rows()) mapped.push_back((*options.row_nodes)[row]);
  return mapped;
}

class Attention : public torch::autograd::Function<Attention> {
 public:
  static tensor_list forward(AutogradContext* ctx, const at::Tensor& column_terms,
                             const at::Tensor& row_terms, const at::Tensor& w_in,
                             const PairIndexPtr& index, const AttentionOptions& options,
                             const TermGradientPtr& shared) {
    const TermTables terms(options.kind, column_terms.contiguous(), row_terms.contiguous());
    const at::Tensor w = w_in.contiguous();
    const auto [channels, hidden] = terms.size;
    const auto type = terms.columns.options();
    const at::Tensor scores = at::empty({index->entries(), channels}, type);
    const at::Tensor inverse = at::empty({index->nodes(), channels}, type);
    const at::Tensor z = at::empty({index->nodes(), channels, hidden}, type);
    AT_DISPATCH_FLOATING_TYPES(z.scalar_type(), "channel_attention", [&] {
      const auto task = forward_task<scalar_t>(options, *index, terms, w, scores, inverse, z);
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        attention_rows(task, {first, last});
      });
    });
    save(ctx, "index", index);
    save(ctx, "gradient", shared);
    save(ctx, "options", options);
    ctx->set_materialize_grads(false);
    ctx->save_for_backward({terms.columns, terms.rows, w, inverse, scores, z});
    return {scores, z};
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = take<PairIndexPtr>(ctx, "index");
    const auto options = take<AttentionOptions>(ctx, "options");
    const auto saved = ctx->get_saved_variables();
    const TermTables terms(options.kind, saved[0], saved[1]);
    const at::Tensor& w = saved[2];
    const at::Tensor& inverse = saved[3];
    const at::Tensor& scores = saved[4];
    const at::Tensor& z = saved[5];
    const at::Tensor d_scores = gradients[0].defined() ? gradients[0].contiguous() : at::Tensor();
    const at::Tensor dz = gradients[1].defined() ? gradients[1].contiguous() : at::zeros_like(z);
    const ChannelSizes size = terms.size;
    const auto rows = row_chunks(index->offsets());
    const TermGradientTarget target(ctx, terms.columns);
    const at::Tensor& d_columns = target.table();
    const at::Tensor d_rows = terms.apart ? at::empty_like(terms.rows) : at::Tensor();
    // Blocks that the kernels do not write.
    if (!target.add()) {
      const std::int64_t used = terms.other + 2;
      zero_blocks(d_columns, used, d_columns.size(1) - used);
    }
    if (options.row_nodes != nullptr) zero_blocks(d_columns, 0, 1);
    if (terms.apart) zero_blocks(d_rows, 1, d_rows.size(1) - 1);
    const bool add_to_rows = !terms.apart && target.add();
    const bool same_block = !terms.apart && terms.other == 0;  // dp and dq of the dot product
    const at::Tensor coefficients = at::empty({index->entries(), 2, size.channels}, z.options());
    const auto column_chunks = row_chunks(index->column_offsets());
    const ChunkSums row_dw(rows, {size.channels, size.hidden}, z.options());
    const ChunkSums column_dw(column_chunks, {size.channels, size.hidden}, z.options());
    const std::vector<NodeId> p_rows = mapped_rows(options, *index);
    AT_DISPATCH_FLOATING_TYPES(z.scalar_type(), "channel_attention_backward", [&] {
      const auto forward = forward_task<scalar_t>(options, *index, terms, w, scores, inverse, z);
      const AttentionGradientTask<scalar_t> task{
          forward,
          d_scores.defined() ? d_scores.data_ptr<scalar_t>() : nullptr,
          dz.data_ptr<scalar_t>(),
          coefficients.data_ptr<scalar_t>(),
          term_block<scalar_t>(terms.apart ? d_rows : d_columns, 0),
          nullptr,
          add_to_rows};
      for_each_chunk(rows, [&](auto chunk, auto first, auto last) {
        AttentionGradientTask<scalar_t> mine = task;
        mine.dw = row_dw.of_chunk<scalar_t>(chunk);
        attention_gradient_rows(mine, {first, last});
      });
      const AttentionColumnTask<scalar_t> columns{forward.kind,
                                                  by_column(*index),
                                                  size,
                                                  p_rows.empty() ? nullptr : p_rows.data(),
                                                  forward.p,
                                                  forward.q,
                                                  forward.w,
                                                  task.coefficients,
                                                  task.dz,
                                                  term_block<scalar_t>(d_columns, terms.other),
                                                  term_block<scalar_t>(d_columns, terms.other + 1),
                                                  nullptr,
                                                  target.add() || same_block};
      for_each_chunk(column_chunks, [&](auto chunk, auto first, auto last) {
        AttentionColumnTask<scalar_t> mine = columns;
        mine.dw = column_dw.of_chunk<scalar_t>(chunk);
        attention_gradient_columns(mine, {first, last});
      });
    });
    const bool has_weight = options.kind == ScoreKind::kMlp;
    return {target.for_autograd(),
            d_rows,
            has_weight ? row_dw.total() + column_dw.total() : at::Tensor(),
            {},
            {},
            {}};
  }
};

}  // namespace

ChannelAttention channel_attention(ScoreKind kind, const AttentionTerms& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeDropout& dropout,
                                   const TermGradientPtr& gradient) {
  const at::Tensor none = at::empty({0}, terms.columns.options());
  if (terms.apart()) {
    DISGNN_ASSERT(terms.rows.dim() == 4 && terms.rows.size(0) == index->nodes());
    DISGNN_ASSERT(terms.columns.dim() == 4 && terms.columns.size(0) == index->column_nodes());
    DISGNN_ASSERT(terms.columns.size(1) >= 2 && gradient == nullptr);
    DISGNN_ASSERT(terms.rows.sizes().slice(2) == terms.columns.sizes().slice(2));
    check_weight(kind, terms.columns, w);
  } else if (terms.row_nodes != nullptr) {
    DISGNN_ASSERT(terms.columns.dim() == 4 && terms.columns.size(0) == index->column_nodes());
    DISGNN_ASSERT(terms.columns.size(1) >= score_terms(kind) + 1 && gradient == nullptr);
    DISGNN_ASSERT(static_cast<NodeId>(terms.row_nodes->size()) == index->nodes());
    check_weight(kind, terms.columns, w);
  } else {
    check_terms(kind, terms.columns, w, *index, score_terms(kind) + 1);
  }
  const auto results = Attention::apply(terms.columns, terms.apart() ? terms.rows : none,
                                        kind == ScoreKind::kMlp ? w : none, index,
                                        AttentionOptions{kind, dropout, terms.row_nodes}, gradient);
  return {results[0], results[1]};
}

}  // namespace disgnn::ops
