#include <ATen/ATen.h>

#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Targets and weights of the known edges; both [E], weights sum to one and are zero elsewhere.
struct KnownEdges {
  at::Tensor homo;
  at::Tensor weight;
};

/// Signal 2 (paper, "Label Conformity"): the homo half of the channels must recognise edges inside
/// a class, the hetero half edges between classes. Logit: sum of the half's scores. Only edges
/// whose two ends have a known label count; self loops tell nothing and are left out.
class LabelConformity : public PretextTask {
 public:
  LabelConformity(PretextOptions options, std::int64_t channels)
      : options_(std::move(options)), channels_(channels) {}

  [[nodiscard]] std::string name() const override { return "conform"; }

  [[nodiscard]] bool uses_known_labels() const override { return true; }
  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const KnownEdges known = find_known_edges(context);
    const std::int64_t half = nn::homo_channels(channels_);
    at::Tensor total = at::zeros({}, context.output.logits.options());
    if (!known.weight.defined()) return total;
    for (const std::int64_t layer : options_.layers) {
      const at::Tensor& scores = context.output.layers[layer].scores;
      if (half > 0) {
        total = total + cross_entropy(scores.narrow(1, 0, half), known.homo, known.weight);
      }
      total = total +
              cross_entropy(scores.narrow(1, half, channels_ - half), 1 - known.homo, known.weight);
    }
    return total;
  }

 private:
  static at::Tensor cross_entropy(const at::Tensor& scores, const at::Tensor& target,
                                  const at::Tensor& weight) {
    return at::binary_cross_entropy_with_logits(scores.sum(1), target, weight, {},
                                                at::Reduction::Sum);
  }

  /// Weights: 1 / known edges each, or, balanced, one half for all homo and one for all hetero.
  [[nodiscard]] KnownEdges find_known_edges(const PretextContext& context) const {
    const PairIndex& index = *context.graph.index();
    const EntryId entries = index.entries();
    at::Tensor homo = at::zeros({entries}, at::kDouble);
    at::Tensor known = at::zeros({entries}, at::kDouble);
    auto* const homo_data = homo.data_ptr<double>();
    auto* const known_data = known.data_ptr<double>();
    double homo_count = 0;
    double known_count = 0;
    for (EntryId e = 0; e < entries; ++e) {
      const NodeId v = index.rows()[e];
      const NodeId u = index.columns()[e];
      const std::int32_t label_v = context.known_labels[v];
      const std::int32_t label_u = context.known_labels[u];
      if (v == u || label_v < 0 || label_u < 0) continue;
      known_data[e] = 1;
      homo_data[e] = label_v == label_u ? 1 : 0;
      known_count += 1;
      homo_count += homo_data[e];
    }
    if (known_count == 0) return {};
    const double hetero_count = known_count - homo_count;
    at::Tensor weight = known / known_count;
    if (options_.balanced && homo_count > 0 && hetero_count > 0) {
      weight = 0.5 * (homo / homo_count + (known - homo) / hetero_count);
    }
    const auto type = context.output.logits.scalar_type();
    return {homo.to(type), weight.to(type)};
  }

  PretextOptions options_;
  std::int64_t channels_;
};

}  // namespace

std::shared_ptr<PretextTask> make_label_conformity(const PretextOptions& options,
                                                   const nn::ModelConfig& model,
                                                   std::uint64_t /*seed*/) {
  return std::make_shared<LabelConformity>(options, model.channels);
}

}  // namespace disgnn::pretext
