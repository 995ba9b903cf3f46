#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/ops/logistic_loss.h"
#include "disgnn/ops/recomputed.h"
#include "pretext/negative_pairs.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Signal 1 (paper, Eq. 9 and 10): the union of all channels must tell edges from non-edges.
/// Logit of a pair: sum_i s_vu^i; or, as a noisy or, existence 1 - prod_i (1 - e_vu^i). Positives:
/// a share of the edge entries; negatives: distinct non-edges, at most `negatives_per_edge` per
/// positive and the same share of all non-edges.
class EdgeRecovery : public PretextTask {
 public:
  explicit EdgeRecovery(PretextOptions options) : options_(std::move(options)) {}

  [[nodiscard]] std::string name() const override { return "edge"; }

  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const EntryId edges = context.graph.entries();
    const auto positives = std::clamp<EntryId>(
        std::llround(options_.edge_share * static_cast<double>(edges)), 1, edges);
    const NonEdges non_edges(context.graph);
    const auto negatives = static_cast<std::int64_t>(
        std::min(options_.edge_share * static_cast<double>(non_edges.count()),
                 options_.negatives_per_edge * static_cast<double>(positives)));
    const nn::DisGnnModel& model = disentangling(context.model, name());
    const bool lean = model.config().memory == nn::MemoryUse::kLean;
    const auto pairs =
        sample_negatives(non_edges, negatives,
                         RandomStream(context.seed, RandomPurpose::kNegativePairs, context.step),
                         lean ? PairIndex::Sides::kRowsOnly : PairIndex::Sides::kBoth);
    const at::Tensor chosen = choose_positives(context, positives);

    at::Tensor total = at::zeros({}, context.output.hidden.options());
    const double share = 1 / static_cast<double>(positives + negatives);
    for (const std::int64_t layer : options_.layers) {
      const nn::LayerOutput& output = context.output.layers[layer];
      if (options_.edge_union == EdgeUnion::kNoisyOr) {
        total = total + share * noisy_or_loss(model.layer(layer), output, pairs, chosen);
        continue;
      }
      total = total +
              ops::logistic_loss(output.scores, {0, output.scores.size(1)}, -share, chosen) +
              negatives_loss(model.layer(layer), output, pairs, share);
    }
    return total;
  }

 private:
  /// -log(1 - prod (1 - e^i)) of the positives and -log prod (1 - e^i) of the negatives, added up.
  /// With a = -log prod (1 - e^i) = sum_i softplus(s^i) these are -log(1 - exp(-a)) and a.
  static at::Tensor noisy_or_loss(const nn::DisentangledLayer& layer, const nn::LayerOutput& output,
                                  const ops::PairIndexPtr& pairs, const at::Tensor& chosen) {
    constexpr double kLeast = 1e-12;  // of the probability of an edge that all channels deny
    const at::Tensor a = at::softplus(output.scores).sum(1);
    at::Tensor of_edges = -at::log(at::clamp_min(-at::expm1(-a), kLeast));
    if (chosen.defined()) of_edges = of_edges * chosen;
    return of_edges.sum() + at::softplus(layer.pair_scores(output, pairs)).sum();
  }

  static at::Tensor negatives_loss(const nn::DisentangledLayer& layer,
                                   const nn::LayerOutput& output, const ops::PairIndexPtr& pairs,
                                   double share) {
    if (!layer.is_lean()) return ops::logistic_loss(layer.pair_logits(output, pairs), share);
    // Logits of so many pairs are not kept either.
    return ops::recomputed(output.input.dense(),
                           [&layer, given = output.given(output.input), pairs,
                            share](const at::Tensor& x) -> std::vector<at::Tensor> {
                             const nn::LayerOutput again = given.given(given.input.with_dense(x));
                             return {ops::logistic_loss(layer.pair_logits(again, pairs), share)};
                           })[0];
  }

  /// 1 for each of `count` random entries, 0 for the others, [E]; undefined when all are chosen.
  static at::Tensor choose_positives(const PretextContext& context, EntryId count) {
    const EntryId edges = context.graph.entries();
    if (count == edges) return {};
    at::Tensor chosen = at::zeros({edges}, context.output.hidden.options());
    const RandomPermutation order(
        edges, RandomStream(context.seed, RandomPurpose::kPositivePairs, context.step));
    at::Tensor entries = at::empty({count}, at::kLong);
    for (EntryId i = 0; i < count; ++i) {
      entries.data_ptr<std::int64_t>()[i] = static_cast<std::int64_t>(order(i));
    }
    return chosen.index_fill_(0, entries, 1);
  }

  PretextOptions options_;
};

}  // namespace

std::shared_ptr<PretextTask> make_edge_recovery(const PretextOptions& options,
                                                const nn::NodeClassifier& model,
                                                std::uint64_t /*seed*/) {
  if (disentangling(model, "edge").config().memory == nn::MemoryUse::kLean &&
      options.edge_union == EdgeUnion::kNoisyOr) {
    throw usage_error("--edge-union noisy-or needs the scores of all channels at once",
                      "leave out --memory lean, or take --edge-union sum");
  }
  return std::make_shared<EdgeRecovery>(options);
}

}  // namespace disgnn::pretext
