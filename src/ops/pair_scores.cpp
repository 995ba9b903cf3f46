#include "disgnn/ops/pair_scores.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "ops/chunk_sums.h"
#include "ops/kernels/score_kernels.h"
#include "ops/row_chunks.h"
#include "ops/saved.h"
#include "ops/shared_gradient.h"
#include "ops/term_blocks.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

class PairScores : public torch::autograd::Function<PairScores> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& terms_in,
                            const at::Tensor& w_in, const PairIndexPtr& pairs, ScoreKind kind,
                            const TermGradientPtr& shared) {
    const at::Tensor terms = terms_in.contiguous();
    const at::Tensor w = w_in.contiguous();
    const ChannelSizes size{terms.size(2), terms.size(3)};
    at::Tensor scores = at::empty({pairs->entries(), size.channels}, terms.options());
    AT_DISPATCH_FLOATING_TYPES(terms.scalar_type(), "pair_scores", [&] {
      const ScoreTask<scalar_t> task{kind,
                                     by_row(*pairs),
                                     size,
                                     term_block<const scalar_t>(terms, 0),
                                     term_block<const scalar_t>(terms, other_block(kind)),
                                     weight_pointer<scalar_t>(kind, w, terms),
                                     scores.data_ptr<scalar_t>()};
      for_each_chunk(row_chunks(pairs->offsets()), [&](auto, auto first, auto last) {
        score_rows(task, {first, last});
      });
    });
    save(ctx, "index", pairs);
    save(ctx, "gradient", shared);
    ctx->saved_data["kind"] = static_cast<std::int64_t>(kind);
    ctx->save_for_backward({terms, w});
    return scores;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr pairs = take<PairIndexPtr>(ctx, "index");
    const ScoreKind kind{static_cast<std::uint8_t>(ctx->saved_data["kind"].toInt())};
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& terms = saved[0];
    const at::Tensor& w = saved[1];
    const at::Tensor gradient = gradients[0].contiguous();
    const ChannelSizes size{terms.size(2), terms.size(3)};
    const auto rows = row_chunks(pairs->offsets());
    const TermGradientTarget target(ctx, terms);
    const at::Tensor& d_terms = target.table();
    if (!target.add()) {
      zero_blocks(d_terms, score_terms(kind), terms.size(1) - score_terms(kind));
    }
    const auto columns = pairs->has_columns() ? row_chunks(pairs->column_offsets())
                                              : std::vector<std::int64_t>{0, 0};
    const ChunkSums row_dw(rows, {size.channels, size.hidden}, terms.options());
    const ChunkSums column_dw(columns, {size.channels, size.hidden}, terms.options());
    AT_DISPATCH_FLOATING_TYPES(terms.scalar_type(), "pair_scores_backward", [&] {
      const auto p = term_block<const scalar_t>(terms, 0);
      const auto q = term_block<const scalar_t>(terms, other_block(kind));
      ScoreGradientTask<scalar_t> task{
          kind,
          by_row(*pairs),
          size,
          p,
          q,
          weight_pointer<scalar_t>(kind, w, terms),
          gradient.data_ptr<scalar_t>(),
          term_block<scalar_t>(d_terms, 0),
          nullptr,
          pairs->has_columns() ? WeightShare::kByNode : WeightShare::kByEntry,
          target.add()};
      for_each_chunk(rows, [&](auto chunk, auto first, auto last) {
        ScoreGradientTask<scalar_t> mine = task;
        mine.dw = row_dw.of_chunk<scalar_t>(chunk);
        score_gradient_rows(mine, {first, last});
      });
      if (!pairs->has_columns()) {
        if (kind == ScoreKind::kMlp && !target.add()) zero_blocks(d_terms, other_block(kind), 1);
        const ScoreScatterTask<scalar_t> scatter{kind,
                                                 by_row(*pairs),
                                                 pairs->nodes(),
                                                 size,
                                                 p,
                                                 q,
                                                 task.w,
                                                 task.gradient,
                                                 term_block<scalar_t>(d_terms, other_block(kind))};
        // Every range of columns walks through all pairs: no more ranges than threads.
        const std::int64_t nodes = pairs->column_nodes();
        const std::int64_t ranges = at::get_num_threads();
        at::parallel_for(0, ranges, 1, [&](std::int64_t begin, std::int64_t end) {
          scatter_score_gradient(scatter, {nodes * begin / ranges, nodes * end / ranges});
        });
        return;
      }
      // Seen by column, q belongs to the node at hand and p to the other end: no atomics.
      task.side = by_column(*pairs);
      task.p = q;
      task.q = p;
      task.dp = term_block<scalar_t>(d_terms, other_block(kind));
      task.add = target.add() || kind == ScoreKind::kDot;  // where both ends share one block
      for_each_chunk(columns, [&](auto chunk, auto first, auto last) {
        ScoreGradientTask<scalar_t> mine = task;
        mine.dw = column_dw.of_chunk<scalar_t>(chunk);
        score_gradient_rows(mine, {first, last});
      });
    });
    return {target.for_autograd(),
            kind == ScoreKind::kMlp ? row_dw.total() + column_dw.total() : at::Tensor(),
            {},
            {},
            {}};
  }
};

}  // namespace

at::Tensor pair_scores(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs, const TermGradientPtr& gradient) {
  check_terms(kind, terms, w, *pairs, score_terms(kind));
  return PairScores::apply(terms, kind == ScoreKind::kMlp ? w : at::empty({0}, terms.options()),
                           pairs, kind, gradient);
}

at::Tensor pair_logits(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs, const TermGradientPtr& gradient) {
  // The sum over channels of sums over hidden units is one sum: score as if there were one channel.
  const std::int64_t width = terms.size(2) * terms.size(3);
  const at::Tensor flat_w = kind == ScoreKind::kMlp ? w.reshape({1, width}) : w;
  return pair_scores(kind, terms.reshape({terms.size(0), terms.size(1), 1, width}), flat_w, pairs,
                     gradient)
      .squeeze(1);
}

at::Tensor linear_scores(const at::Tensor& p, const at::Tensor& q, const PairIndexPtr& index) {
  return gather_rows(p, index) + gather_columns(q, index);
}

}  // namespace disgnn::ops
