#include "disgnn/relations/relation_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "disgnn/core/clustering_scores.h"
#include "disgnn/core/error.h"
#include "relations/evidence.h"
#include "relations/exclusive_groups.h"
#include "relations/group_factorisation.h"
#include "relations/relation_refinement.h"
#include "relations/spectrum.h"
#include "relations/varimax.h"

namespace disgnn::relations {
namespace {

/// A part of the variance of real evidence is explained by groups, so its noise ends earlier than
/// that of shuffled evidence, where all of it is noise.
constexpr double kEdgeOfNoise = 0.93;
constexpr int kFactorSteps = 8;
/// How many more columns than signals there are at first. The indicators of K_1, …, K_C groups span
/// sum (K_c - 1) + 1 dimensions, so there are a few groups more than signals; some columns of noise
/// do no harm, since they become no group.
constexpr double kColumnsPerSignal = 1.15;

NodeTable first_columns(const NodeTable& table, std::int64_t columns) {
  NodeTable part(table.rows, columns);
  for (std::int64_t r = 0; r < table.rows; ++r) {
    std::copy_n(table.row(r), columns, part.row(r));
  }
  return part;
}

/// Names a stage of the work and counts its steps.
ProgressCallback stage(const RelationProgress& progress, const std::string& what, double steps) {
  if (!progress) return {};
  return [&progress, what, steps, done = 0]() mutable {
    progress(what, std::min(1.0, ++done / steps));
  };
}

struct Signals {
  double edge = 0;  ///< where the eigenvalues of noise end
  std::int64_t count = 0;
  NodeTable vectors;  ///< [N, count and more]
};

Signals find_signals(const Evidence& evidence, const RelationOptions& options,
                     const RelationProgress& progress) {
  const ProgressCallback step = stage(progress, "eigenvectors of links and features", 41);
  const Evidence noise = shuffled(evidence, options.seed);
  Signals signals;
  constexpr double kLeastEdge = 0.1;  // of a graph too small to have any
  signals.edge = std::max(kLeastEdge,
                          kEdgeOfNoise * largest_eigenvalue(AffinityOperator(noise), options.seed));
  if (step) step();
  const std::int64_t groups = options.groups;
  Spectrum spectrum =
      leading_spectrum(AffinityOperator(evidence), signals.edge, groups > 0 ? groups : 2,
                       groups > 0 ? groups : options.most_groups, options.seed, step);
  signals.count = std::count_if(spectrum.values.begin(), spectrum.values.end(),
                                [&](double value) { return value > signals.edge; });
  signals.vectors = std::move(spectrum.vectors);
  return signals;
}

/// Tries starts and keeps the relations with the best score.
class Search {
 public:
  Search(const Evidence& evidence, const RelationOptions& options, const RelationProgress& progress)
      : evidence_(evidence),
        options_(options),
        progress_(progress),
        score_of_nothing_(options.groups > 0 || options.relations > 0
                              ? -std::numeric_limits<double>::infinity()
                              : score_without_relations(evidence)) {}

  /// Groups from so many eigenvectors. True if more may be better: the relations they make are the
  /// best so far, and the refinement found groups that were missing.
  bool try_columns(const NodeTable& eigenvectors, std::int64_t columns) {
    const ProgressCallback step =
        stage(progress_, fmt::format("{} overlapping groups", columns), kFactorSteps + kMostTurns);
    GroupFactors factors =
        first_factors(evidence_, varimax(first_columns(eigenvectors, columns), step));
    improve_factors(evidence_, kFactorSteps, factors, step);
    return try_groups(factors, exclusive_groups(factors.members, {}), columns);
  }

  /// More and more columns until that does not pay any more.
  void try_growing_columns(const Signals& signals) {
    const std::int64_t available = signals.vectors.columns;
    std::int64_t columns =
        static_cast<std::int64_t>(kColumnsPerSignal * static_cast<double>(signals.count)) + 1;
    columns = std::min(columns, available);
    while (try_columns(signals.vectors, columns) && columns < available) {
      columns = std::min(available, columns + columns / 6 + 1);
    }
  }

  /// Words that exclude each other and of which most nodes have one, such as the values of an
  /// attribute, may be the groups themselves.
  void try_attributes() {
    const NodeTable users = users_of_words();
    auto relations = exclusive_groups(users, {});
    std::erase_if(relations, [&](const auto& words) {
      double covered = 0;
      for (std::int64_t v = 0; v < users.rows; ++v) {
        for (const std::int64_t w : words) covered += users.row(v)[w];
      }
      return covered < kLeastCoverage * static_cast<double>(users.rows);
    });
    if (!relations.empty()) try_groups(first_factors(evidence_, users), relations, 0);
  }

  [[nodiscard]] std::optional<RelationModel>& best() { return best_; }
  /// Of the best: how many columns it started from, 0 = attributes.
  [[nodiscard]] std::int64_t columns() const { return columns_; }

 private:
  static constexpr double kLeastCoverage = 0.5;
  static constexpr std::int64_t kMostWords = 128;

  bool try_groups(const GroupFactors& factors,
                  const std::vector<std::vector<std::int64_t>>& relations, std::int64_t columns) {
    if (relations.empty()) return false;
    const ProgressCallback step = stage(progress_, fmt::format("{} relations", relations.size()),
                                        static_cast<double>(options_.steps));
    RelationModel model = refine_relations(
        evidence_, factors, relations,
        {.steps = static_cast<int>(options_.steps), .most_relations = options_.relations}, step);
    if (model.relations.empty()) return false;  // none was worth its parameters
    // Schwarz's criterion, half of what the score takes off, decides whether there is anything.
    const double plain_score = (model.log_likelihood + model.score) / 2;
    if (plain_score <= score_of_nothing_) return false;
    if (best_ && model.score <= best_->score) return false;
    std::size_t started = 0;
    for (const auto& groups : relations) started += groups.size();
    const bool incomplete = count_groups(model) > started;
    best_ = std::move(model);
    columns_ = columns;
    return incomplete;
  }

  [[nodiscard]] static std::size_t count_groups(const RelationModel& model) {
    std::size_t groups = 0;
    for (const Relation& relation : model.relations) groups += relation.groups;
    return groups;
  }

  /// [N, words] 1 where a node uses a word, of the most used words.
  [[nodiscard]] NodeTable users_of_words() const {
    const std::span<const EntryId> offsets = evidence_.words->column_offsets();
    std::vector<std::int64_t> words(evidence_.vocabulary());
    std::iota(words.begin(), words.end(), std::int64_t{0});
    const auto users = [&](std::int64_t w) { return offsets[w + 1] - offsets[w]; };
    std::stable_sort(words.begin(), words.end(),
                     [&](std::int64_t a, std::int64_t b) { return users(a) > users(b); });
    words.resize(std::min<std::size_t>(words.size(), kMostWords));
    NodeTable table(evidence_.nodes(), static_cast<std::int64_t>(words.size()));
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (EntryId k = offsets[words[i]]; k < offsets[words[i] + 1]; ++k) {
        table.row(evidence_.words->column_rows()[k])[i] = 1;
      }
    }
    return table;
  }

  const Evidence& evidence_;
  const RelationOptions& options_;
  const RelationProgress& progress_;
  double score_of_nothing_;  // -infinity where the user wants relations all the same
  std::optional<RelationModel> best_;
  std::int64_t columns_ = 0;
};

/// Starts again on a part of the evidence and sees how much of the groups of `model` comes back.
void measure_stability(const Evidence& evidence, const RelationOptions& options,
                       std::int64_t columns, const RelationProgress& progress,
                       RelationModel& model) {
  if (options.restarts == 0) return;
  for (Relation& relation : model.relations) relation.stability = 0;
  for (std::int64_t restart = 0; restart < options.restarts; ++restart) {
    const Evidence part = thinned(evidence, options.seed, static_cast<std::uint32_t>(restart));
    if (part.links->entries() == 0) continue;
    RelationOptions same = options;
    same.seed = options.seed + 1 + static_cast<std::uint64_t>(restart);
    same.groups = columns;
    const RelationProgress named =
        !progress ? progress : [&](const std::string& what, double share) {
          progress(fmt::format("restart {}/{}: {}", restart + 1, options.restarts, what), share);
        };
    Search search(part, same, named);
    if (columns > 0) {
      const Signals signals = find_signals(part, same, named);
      search.try_columns(signals.vectors, std::min(columns, signals.vectors.columns));
    } else {
      search.try_attributes();
    }
    if (!search.best()) continue;
    for (Relation& relation : model.relations) {
      double nearest = 0;
      for (const Relation& other : search.best()->relations) {
        nearest = std::max(nearest, normalised_mutual_information(relation.likely_groups(),
                                                                  other.likely_groups()));
      }
      *relation.stability += nearest / static_cast<double>(options.restarts);
    }
  }
}

}  // namespace

RelationModel find_relations(const Dataset& data, const RelationOptions& options,
                             const RelationProgress& progress) {
  static const Features kNone;
  return find_relations({*data.graph.index(), data.embedded_features ? kNone : data.features,
                         data.feature_names, data.name},
                        options, progress);
}

RelationModel find_relations(const RelationData& data, const RelationOptions& options,
                             const RelationProgress& progress) {
  const Evidence evidence = gather_evidence(data);
  Search search(evidence, options, progress);
  {
    const Signals signals = find_signals(evidence, options, progress);
    if (options.groups > 0) {
      search.try_columns(signals.vectors, signals.vectors.columns);
    } else {
      search.try_growing_columns(signals);
      search.try_attributes();
    }
  }
  if (!search.best()) {
    throw input_error(
        fmt::format("in the links and features of '{}' no three groups of nodes stand out that "
                    "exclude each other",
                    data.name),
        options.groups > 0 ? "another number of --groups may find some; the graph may have none"
                           : "--groups N looks for N groups all the same; the graph may have none");
  }
  RelationModel model = std::move(*search.best());
  measure_stability(evidence, options, search.columns(), progress, model);
  return model;
}

}  // namespace disgnn::relations
