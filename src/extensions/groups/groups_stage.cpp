#include "extensions/groups/groups_stage.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/relations/relation_finder.h"
#include "extensions/groups/classes_of_groups.h"
#include "nn/own_graph.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

constexpr double kMostPower = 10;

/// Rows of probabilities [N, K] in double precision.
class Judge {
 public:
  explicit Judge(const at::Tensor& probabilities)
      : classes_(probabilities.size(1)),
        logs_(probabilities.to(at::kDouble).clamp_min(1e-30).log().contiguous()) {}

  [[nodiscard]] const double* row(std::int64_t v) const {
    return logs_.data_ptr<double>() + v * classes_;
  }
  [[nodiscard]] std::int64_t answer(std::int64_t v) const {
    return std::max_element(row(v), row(v) + classes_) - row(v);
  }
  /// Mean of the largest probability when all are raised to a power.
  [[nodiscard]] double confidence(double power) const {
    double sum = 0;
    for (std::int64_t v = 0; v < logs_.size(0); ++v) {
      const double* const logs = row(v);
      const double largest = logs[answer(v)];
      double total = 0;
      for (std::int64_t k = 0; k < classes_; ++k) total += std::exp(power * (logs[k] - largest));
      sum += 1 / total;
    }
    return sum / static_cast<double>(logs_.size(0));
  }
  /// The power that makes it as sure as it is right.
  [[nodiscard]] double power_for(double accuracy) const {
    double low = 0;
    double high = kMostPower;
    for (int step = 0; step < 40; ++step) {
      const double middle = (low + high) / 2;
      (confidence(middle) < accuracy ? low : high) = middle;
    }
    return low;
  }

 private:
  std::int64_t classes_;
  at::Tensor logs_;
};

double agreement_of(const Judge& model, const Judge& groups, const float* labels,
                    std::int64_t nodes) {
  double asked = 0;
  double agreed = 0;
  for (std::int64_t v = 0; v < nodes; ++v) {
    if (labels[v] >= 0) continue;  // the model was trained to know these
    asked += 1;
    if (model.answer(v) == groups.answer(v)) agreed += 1;
  }
  return asked > 0 ? agreed / asked : 0;
}

}  // namespace

double accuracy_from_agreement(double agreement, double reliability, std::int64_t classes) {
  // agreement = x r + (1 - x) (1 - r) / (K - 1)
  const auto others = static_cast<double>(std::max<std::int64_t>(1, classes - 1));
  const double by_mistake = (1 - reliability) / others;
  const double chance = 1 / static_cast<double>(classes);
  if (reliability - by_mistake < 1e-6) return 1;
  return std::clamp((agreement - by_mistake) / (reliability - by_mistake), chance, 1.0);
}

GroupsStage::GroupsStage(const ModelConfig& config, const ParameterInit& init)
    : of_groups_(register_buffer("of_groups", init.constant({config.nodes, config.classes}, 1))),
      labels_(register_buffer("labels", init.constant({config.nodes}, -1))),
      reliability_(register_buffer("reliability", init.constant({1}, 0))) {}

void GroupsStage::fit(const LabelledGraph& graph, const ProgressCallback& progress) {
  require_own_graph(of_groups_.size(0), graph.edges->nodes());
  const Features features = graph.features.to_features();
  const auto step = [&](const std::string& /*what*/, double /*share*/) {
    if (progress) progress();
  };
  labels_.copy_(ops::index_tensor(graph.known_labels));
  try {
    const relations::RelationModel found =
        relations::find_relations({*graph.edges, features}, {.restarts = 0}, step);
    const ClassesOfGroups classes = classes_of_groups(found, graph.known_labels, graph.classes);
    std::vector<double> values = classes.probabilities;
    of_groups_.copy_(at::from_blob(values.data(), of_groups_.sizes(), at::kDouble));
    reliability_.fill_(classes.reliability);
    choices_ = fmt::format("{} relations; their groups are right {:.0f} % of the time, it seems",
                           found.relations.size(), 100 * classes.reliability);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    choices_ = "no groups found, the model decides alone";
  }
}

at::Tensor GroupsStage::apply(const at::Tensor& probabilities,
                              const ops::PairIndexPtr& /*edges*/) const {
  require_own_graph(of_groups_.size(0), probabilities.size(0));
  const auto reliability = reliability_.item<double>();
  const std::int64_t classes = probabilities.size(1);
  if (reliability <= 1.0 / static_cast<double>(classes)) return probabilities;
  const Judge model(probabilities);
  const Judge groups(of_groups_);
  const at::Tensor labels = labels_.to(at::kFloat).contiguous();
  const double agreement =
      agreement_of(model, groups, labels.data_ptr<float>(), probabilities.size(0));
  const double a = model.power_for(accuracy_from_agreement(agreement, reliability, classes));
  const double b = groups.power_for(reliability);
  at::Tensor both = at::empty(probabilities.sizes(), at::kDouble);
  for (std::int64_t v = 0; v < probabilities.size(0); ++v) {
    double* const out = both.data_ptr<double>() + v * classes;
    for (std::int64_t k = 0; k < classes; ++k) out[k] = a * model.row(v)[k] + b * groups.row(v)[k];
  }
  return at::softmax(both, 1).to(probabilities.scalar_type());
}

}  // namespace disgnn::nn
