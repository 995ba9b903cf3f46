#include "relations/relation_refinement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "ops/row_chunks.h"

namespace disgnn::relations {
namespace {

constexpr double kLeastShare = 0.03;    // of a membership at the start: nothing is ruled out
constexpr double kWordPrior = 0.02;     // a group starts with so many uses of every word …
constexpr double kMemberPrior = 0.5;    // … by so many members
constexpr double kLinkPrior = 0.5;      // and so many links …
constexpr double kPairPrior = 50;       // … among so many pairs
constexpr double kNoiseStart = 0.1;     // share of the links
constexpr double kBackgroundPrior = 5;  // nodes
constexpr double kBackgroundShare = 0.4;
// Two groups are one if the density of the links between them is such a share of the density
// inside,
constexpr double kDividedLinks = 0.5;
// or this one, where their words are alike, too: as much as this cosine.
constexpr double kDividedLinksAndWords = 0.2;
constexpr double kAlikeWords = 0.7;
constexpr double kSettled = 5e-3;  // mean change of the memberships of a node

/// How far the degrees of the nodes differ for reasons of their own. Of degrees d ~ Poisson(theta *
/// mean) with theta ~ Gamma(a, a) it is the mean of theta given d; where degrees vary as chance
/// makes them, a is infinite and every theta is 1.
std::vector<float> activities(const PairIndex& links) {
  const auto nodes = static_cast<double>(links.nodes());
  const double mean = static_cast<double>(links.entries()) / nodes;
  double variance = 0;
  const auto degree = [&](std::int64_t v) {
    return static_cast<double>(links.offsets()[v + 1] - links.offsets()[v]);
  };
  for (std::int64_t v = 0; v < links.nodes(); ++v) {
    variance += (degree(v) - mean) * (degree(v) - mean) / nodes;
  }
  const double spread = std::max(0.0, (variance - mean) / (mean * mean));  // 1 / a
  std::vector<float> theta(links.nodes());
  for (std::int64_t v = 0; v < links.nodes(); ++v) {
    theta[v] = static_cast<float>((1 + degree(v) * spread) / (1 + mean * spread));
  }
  return theta;
}

/// One relation while it is refined.
struct Part {
  NodeTable choices;              // q[N, K]
  NodeTable word_rates;           // phi[d, K]
  std::vector<float> link_rates;  // p[width]
  std::vector<float> links;       // [links] r^c
  std::vector<float> words;       // [words used] q . phi
};

class Refinement {
 public:
  Refinement(const Evidence& evidence, const GroupFactors& factors,
             const std::vector<std::vector<std::int64_t>>& relations)
      : evidence_(evidence),
        frequencies_(evidence.word_frequencies()),
        background_(factors.background),
        theta_(activities(*evidence.links)),
        link_rest_(evidence.links->entries()),
        word_rest_(evidence.words->entries()) {
    const auto nodes = static_cast<double>(evidence.nodes());
    const auto entries = static_cast<double>(evidence.links->entries());
    noise_ = kNoiseStart * entries / (nodes * nodes);
    for (const auto& groups : relations) {
      parts_.push_back(
          first_part(factors, groups, entries / static_cast<double>(relations.size())));
    }
    for (Part& part : parts_) compute_rates(part, nullptr);
  }

  /// Returns how much a membership changed on average.
  double improve() {
    double change = 0;
    for (Part& part : parts_) change = std::max(change, improve(part));
    improve_background_and_noise();
    return change;
  }

  /// Drops from every relation the group without which its members would be explained least worse,
  /// if that is less than its parameters may gain by chance. One at a time, since two halves of a
  /// group stand in for each other. False if there was none.
  bool drop_superfluous_groups() {
    bool dropped = false;
    for (Part& part : parts_) {
      const std::vector<double> gains = gains_of(part);
      const std::vector<double> costs = complexity_of(part);
      std::int64_t worst = 0;
      for (std::int64_t g = 1; g < part.choices.columns; ++g) {
        if (gains[g] * costs[worst] < gains[worst] * costs[g]) worst = g;
      }
      if (part.choices.columns < 2 || gains[worst] > costs[worst]) continue;
      drop_group(worst, part);
      compute_rates(part, nullptr);
      dropped = true;
    }
    drop_small_relations();
    return dropped;
  }

  /// Joins in every relation the two groups that are most clearly halves of one. False if there
  /// were none.
  bool join_divided_groups() {
    bool joined = false;
    for (Part& part : parts_) {
      const auto halves = divided_group(part);
      if (!halves) continue;
      join_groups(halves->first, halves->second, part);
      compute_rates(part, nullptr);
      joined = true;
    }
    return joined;
  }

  /// Keeps the relations that explain most links.
  void keep_strongest(std::int64_t most) {
    while (most > 0 && static_cast<std::int64_t>(parts_.size()) > most) {
      parts_.erase(std::min_element(
          parts_.begin(), parts_.end(),
          [&](const Part& a, const Part& b) { return expected_links(a) < expected_links(b); }));
    }
  }

  [[nodiscard]] RelationModel result() {
    for (Part& part : parts_) drop_tiny_groups(part);
    drop_small_relations();
    for (Part& part : parts_) compute_rates(part, nullptr);
    RelationModel model;
    model.activity = theta_;
    model.background = background_;
    model.words = evidence_.word_names;
    model.noise = noise_;
    model.log_likelihood = log_likelihood();
    model.score = model.log_likelihood - complexity();
    for (const Part& part : parts_) model.relations.push_back(relation_of(part));
    return model;
  }

 private:
  [[nodiscard]] Part first_part(const GroupFactors& factors,
                                const std::vector<std::int64_t>& groups, double entries) const {
    const auto own = static_cast<std::int64_t>(groups.size());
    const std::int64_t nodes = evidence_.nodes();
    const std::vector<double> typical = typical_memberships(factors.members);
    Part part{NodeTable(nodes, own + 1), NodeTable(evidence_.vocabulary(), own + 1), {}, {}, {}};
    std::vector<float> weights(nodes);  // how surely a node is in no group of the relation
    for (std::int64_t v = 0; v < nodes; ++v) {
      float* const q = part.choices.row(v);
      double most = 0;
      for (std::int64_t i = 0; i < own; ++i) {
        const double share =
            factors.members.row(v)[groups[i]] / std::max(typical[groups[i]], 1e-12);
        q[i] = static_cast<float>(std::min(share, 1.2));
        most = std::max<double>(most, q[i]);
      }
      q[own] = static_cast<float>(std::max(0.0, 1 - 1.3 * most));
      weights[v] = q[own] * q[own];
      double sum = 0;
      for (std::int64_t i = 0; i <= own; ++i) sum += q[i] + kLeastShare;
      for (std::int64_t i = 0; i <= own; ++i) {
        q[i] = static_cast<float>((q[i] + kLeastShare) / sum);
      }
    }
    first_word_rates(factors, groups, weights, part.word_rates);
    const auto n = static_cast<double>(nodes);
    part.link_rates.assign(part.choices.width, 0.0F);
    std::fill_n(part.link_rates.begin(), own + 1,
                static_cast<float>(entries * static_cast<double>(own + 1) / (n * n)));
    part.links.resize(evidence_.links->entries());
    part.words.resize(evidence_.words->entries());
    return part;
  }

  void first_word_rates(const GroupFactors& factors, const std::vector<std::int64_t>& groups,
                        const std::vector<float>& weights, NodeTable& phi) const {
    const auto own = static_cast<std::int64_t>(groups.size());
    const PairIndex& words = *evidence_.words;
    double total = 1e-9;
    for (const float weight : weights) total += weight;
    for (std::int64_t w = 0; w < phi.rows; ++w) {
      for (std::int64_t i = 0; i < own; ++i) {
        phi.row(w)[i] = factors.word_rates.row(w)[groups[i]] + 1e-3F;
      }
      double uses = 0;
      for (EntryId k = words.column_offsets()[w]; k < words.column_offsets()[w + 1]; ++k) {
        uses += weights[words.column_rows()[k]] * evidence_.counts[words.column_entries()[k]];
      }
      phi.row(w)[own] = static_cast<float>(std::max(uses / total - frequencies_[w], 0.0) + 1e-3);
    }
  }

  /// Rates of everything but `part`.
  void compute_rest(const Part& part) {
    const PairIndex& words = *evidence_.words;
    ops::for_each_chunk(
        evidence_.node_chunks, [&](std::int64_t, std::int64_t first, std::int64_t last) {
          for (std::int64_t v = first; v < last; ++v) noise_of_links(v, link_rest_);
          const std::span offsets = evidence_.links->offsets();
          for (EntryId e = words.offsets()[first]; e < words.offsets()[last]; ++e) {
            word_rest_[e] = background_[words.columns()[e]];
          }
          for (const Part& other : parts_) {
            if (&other == &part) continue;
            for (EntryId e = offsets[first]; e < offsets[last]; ++e)
              link_rest_[e] += other.links[e];
            for (EntryId e = words.offsets()[first]; e < words.offsets()[last]; ++e) {
              word_rest_[e] += other.words[e];
            }
          }
        });
  }

  /// The noise in the links of a node: active nodes have more of it.
  void noise_of_links(std::int64_t v, std::vector<float>& rates) const {
    const auto own = static_cast<float>(noise_ * theta_[v]);
    for (EntryId e = evidence_.links->offsets()[v]; e < evidence_.links->offsets()[v + 1]; ++e) {
      rates[e] = own * theta_[evidence_.links->columns()[e]];
    }
  }

  /// Pairs of nodes, each counted twice and weighed by the activity of both.
  [[nodiscard]] double active_pairs() const {
    double sum = 0;
    for (const float theta : theta_) sum += theta;
    return sum * sum;
  }

  /// Sum over the nodes of theta_v q_vg, [width].
  [[nodiscard]] std::vector<double> volumes(const Part& part) const {
    const std::int64_t width = part.choices.width;
    const auto chunks = static_cast<std::int64_t>(evidence_.node_chunks.size()) - 1;
    std::vector<double> parts(chunks * width, 0.0);
    ops::for_each_chunk(evidence_.node_chunks,
                        [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
                          for (std::int64_t v = first; v < last; ++v) {
                            for (std::int64_t i = 0; i < width; ++i) {
                              parts[chunk * width + i] += theta_[v] * part.choices.row(v)[i];
                            }
                          }
                        });
    for (std::int64_t i = width; i < chunks * width; ++i) parts[i % width] += parts[i];
    parts.resize(width);
    return parts;
  }

  double improve(Part& part) {
    compute_rest(part);
    const double change = improve_choices(part);
    improve_word_rates(part);
    // The rates of the links are one step behind those of the groups: another pass over all links
    // would cost more than it gains.
    std::vector<double> found(part.choices.width, 0.0);
    compute_rates(part, &found);
    const std::vector<double> volume = volumes(part);
    for (std::int64_t g = 0; g < part.choices.columns; ++g) {
      part.link_rates[g] = static_cast<float>((found[g] / 2 + kLinkPrior) /
                                              (volume[g] * volume[g] / 2 + kPairPrior));
    }
    return change;
  }

  double improve_choices(Part& part) {
    const std::int64_t width = part.choices.width;
    const std::vector<double> sizes = column_sums(part.choices);
    const std::vector<double> words = column_sums(part.word_rates);
    const std::vector<double> volume = volumes(part);
    std::vector<float> start(width, -std::numeric_limits<float>::infinity());
    std::vector<float> pull(width, 0.0F);
    for (std::int64_t g = 0; g < part.choices.columns; ++g) {
      const double prior = sizes[g] / static_cast<double>(evidence_.nodes());
      start[g] = static_cast<float>(std::log(prior + 1e-3) - words[g]);
      pull[g] = static_cast<float>(part.link_rates[g] * volume[g]);
    }
    NodeTable next(part.choices.rows, part.choices.columns);
    std::vector<double> changes(evidence_.node_chunks.size() - 1, 0.0);
    ops::for_each_chunk(evidence_.node_chunks,
                        [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
                          std::vector<float> scratch(3 * width);
                          update_choices({.evidence = evidence_.view(),
                                          .choices = part.choices.values.data(),
                                          .word_rates = part.word_rates.values.data(),
                                          .link_rates = part.link_rates.data(),
                                          .activity = theta_.data(),
                                          .link_rest = link_rest_.data(),
                                          .word_rest = word_rest_.data(),
                                          .start = start.data(),
                                          .volume = pull.data(),
                                          .next = next.values.data(),
                                          .scratch = scratch.data(),
                                          .width = width},
                                         {first, last});
                          for (std::int64_t i = first * width; i < last * width; ++i) {
                            changes[chunk] += std::abs(next.values[i] - part.choices.values[i]);
                          }
                        });
    part.choices = std::move(next);
    return std::accumulate(changes.begin(), changes.end(), 0.0) /
           static_cast<double>(evidence_.nodes());
  }

  void improve_word_rates(Part& part) const {
    const std::int64_t width = part.choices.width;
    const std::vector<double> sizes = column_sums(part.choices);
    std::vector<float> per_member(width, 0.0F);
    for (std::int64_t g = 0; g < part.choices.columns; ++g) {
      per_member[g] = static_cast<float>(1 / (sizes[g] + kMemberPrior));
    }
    const PairIndex& words = *evidence_.words;
    ops::for_each_chunk(evidence_.word_chunks,
                        [&](std::int64_t, std::int64_t first, std::int64_t last) {
                          std::vector<float> scratch(width);
                          update_word_rates({.offsets = words.column_offsets().data(),
                                             .nodes = words.column_rows().data(),
                                             .entries = words.column_entries().data(),
                                             .counts = evidence_.counts.data(),
                                             .choices = part.choices.values.data(),
                                             .word_rest = word_rest_.data(),
                                             .per_member = per_member.data(),
                                             .prior = static_cast<float>(kWordPrior),
                                             .word_rates = part.word_rates.values.data(),
                                             .scratch = scratch.data(),
                                             .width = width},
                                            {first, last});
                        });
  }

  /// With `found`: the links each group is expected to have made, both directions counted.
  void compute_rates(Part& part, std::vector<double>* found) {
    const std::int64_t width = part.choices.width;
    const auto chunks = static_cast<std::int64_t>(evidence_.node_chunks.size()) - 1;
    std::vector<float> sums(found == nullptr ? 0 : chunks * width, 0.0F);
    ops::for_each_chunk(
        evidence_.node_chunks, [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
          std::vector<float> scratch(width);
          rates_of_relation({.evidence = evidence_.view(),
                             .choices = part.choices.values.data(),
                             .word_rates = part.word_rates.values.data(),
                             .link_rates = part.link_rates.data(),
                             .activity = theta_.data(),
                             .link_rest = link_rest_.data(),
                             .links = part.links.data(),
                             .words = part.words.data(),
                             .found = found == nullptr ? nullptr : sums.data() + chunk * width,
                             .scratch = scratch.data(),
                             .width = width},
                            {first, last});
        });
    for (std::size_t i = 0; i < sums.size(); ++i) (*found)[i % width] += sums[i];
  }

  void improve_background_and_noise() {
    compute_rest(Part{});  // no relation is left out: the rates of all together
    const PairIndex& words = *evidence_.words;
    const auto nodes = static_cast<double>(evidence_.nodes());
    for (std::int64_t w = 0; w < evidence_.vocabulary(); ++w) {
      double uses = 0;
      for (EntryId k = words.column_offsets()[w]; k < words.column_offsets()[w + 1]; ++k) {
        const EntryId e = words.column_entries()[k];
        uses += evidence_.counts[e] * background_[w] / word_rest_[e];
      }
      background_[w] = static_cast<float>(
          std::max((uses + kBackgroundShare * frequencies_[w] * kBackgroundPrior) /
                       (nodes + kBackgroundPrior),
                   1e-9));
    }
    double links = 0;
    std::vector<float> noise(link_rest_.size());
    for (std::int64_t v = 0; v < evidence_.nodes(); ++v) noise_of_links(v, noise);
    for (std::size_t e = 0; e < noise.size(); ++e) links += noise[e] / link_rest_[e];
    noise_ = std::max(links, 1.0) / active_pairs();
  }

  [[nodiscard]] double log_likelihood() const {
    const auto nodes = static_cast<double>(evidence_.nodes());
    double sum = -noise_ * active_pairs() / 2;
    std::vector<float> noise(evidence_.links->entries());
    for (std::int64_t v = 0; v < evidence_.nodes(); ++v) noise_of_links(v, noise);
    for (EntryId e = 0; e < evidence_.links->entries(); ++e) {
      double rate = noise[e];
      for (const Part& part : parts_) rate += part.links[e];
      sum += std::log(rate) / 2;
    }
    for (EntryId e = 0; e < evidence_.words->entries(); ++e) {
      double rate = background_[evidence_.words->columns()[e]];
      for (const Part& part : parts_) rate += part.words[e];
      sum += evidence_.counts[e] * std::log(rate);
    }
    for (const float rate : background_) sum -= nodes * rate;
    for (const Part& part : parts_) sum += cost_of(part);
    return sum;
  }

  /// What a relation's pairs and words without a count, and its memberships, contribute.
  [[nodiscard]] double cost_of(const Part& part) const {
    const std::vector<double> sizes = column_sums(part.choices);
    const std::vector<double> words = column_sums(part.word_rates);
    const std::vector<double> volume = volumes(part);
    double sum = 0;
    for (std::int64_t g = 0; g < part.choices.columns; ++g) {
      sum -= part.link_rates[g] * volume[g] * volume[g] / 2 + sizes[g] * words[g];
      const double prior = sizes[g] / static_cast<double>(evidence_.nodes());
      if (prior > 0) sum += sizes[g] * std::log(prior);
    }
    for (std::int64_t v = 0; v < part.choices.rows; ++v) {
      for (std::int64_t g = 0; g < part.choices.columns; ++g) {
        const double q = part.choices.row(v)[g];
        if (q > 0) sum -= q * std::log(q);
      }
    }
    return sum;
  }

  /// What is left of a relation that was none is often two groups: those who have most noise and
  /// the others.
  void drop_small_relations() {
    constexpr std::int64_t kLeastGroups = 3;
    std::erase_if(parts_, [](const Part& part) { return part.choices.columns < kLeastGroups; });
  }

  static void drop_tiny_groups(Part& part) {
    constexpr double kLeastMembers = 3;
    const std::vector<double> sizes = column_sums(part.choices);
    std::vector<std::int64_t> kept;
    for (std::int64_t g = 0; g < part.choices.columns; ++g) {
      if (sizes[g] >= kLeastMembers) kept.push_back(g);
    }
    if (static_cast<std::int64_t>(kept.size()) < part.choices.columns) keep_groups(kept, part);
  }

  [[nodiscard]] double expected_links(const Part& part) const {
    const std::vector<double> volume = volumes(part);
    double sum = 0;
    for (std::int64_t g = 0; g < part.choices.columns; ++g) {
      sum += part.link_rates[g] * volume[g] * volume[g] / 2;
    }
    return sum;
  }

  /// Links beyond those that all nodes have with each other: twice their number between the members
  /// of two groups, divided by the number of pairs, minus the same over the graph.
  [[nodiscard]] std::vector<double> excess_densities(const Part& part) const {
    const PairIndex& links = *evidence_.links;
    const std::int64_t columns = part.choices.columns;
    NodeTable linked(part.choices.rows, columns);  // A q
    ops::for_each_chunk(
        evidence_.node_chunks, [&](std::int64_t, std::int64_t first, std::int64_t last) {
          gather_rows({links.offsets().data(), links.columns().data(), nullptr, nullptr,
                       part.choices.values.data(), linked.values.data(), linked.width, false},
                      {first, last});
        });
    std::vector<double> densities = gram(part.choices, linked);
    const std::vector<double> volume = volumes(part);
    const double all = std::accumulate(volume.begin(), volume.end(), 0.0);
    const double overall = static_cast<double>(links.entries()) / (all * all);
    for (std::int64_t i = 0; i < columns * columns; ++i) {
      densities[i] /= std::max(volume[i / columns] * volume[i % columns], 1e-9);
      densities[i] -= overall;
    }
    return densities;
  }

  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> divided_group(
      const Part& part) const {
    const std::int64_t columns = part.choices.columns;
    const std::vector<double> excess = excess_densities(part);
    const std::vector<double> words = gram(part.word_rates, part.word_rates);
    std::optional<std::pair<std::int64_t, std::int64_t>> halves;
    double most = 1;
    for (std::int64_t g = 0; g < columns; ++g) {
      for (std::int64_t h = g + 1; h < columns; ++h) {
        const double within = std::min(excess[g * (columns + 1)], excess[h * (columns + 1)]);
        if (within <= 0) continue;
        const double lengths = words[g * (columns + 1)] * words[h * (columns + 1)];
        const double cosine = lengths > 0 ? words[g * columns + h] / std::sqrt(lengths) : 0;
        const double needed = cosine > kAlikeWords ? kDividedLinksAndWords : kDividedLinks;
        const double likeness = excess[g * columns + h] / (needed * within);
        if (likeness <= most) continue;
        most = likeness;
        halves = {g, h};
      }
    }
    return halves;
  }

  /// Group g takes the members of h.
  static void join_groups(std::int64_t g, std::int64_t h, Part& part) {
    const std::vector<double> sizes = column_sums(part.choices);
    const double share = sizes[g] / std::max(sizes[g] + sizes[h], 1e-9);
    for (std::int64_t v = 0; v < part.choices.rows; ++v) {
      part.choices.row(v)[g] += part.choices.row(v)[h];
    }
    for (std::int64_t w = 0; w < part.word_rates.rows; ++w) {
      float* const phi = part.word_rates.row(w);
      phi[g] = static_cast<float>(share * phi[g] + (1 - share) * phi[h]);
    }
    part.link_rates[g] =
        static_cast<float>(share * part.link_rates[g] + (1 - share) * part.link_rates[h]);
    drop_group(h, part);
  }

  static void drop_group(std::int64_t group, Part& part) {
    std::vector<std::int64_t> kept(part.choices.columns);
    std::iota(kept.begin(), kept.end(), std::int64_t{0});
    kept.erase(kept.begin() + group);
    keep_groups(kept, part);
  }

  /// [K] nats that a group adds for those who are in it: they would be in another group of the
  /// relation, log sum_h exp(logit_h) without its term.
  [[nodiscard]] static std::vector<double> gains_of(const Part& part) {
    constexpr double kLeastRest = 1e-6;
    std::vector<double> gains(part.choices.columns, 0.0);
    for (std::int64_t v = 0; v < part.choices.rows; ++v) {
      for (std::int64_t g = 0; g < part.choices.columns; ++g) {
        gains[g] -= std::log(std::max(1.0 - part.choices.row(v)[g], kLeastRest));
      }
    }
    return gains;
  }

  /// [K] what a group must gain: a logarithm of its observations for every parameter, where a word
  /// rate counts as far as the data and not the prior decides it. That is twice Schwarz's
  /// criterion, since the memberships are fitted, too: on generated graphs true groups gain three
  /// times as much or more, superfluous ones half of it.
  [[nodiscard]] static std::vector<double> complexity_of(const Part& part) {
    const std::vector<double> sizes = column_sums(part.choices);
    std::vector<double> costs;
    for (std::int64_t g = 0; g < part.choices.columns; ++g) {
      double parameters = 1;
      for (std::int64_t w = 0; w < part.word_rates.rows; ++w) {
        const double uses = part.word_rates.row(w)[g] * sizes[g];
        parameters += uses / (uses + 1);
      }
      costs.push_back(parameters * std::log(1 + sizes[g]));
    }
    return costs;
  }

  [[nodiscard]] double complexity() const {
    double sum = 0;
    for (const Part& part : parts_) {
      for (const double cost : complexity_of(part)) sum += cost;
    }
    return sum;
  }

  static NodeTable columns_of(const NodeTable& table, const std::vector<std::int64_t>& columns) {
    NodeTable result(table.rows, static_cast<std::int64_t>(columns.size()));
    for (std::int64_t r = 0; r < table.rows; ++r) {
      for (std::size_t i = 0; i < columns.size(); ++i) result.row(r)[i] = table.row(r)[columns[i]];
    }
    return result;
  }

  static void keep_groups(const std::vector<std::int64_t>& kept, Part& part) {
    part.choices = columns_of(part.choices, kept);
    part.word_rates = columns_of(part.word_rates, kept);
    std::vector<float> rates(part.choices.width, 0.0F);
    for (std::size_t i = 0; i < kept.size(); ++i) rates[i] = part.link_rates[kept[i]];
    part.link_rates = std::move(rates);
    for (std::int64_t v = 0; v < part.choices.rows; ++v) {
      float* const q = part.choices.row(v);
      float sum = 0;
      for (std::size_t i = 0; i < kept.size(); ++i) sum += q[i] += 1e-6F;
      for (std::size_t i = 0; i < kept.size(); ++i) q[i] /= sum;
    }
  }

  /// Without the padding.
  [[nodiscard]] static Relation relation_of(const Part& part) {
    const std::int64_t groups = part.choices.columns;
    const auto rows_of = [&](const NodeTable& table) {
      std::vector<float> values;
      values.reserve(table.rows * groups);
      for (std::int64_t r = 0; r < table.rows; ++r) {
        values.insert(values.end(), table.row(r), table.row(r) + groups);
      }
      return values;
    };
    return {groups,
            rows_of(part.choices),
            rows_of(part.word_rates),
            {part.link_rates.begin(), part.link_rates.begin() + groups},
            std::nullopt};
  }

  const Evidence& evidence_;
  std::vector<float> frequencies_;  // [d]
  std::vector<float> background_;   // [d]
  std::vector<float> theta_;        // [N]
  double noise_ = 0;
  std::vector<Part> parts_;
  std::vector<float> link_rest_;  // [links]
  std::vector<float> word_rest_;  // [words used]
};

}  // namespace

RelationModel refine_relations(const Evidence& evidence, const GroupFactors& factors,
                               const std::vector<std::vector<std::int64_t>>& relations,
                               const RefinementOptions& options, const ProgressCallback& step) {
  Refinement refinement(evidence, factors, relations);
  for (int i = 0; i < options.steps; ++i) {
    const double change = refinement.improve();
    if (step) step();
    // Not before the memberships have settled, and with time to settle again.
    const bool may_drop = i >= options.steps / 3 && i + 2 < options.steps;
    if (may_drop) refinement.keep_strongest(options.most_relations);
    const bool dropped = may_drop && refinement.drop_superfluous_groups();
    const bool joined = may_drop && refinement.join_divided_groups();
    if (may_drop && !dropped && !joined && change < kSettled) break;
  }
  return refinement.result();
}

double score_without_relations(const Evidence& evidence) {
  GroupFactors nothing;
  nothing.background = evidence.word_frequencies();
  for (float& rate : nothing.background) rate = std::max(rate, 1e-9F);
  Refinement refinement(evidence, nothing, {});
  refinement.improve();
  return refinement.result().score;
}

}  // namespace disgnn::relations
