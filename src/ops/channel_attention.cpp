#include "disgnn/ops/channel_attention.h"

#include <ATen/ATen.h>

#include "ops/channel_major.h"
#include "ops/channel_sweeps.h"
#include "ops/saved.h"
#include "ops/shared_gradient_target.h"
#include "ops/softmax_messages.h"
#include "ops/term_blocks.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// What is no tensor, kept for the backward pass.
struct AttentionOptions {
  ScoreKind kind;
  EdgeWeighting weighting;
  std::shared_ptr<const std::vector<NodeId>> row_nodes;  ///< null: rows are as in the table
};

/// The terms and where in them P, Q and V are.
struct TermTables {
  TermTables(ScoreKind kind, at::Tensor column_terms, at::Tensor row_terms)
      : columns(std::move(column_terms)),
        rows(std::move(row_terms)),
        apart(rows.dim() == 4),
        other(apart ? 0 : other_block(kind)) {}

  at::Tensor columns;
  at::Tensor rows;  ///< empty unless apart
  bool apart;
  std::int64_t other;  ///< block of `columns` that scores the sending end; the next one is V

  [[nodiscard]] OwnValues p(const AttentionOptions& options) const {
    const at::Tensor& table = apart ? rows : columns;
    return {table.select(1, 0), options.row_nodes == nullptr ? nullptr : options.row_nodes->data()};
  }
  [[nodiscard]] at::Tensor q() const { return columns.select(1, other); }
  [[nodiscard]] at::Tensor v() const { return columns.select(1, other + 1); }
};

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
                             const at::Tensor& prior, const PairIndexPtr& index,
                             const AttentionOptions& options, const SharedGradientPtr& shared) {
    const TermTables terms(options.kind, with_adjacent_units(column_terms),
                           with_adjacent_units(row_terms));
    const at::Tensor w = w_in.contiguous();
    at::Tensor s = score_sweep(Sweep::by_row(*index), options.kind, terms.p(options), terms.q(), w);
    const bool has_prior = prior.dim() == 2;
    if (has_prior) s.add_(prior.t());
    const SoftmaxMessages out = softmax_messages(*index, s, terms.v(), options.weighting);
    save(ctx, "index", index);
    save(ctx, "gradient", shared);
    save(ctx, "options", options);
    ctx->saved_data["has_prior"] = has_prior;
    ctx->set_materialize_grads(false);
    ctx->save_for_backward({terms.columns, terms.rows, w, out.scores, out.inverse, out.z});
    return {out.scores, out.z};
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto index = take<PairIndexPtr>(ctx, "index");
    const auto options = take<AttentionOptions>(ctx, "options");
    const auto saved = ctx->get_saved_variables();
    const TermTables terms(options.kind, saved[0], saved[1]);
    const at::Tensor& w = saved[2];
    const SharedGradientTarget target(ctx, terms.columns);
    // dP, dQ and dV lie in the gradient as P, Q and V in the terms.
    const TermTables d_terms(options.kind, target.table(),
                             terms.apart ? at::empty_like(terms.rows) : terms.rows);
    zero_unwritten(options, target, d_terms);
    // Nothing else reads V, so its gradient is replaced.
    const at::Tensor g =
        softmax_messages_backward(*index, {saved[3], saved[4], saved[5]}, terms.v(),
                                  options.weighting, {gradients[0], gradients[1]}, d_terms.v());
    const bool same_block = !terms.apart && terms.other == 0;  // dP and dQ of the dot product
    const Sweep rows = Sweep::by_row(*index);
    Sweep columns = Sweep::by_column(*index);
    const ChunkSums row_dw(rows.chunks, w.sizes(), w.options());
    const ChunkSums column_dw(columns.chunks, w.sizes(), w.options());
    score_gradient_sweep(
        rows, options.kind, terms.p(options), terms.q(), w, g,
        {d_terms.p(options).table, !terms.apart && target.add(), WeightShare::kByNode, row_dw});
    // Seen by column, Q belongs to the node at hand and P to the other end: no atomics.
    const std::vector<NodeId> p_rows = mapped_rows(options, *index);
    if (!p_rows.empty()) columns.side.others = p_rows.data();
    score_gradient_sweep(
        columns, options.kind, terms.q(), terms.p(options).table, w, g,
        {d_terms.q(), target.add() || same_block, WeightShare::kByNode, column_dw});
    const bool has_weight = options.kind == ScoreKind::kMlp;
    return {target.for_autograd(),
            terms.apart ? d_terms.rows : at::Tensor(),
            has_weight ? row_dw.total() + column_dw.total() : at::Tensor(),
            ctx->saved_data["has_prior"].toBool() ? g.t() : at::Tensor(),
            {},
            {},
            {}};
  }

 private:
  /// Blocks and rows that the sweeps do not write.
  static void zero_unwritten(const AttentionOptions& options, const SharedGradientTarget& target,
                             const TermTables& d_terms) {
    if (!target.add()) {
      const std::int64_t used = d_terms.other + 2;
      zero_blocks(d_terms.columns, used, d_terms.columns.size(1) - used);
    }
    if (options.row_nodes != nullptr) zero_blocks(d_terms.columns, 0, 1);
    if (d_terms.apart) zero_blocks(d_terms.rows, 1, d_terms.rows.size(1) - 1);
  }
};

}  // namespace

ChannelAttention channel_attention(ScoreKind kind, const AttentionTerms& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeWeighting& weighting,
                                   const SharedGradientPtr& gradient, const at::Tensor& prior) {
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
  if (prior.defined()) {
    DISGNN_ASSERT(prior.dim() == 2 && prior.size(0) == index->entries());
    DISGNN_ASSERT(prior.size(1) == terms.columns.size(2));
  }
  const auto results =
      Attention::apply(terms.columns, terms.apart() ? terms.rows : none,
                       kind == ScoreKind::kMlp ? w : none, prior.defined() ? prior : none, index,
                       AttentionOptions{kind, weighting, terms.row_nodes}, gradient);
  return {results[0], results[1]};
}

}  // namespace disgnn::ops
