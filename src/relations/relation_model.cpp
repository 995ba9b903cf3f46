#include "disgnn/relations/relation_model.h"

#include <algorithm>

namespace disgnn::relations {

std::vector<std::int32_t> Relation::likely_groups() const {
  const auto nodes = static_cast<std::int64_t>(memberships.size()) / groups;
  std::vector<std::int32_t> likely(nodes);
  for (std::int64_t v = 0; v < nodes; ++v) {
    const auto row = memberships.begin() + v * groups;
    likely[v] = static_cast<std::int32_t>(std::max_element(row, row + groups) - row);
  }
  return likely;
}

void link_shares(const RelationModel& model, std::int64_t v, std::int64_t u,
                 std::span<float> shares) {
  const double active = static_cast<double>(model.activity[v]) * model.activity[u];
  const double noise = model.noise * active;
  double total = noise;
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const Relation& relation = model.relations[c];
    double rate = 0;
    for (std::int64_t g = 0; g < relation.groups; ++g) {
      rate += static_cast<double>(relation.link_rates[g]) *
              relation.memberships[v * relation.groups + g] *
              relation.memberships[u * relation.groups + g];
    }
    rate *= active;
    shares[c] = static_cast<float>(rate);
    total += rate;
  }
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    shares[c] = static_cast<float>(shares[c] / total);
  }
  shares[model.relations.size()] = static_cast<float>(noise / total);
}

}  // namespace disgnn::relations
