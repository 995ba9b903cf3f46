#include "disgnn/relations/relation_description.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "disgnn/graph/edges.h"

namespace disgnn::relations {
namespace {

/// Sums over the links of what each relation, its groups and noise explain.
class LinkTally {
 public:
  LinkTally(const RelationModel& model, std::int64_t examples)
      : model_(model), most_examples_(examples), shares_(model.relations.size() + 1) {
    for (const Relation& relation : model.relations) {
      groups_.emplace_back(relation.groups, 0.0);
    }
    strength_.assign(shares_.size(), 0.0);
    labelled_.assign(model.relations.size(), 0.0);
    same_.assign(model.relations.size(), 0.0);
    examples_.resize(model.relations.size());
  }

  void add(NodeId v, NodeId u, std::int32_t label_v, std::int32_t label_u) {
    link_shares(model_, v, u, shares_);
    ++links_;
    for (std::size_t c = 0; c < shares_.size(); ++c) strength_[c] += shares_[c];
    for (std::size_t c = 0; c < groups_.size(); ++c) {
      if (label_v >= 0 && label_u >= 0) {
        labelled_[c] += shares_[c];
        if (label_v == label_u) same_[c] += shares_[c];
      }
      share_among_groups(c, v, u);
      keep_example(c, {u, v, shares_[c]});
    }
  }

  [[nodiscard]] double share_of(std::size_t c) const {
    return links_ > 0 ? strength_[c] / links_ : 0;
  }
  [[nodiscard]] std::optional<double> same_class(std::size_t c) const {
    if (labelled_[c] <= 0) return std::nullopt;
    return same_[c] / labelled_[c];
  }
  [[nodiscard]] double links_of(std::size_t c, std::size_t g) const { return groups_[c][g]; }
  [[nodiscard]] const std::vector<ExampleLink>& examples(std::size_t c) const {
    return examples_[c];
  }

 private:
  void share_among_groups(std::size_t c, NodeId v, NodeId u) {
    const Relation& relation = model_.relations[c];
    const float* const of_v = relation.memberships.data() + v * relation.groups;
    const float* const of_u = relation.memberships.data() + u * relation.groups;
    double total = 0;
    for (std::int64_t g = 0; g < relation.groups; ++g) {
      total += static_cast<double>(relation.link_rates[g]) * of_v[g] * of_u[g];
    }
    if (total <= 0) return;
    for (std::int64_t g = 0; g < relation.groups; ++g) {
      groups_[c][g] +=
          shares_[c] * static_cast<double>(relation.link_rates[g]) * of_v[g] * of_u[g] / total;
    }
  }

  /// The links with the largest shares, the first of equal ones, largest first.
  void keep_example(std::size_t c, const ExampleLink& link) {
    auto& kept = examples_[c];
    const auto place = std::find_if(kept.begin(), kept.end(), [&](const ExampleLink& other) {
      return other.share < link.share;
    });
    kept.insert(place, link);
    if (static_cast<std::int64_t>(kept.size()) > most_examples_) kept.pop_back();
  }

  const RelationModel& model_;
  std::int64_t most_examples_;
  std::vector<float> shares_;  // of the link at hand
  double links_ = 0;
  std::vector<double> strength_;
  std::vector<double> labelled_;
  std::vector<double> same_;
  std::vector<std::vector<double>> groups_;
  std::vector<std::vector<ExampleLink>> examples_;
};

std::vector<double> sizes_of(const Relation& relation) {
  std::vector<double> sizes(relation.groups, 0.0);
  for (std::size_t i = 0; i < relation.memberships.size(); ++i) {
    sizes[i % relation.groups] += relation.memberships[i];
  }
  return sizes;
}

/// Mean over the nodes of what a relation adds to the rate of every word, [d].
std::vector<double> mean_rates(const Relation& relation, std::size_t words) {
  const std::vector<double> sizes = sizes_of(relation);
  const double nodes = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  std::vector<double> rates(words, 0.0);
  for (std::size_t w = 0; w < words; ++w) {
    for (std::int64_t g = 0; g < relation.groups; ++g) {
      rates[w] += relation.word_rates[w * relation.groups + g] * sizes[g] / nodes;
    }
  }
  return rates;
}

/// Features ranked by rate * log(rate / overall rate), what they add to the evidence for a member.
/// A member has the words of its group beside those that nodes have for other reasons.
std::vector<SpeakingFeature> speaking_features(const RelationModel& model, std::size_t c,
                                               std::int64_t g, const std::vector<double>& overall,
                                               const std::vector<double>& of_relation,
                                               std::int64_t most) {
  const Relation& relation = model.relations[c];
  constexpr double kLeastLift = 1.5;
  std::vector<std::pair<double, SpeakingFeature>> ranked;
  for (std::size_t w = 0; w < model.words.size(); ++w) {
    const double rate =
        std::max(0.0, overall[w] - of_relation[w]) + relation.word_rates[w * relation.groups + g];
    if (overall[w] <= 0 || rate < kLeastLift * overall[w]) continue;
    ranked.push_back({rate * std::log(rate / overall[w]), {model.words[w], rate, overall[w]}});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<SpeakingFeature> features;
  for (const auto& [weight, feature] : ranked) {
    if (static_cast<std::int64_t>(features.size()) == most) break;
    features.push_back(feature);
  }
  return features;
}

}  // namespace

ModelDescription describe_relations(const Dataset& data, const RelationModel& model,
                                    std::int64_t features_per_group,
                                    std::int64_t examples_per_relation) {
  LinkTally tally(model, examples_per_relation);
  for_each_edge(data.graph, [&](NodeId v, NodeId u, EntryId /*e*/) {
    tally.add(v, u, data.labels[v], data.labels[u]);
  });
  std::vector<double> overall(model.background.begin(), model.background.end());
  std::vector<std::vector<double>> of_relations;
  for (const Relation& relation : model.relations) {
    of_relations.push_back(mean_rates(relation, overall.size()));
    for (std::size_t w = 0; w < overall.size(); ++w) overall[w] += of_relations.back()[w];
  }
  ModelDescription description;
  description.noise = tally.share_of(model.relations.size());
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const std::vector<double> sizes = sizes_of(model.relations[c]);
    RelationDescription relation{tally.share_of(c), tally.same_class(c), {}, tally.examples(c)};
    for (std::int64_t g = 0; g < model.relations[c].groups; ++g) {
      relation.groups.push_back(
          {sizes[g], tally.links_of(c, g),
           speaking_features(model, c, g, overall, of_relations[c], features_per_group)});
    }
    description.relations.push_back(std::move(relation));
  }
  return description;
}

}  // namespace disgnn::relations
