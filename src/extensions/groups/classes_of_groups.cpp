#include "extensions/groups/classes_of_groups.h"

#include <algorithm>
#include <cmath>

namespace disgnn::nn {
namespace {

/// Labels counted by the groups of one relation.
class GroupTable {
 public:
  GroupTable(const relations::Relation& relation, std::span<const std::int32_t> labels,
             const std::vector<double>& shares)
      : relation_(relation),
        classes_(static_cast<std::int64_t>(shares.size())),
        shares_(shares),
        counts_(relation.groups * classes_, 0.0),
        totals_(relation.groups, 0.0) {
    for (std::size_t v = 0; v < labels.size(); ++v) {
      if (labels[v] < 0) continue;
      for (std::int64_t g = 0; g < relation.groups; ++g) {
        const double q = member(v, g);
        counts_[g * classes_ + labels[v]] += q;
        totals_[g] += q;
      }
    }
  }

  /// p(k | v) for every class, added to `out` with a weight. Its own label, if >= 0, does not
  /// count.
  void add(std::size_t v, std::int32_t own, double weight, std::span<double> out) const {
    for (std::int64_t g = 0; g < relation_.groups; ++g) {
      const double q = member(v, g);
      if (q == 0) continue;
      const double left_out = own >= 0 ? q : 0;
      const double total = totals_[g] - left_out + 1;
      for (std::int64_t k = 0; k < classes_; ++k) {
        const double count = counts_[g * classes_ + k] - (k == own ? left_out : 0);
        out[k] += weight * q * (count + shares_[k]) / total;
      }
    }
  }

 private:
  [[nodiscard]] double member(std::size_t v, std::int64_t g) const {
    return relation_.memberships[v * relation_.groups + g];
  }

  const relations::Relation& relation_;
  std::int64_t classes_;
  const std::vector<double>& shares_;  // pi
  std::vector<double> counts_;         // n_gk
  std::vector<double> totals_;         // n_g
};

/// (n_k + 1) / (n + K)
std::vector<double> class_shares(std::span<const std::int32_t> labels, std::int32_t classes) {
  std::vector<double> shares(classes, 1.0);
  double total = classes;
  for (const std::int32_t label : labels) {
    if (label < 0) continue;
    shares[label] += 1;
    total += 1;
  }
  for (double& share : shares) share /= total;
  return shares;
}

/// Log-likelihood of the labels by one relation, each predicted from all others.
double evidence_of(const GroupTable& table, std::span<const std::int32_t> labels,
                   std::int32_t classes) {
  double sum = 0;
  std::vector<double> p(classes);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] < 0) continue;
    std::fill(p.begin(), p.end(), 0.0);
    table.add(v, labels[v], 1, p);
    sum += std::log(std::max(p[labels[v]], 1e-12));
  }
  return sum;
}

/// Softmax.
std::vector<double> weights_of(const std::vector<double>& evidence) {
  const double most = *std::max_element(evidence.begin(), evidence.end());
  std::vector<double> weights;
  double total = 0;
  for (const double value : evidence) {
    weights.push_back(std::exp(value - most));
    total += weights.back();
  }
  for (double& weight : weights) weight /= total;
  return weights;
}

}  // namespace

ClassesOfGroups classes_of_groups(const relations::RelationModel& model,
                                  std::span<const std::int32_t> labels, std::int32_t classes) {
  const std::vector<double> shares = class_shares(labels, classes);
  std::vector<GroupTable> tables;
  std::vector<double> evidence;
  for (const relations::Relation& relation : model.relations) {
    tables.emplace_back(relation, labels, shares);
    evidence.push_back(evidence_of(tables.back(), labels, classes));
  }
  ClassesOfGroups result;
  result.weights = weights_of(evidence);
  result.probabilities.assign(labels.size() * classes, 0.0);
  std::vector<std::int64_t> labelled(classes, 0);
  for (const std::int32_t label : labels) {
    if (label >= 0) ++labelled[label];
  }
  double known = 0;
  double found = 0;
  double sure = 0;
  std::vector<double> p(classes);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    const std::span<double> row(result.probabilities.data() + v * classes, classes);
    std::fill(p.begin(), p.end(), 0.0);
    for (std::size_t c = 0; c < tables.size(); ++c) {
      tables[c].add(v, -1, result.weights[c], row);
      if (labels[v] >= 0) tables[c].add(v, labels[v], result.weights[c], p);
    }
    sure += *std::max_element(row.begin(), row.end()) / static_cast<double>(labels.size());
    // The only label of its class cannot be found from the others.
    if (labels[v] < 0 || labelled[labels[v]] < 2) continue;
    known += 1;
    if (std::max_element(p.begin(), p.end()) - p.begin() == labels[v]) found += 1;
  }
  // As if one more label had been seen, found by chance.
  result.reliability = known > 0 ? (found + 1.0 / classes) / (known + 1) : sure;
  return result;
}

}  // namespace disgnn::nn
