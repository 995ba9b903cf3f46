#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/ops/logistic_loss.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// Signal 2 (paper, Eq. 11 to 15): the homo half of the channels must recognise edges inside
/// a class, the hetero half edges between classes. Logit: sum of the half's scores. Only edges
/// whose two ends have a known label count; self loops tell nothing and are left out.
class LabelConformity : public PretextTask {
 public:
  explicit LabelConformity(PretextOptions options) : options_(std::move(options)) {}

  [[nodiscard]] std::string name() const override { return "conform"; }

  [[nodiscard]] bool uses_known_labels() const override { return true; }
  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const at::Tensor weights = edge_weights(context);
    at::Tensor total = at::zeros({}, context.output.hidden.options());
    if (!weights.defined()) return total;
    for (const std::int64_t layer : options_.layers) {
      const at::Tensor& scores = context.output.layers[layer].scores;
      const std::int64_t homo = context.output.layers[layer].homo_columns;
      const std::int64_t hetero = scores.size(1) - homo;
      // Both halves see the same edges with opposite targets.
      if (homo > 0) total = total + ops::logistic_loss(scores, {0, homo}, 1, weights);
      total = total + ops::logistic_loss(scores, {homo, hetero}, -1, weights);
    }
    return total;
  }

 private:
  enum class Kind : std::uint8_t { kUnknown, kHomo, kHetero };

  static Kind kind_of(const PretextContext& context, NodeId v, NodeId u) {
    const std::int32_t label_v = context.known_labels[v];
    const std::int32_t label_u = context.known_labels[u];
    if (v == u || label_v < 0 || label_u < 0) return Kind::kUnknown;
    return label_v == label_u ? Kind::kHomo : Kind::kHetero;
  }

  /// Weights of the edges in the homo half's loss, [E]: negative (target 1) for homo edges,
  /// positive for hetero edges, zero where a label is unknown. Each weighs 1 / known edges or,
  /// balanced, all homo and all hetero edges one half each. Undefined when no edge is known.
  [[nodiscard]] at::Tensor edge_weights(const PretextContext& context) const {
    const PairIndex& index = *context.graph.index();
    double homo = 0;
    double hetero = 0;
    for_each_entry(index, [&](EntryId, NodeId v, NodeId u) {
      const Kind kind = kind_of(context, v, u);
      homo += kind == Kind::kHomo ? 1 : 0;
      hetero += kind == Kind::kHetero ? 1 : 0;
    });
    if (homo + hetero == 0) return {};
    const bool balanced = options_.balanced && homo > 0 && hetero > 0;
    const double of_homo = -1 / (balanced ? 2 * homo : homo + hetero);
    const double of_hetero = 1 / (balanced ? 2 * hetero : homo + hetero);
    at::Tensor weights = at::zeros({index.entries()}, context.output.hidden.options());
    AT_DISPATCH_FLOATING_TYPES(weights.scalar_type(), "edge_weights", [&] {
      auto* const data = weights.data_ptr<scalar_t>();
      for_each_entry(index, [&](EntryId entry, NodeId v, NodeId u) {
        const Kind kind = kind_of(context, v, u);
        if (kind == Kind::kUnknown) return;
        data[entry] = static_cast<scalar_t>(kind == Kind::kHomo ? of_homo : of_hetero);
      });
    });
    return weights;
  }

  template <typename Body>
  static void for_each_entry(const PairIndex& index, const Body& body) {
    for (NodeId v = 0; v < index.nodes(); ++v) {
      for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
        body(e, v, index.columns()[e]);
      }
    }
  }

  PretextOptions options_;
};

}  // namespace

std::shared_ptr<PretextTask> make_label_conformity(const PretextOptions& options,
                                                   const nn::NodeClassifier& model,
                                                   std::uint64_t /*seed*/) {
  (void)disentangling(model, "conform");
  return std::make_shared<LabelConformity>(options);
}

}  // namespace disgnn::pretext
