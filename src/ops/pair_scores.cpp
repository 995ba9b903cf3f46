#include "disgnn/ops/pair_scores.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include "ops/channel_major.h"
#include "ops/channel_sweeps.h"
#include "ops/kernels/channel_kernels.h"
#include "ops/saved.h"
#include "ops/shared_gradient_target.h"
#include "ops/term_blocks.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// The gradient of the sending ends for pairs without an index by column, added to `dq`.
void scatter_gradient(ScoreKind kind, const PairIndex& pairs, const at::Tensor& p,
                      const at::Tensor& q, const at::Tensor& w, const at::Tensor& gradient,
                      const at::Tensor& dq) {
  const std::int64_t hidden = p.size(2);
  const std::int64_t nodes = pairs.column_nodes();
  // Every range of columns walks through all pairs: no more ranges than threads.
  const std::int64_t ranges = at::get_num_threads();
  AT_DISPATCH_FLOATING_TYPES(p.scalar_type(), "scatter_gradient", [&] {
    at::parallel_for(0, ranges, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t c = 0; c < p.size(1); ++c) {
        const ScoreScatterTask<scalar_t> task{kind,
                                              by_row(pairs),
                                              pairs.nodes(),
                                              hidden,
                                              channel_table<const scalar_t>(p, c),
                                              channel_table<const scalar_t>(q, c),
                                              weight_pointer<scalar_t>(kind, w, c * hidden),
                                              values_of_channel<scalar_t>(gradient, c),
                                              channel_table<scalar_t>(dq, c)};
        scatter_score_gradient(task, {nodes * begin / ranges, nodes * end / ranges});
      }
    });
  });
}

/// s[M, C] or, summed over the channels, s[M, 1].
enum class Scores : bool { kOfChannels, kSums };

class PairScores : public torch::autograd::Function<PairScores> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& terms_in,
                            const at::Tensor& w_in, const PairIndexPtr& pairs, ScoreKind kind,
                            Scores wanted, const SharedGradientPtr& shared) {
    const at::Tensor terms = with_adjacent_units(terms_in);
    const at::Tensor w = w_in.contiguous();
    const Sweep rows = Sweep::by_row(*pairs);
    const at::Tensor p = terms.select(1, 0);
    const at::Tensor q = terms.select(1, other_block(kind));
    at::Tensor scores = wanted == Scores::kSums ? score_sum_sweep(rows, kind, p, q, w).t()
                                                : score_sweep(rows, kind, p, q, w).t().contiguous();
    save(ctx, "index", pairs);
    save(ctx, "gradient", shared);
    ctx->saved_data["kind"] = static_cast<std::int64_t>(kind);
    ctx->save_for_backward({terms, w});
    return scores;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto pairs = take<PairIndexPtr>(ctx, "index");
    const ScoreKind kind{static_cast<std::uint8_t>(ctx->saved_data["kind"].toInt())};
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& terms = saved[0];
    const at::Tensor& w = saved[1];
    const at::Tensor gradient = gradients[0].t().contiguous();  // [C, M] or [1, M]
    const SharedGradientTarget target(ctx, terms);
    const at::Tensor& d_terms = target.table();
    if (!target.add()) {
      zero_blocks(d_terms, score_terms(kind), terms.size(1) - score_terms(kind));
    }
    const at::Tensor p = terms.select(1, 0);
    const at::Tensor q = terms.select(1, other_block(kind));
    const at::Tensor dq = d_terms.select(1, other_block(kind));
    const bool by_column = pairs->has_columns();
    const Sweep rows = Sweep::by_row(*pairs);
    const ChunkSums row_dw(rows.chunks, w.sizes(), w.options());
    score_gradient_sweep(rows, kind, p, q, w, gradient,
                         {d_terms.select(1, 0), target.add(),
                          by_column ? WeightShare::kByNode : WeightShare::kByEntry, row_dw});
    at::Tensor dw = kind == ScoreKind::kMlp ? row_dw.total() : at::Tensor();
    if (by_column) {
      // Seen by column, Q belongs to the node at hand and P to the other end: no atomics.
      const Sweep columns = Sweep::by_column(*pairs);
      const ChunkSums column_dw(columns.chunks, w.sizes(), w.options());
      const bool same_block = kind == ScoreKind::kDot;  // both ends share one
      score_gradient_sweep(columns, kind, q, p, w, gradient,
                           {dq, target.add() || same_block, WeightShare::kByNode, column_dw});
      if (dw.defined()) dw += column_dw.total();
    } else {
      if (kind == ScoreKind::kMlp && !target.add()) zero_blocks(d_terms, other_block(kind), 1);
      scatter_gradient(kind, *pairs, p, q, w, gradient, dq);
    }
    return {target.for_autograd(), dw, {}, {}, {}, {}};
  }
};

at::Tensor scores_of(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                     const PairIndexPtr& pairs, Scores wanted, const SharedGradientPtr& gradient) {
  check_terms(kind, terms, w, *pairs, score_terms(kind));
  return PairScores::apply(terms, kind == ScoreKind::kMlp ? w : at::empty({0}, terms.options()),
                           pairs, kind, wanted, gradient);
}

}  // namespace

at::Tensor pair_scores(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs, const SharedGradientPtr& gradient) {
  return scores_of(kind, terms, w, pairs, Scores::kOfChannels, gradient);
}

at::Tensor pair_logits(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs, const SharedGradientPtr& gradient) {
  return scores_of(kind, terms, w, pairs, Scores::kSums, gradient).squeeze(1);
}

at::Tensor linear_scores(const at::Tensor& p, const at::Tensor& q, const PairIndexPtr& index) {
  return gather_rows(p, index) + gather_columns(q, index);
}

}  // namespace disgnn::ops
