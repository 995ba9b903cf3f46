#include "disgnn/ops/channel_attention.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "ops/kernels/attention_kernels.h"
#include "ops/row_chunks.h"
#include "ops/saved_index.h"
#include "ops/shared_gradient.h"
#include "ops/term_blocks.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// What is no tensor, kept for the backward pass.
struct SavedOptions : torch::CustomClassHolder {
  SavedOptions(ScoreKind score_kind, const EdgeDropout& edge_dropout)
      : kind(score_kind), dropout(edge_dropout) {}
  ScoreKind kind;
  EdgeDropout dropout;
};

template <typename T>
AttentionTask<T> forward_task(const SavedOptions& options, const PairIndex& index,
                              const at::Tensor& terms, const at::Tensor& w,
                              const at::Tensor& scores, const at::Tensor& inverse,
                              const at::Tensor& z) {
  const std::int64_t other = other_block(options.kind);
  return {options.kind,
          by_row(index),
          {terms.size(2), terms.size(3)},
          term_block<const T>(terms, 0),
          term_block<const T>(terms, other),
          term_block<const T>(terms, other + 1),
          weight_pointer<T>(options.kind, w, terms),
          options.dropout,
          scores.data_ptr<T>(),
          inverse.data_ptr<T>(),
          z.data_ptr<T>()};
}

class Attention : public torch::autograd::Function<Attention> {
 public:
  static tensor_list forward(AutogradContext* ctx, const at::Tensor& terms_in,
                             const at::Tensor& w_in, const PairIndexPtr& index,
                             const c10::intrusive_ptr<SavedOptions>& options,
                             const TermGradientPtr& shared) {
    const at::Tensor terms = terms_in.contiguous();
    const at::Tensor w = w_in.contiguous();
    const std::int64_t channels = terms.size(2);
    const at::Tensor scores = at::empty({index->entries(), channels}, terms.options());
    const at::Tensor inverse = at::empty({index->nodes(), channels}, terms.options());
    const at::Tensor z = at::empty({index->nodes(), channels, terms.size(3)}, terms.options());
    AT_DISPATCH_FLOATING_TYPES(terms.scalar_type(), "channel_attention", [&] {
      const auto task = forward_task<scalar_t>(*options, *index, terms, w, scores, inverse, z);
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        attention_rows(task, {first, last});
      });
    });
    save_index(ctx, index);
    save_gradient(ctx, shared);
    ctx->saved_data["options"] = c10::IValue::make_capsule(options);
    ctx->set_materialize_grads(false);
    ctx->save_for_backward({terms, w, inverse, scores, z});
    return {scores, z};
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = saved_index(ctx);
    const auto options =
        c10::static_intrusive_pointer_cast<SavedOptions>(ctx->saved_data["options"].toCapsule());
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& terms = saved[0];
    const at::Tensor& w = saved[1];
    const at::Tensor& inverse = saved[2];
    const at::Tensor& scores = saved[3];
    const at::Tensor& z = saved[4];
    const at::Tensor d_scores = gradients[0].defined() ? gradients[0].contiguous() : at::Tensor();
    const at::Tensor dz = gradients[1].defined() ? gradients[1].contiguous() : at::zeros_like(z);
    const ChannelSizes size{terms.size(2), terms.size(3)};
    const std::int64_t other = other_block(options->kind);
    const auto rows = row_chunks(index->offsets());
    const TermGradientTarget target(ctx, terms);
    const at::Tensor& d_terms = target.table();
    if (!target.add()) d_terms.narrow(1, other + 2, terms.size(1) - other - 2).zero_();
    const at::Tensor coefficients =
        at::empty({index->entries(), 2, size.channels}, terms.options());
    // One partial dw per chunk, added up in chunk order: the same bits at any thread count.
    at::Tensor partial_dw = at::zeros(
        {static_cast<std::int64_t>(rows.size()) - 1, size.channels, size.hidden}, terms.options());
    AT_DISPATCH_FLOATING_TYPES(terms.scalar_type(), "channel_attention_backward", [&] {
      const auto forward = forward_task<scalar_t>(*options, *index, terms, w, scores, inverse, z);
      const AttentionGradientTask<scalar_t> task{
          forward,
          d_scores.defined() ? d_scores.data_ptr<scalar_t>() : nullptr,
          dz.data_ptr<scalar_t>(),
          coefficients.data_ptr<scalar_t>(),
          term_block<scalar_t>(d_terms, 0),
          nullptr,
          target.add()};
      for_each_chunk(rows, [&](auto chunk, auto first, auto last) {
        AttentionGradientTask<scalar_t> mine = task;
        mine.dw = partial_dw.data_ptr<scalar_t>() + chunk * size.width();
        attention_gradient_rows(mine, {first, last});
      });
      const AttentionColumnTask<scalar_t> columns{forward.kind,
                                                  by_column(*index),
                                                  size,
                                                  forward.p,
                                                  forward.q,
                                                  forward.w,
                                                  task.coefficients,
                                                  task.dz,
                                                  term_block<scalar_t>(d_terms, other),
                                                  term_block<scalar_t>(d_terms, other + 1),
                                                  target.add()};
      for_each_chunk(row_chunks(index->column_offsets()), [&](auto, auto first, auto last) {
        attention_gradient_columns(columns, {first, last});
      });
    });
    const bool has_weight = options->kind == ScoreKind::kMlp;
    return {target.for_autograd(), has_weight ? partial_dw.sum(0) : at::Tensor(), {}, {}, {}};
  }
};

}  // namespace

ChannelAttention channel_attention(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeDropout& dropout,
                                   const TermGradientPtr& gradient) {
  check_terms(kind, terms, w, *index, score_terms(kind) + 1);
  const auto results =
      Attention::apply(terms, kind == ScoreKind::kMlp ? w : at::empty({0}, terms.options()), index,
                       c10::make_intrusive<SavedOptions>(kind, dropout), gradient);
  return {results[0], results[1]};
}

}  // namespace disgnn::ops
