#pragma once

#include <functional>
#include <span>
#include <string>

#include "disgnn/data/dataset.h"
#include "disgnn/relations/relation_model.h"

namespace disgnn::relations {

struct RelationOptions {
  std::int64_t relations = 0;      ///< at most so many; 0: as many as are found
  std::int64_t groups = 0;         ///< looked for in all relations together; 0: chosen
  std::int64_t most_groups = 128;  ///< where they are chosen
  std::int64_t steps = 10;         ///< of the refinement
  std::int64_t restarts = 2;       ///< on thinned evidence, to see how stable the relations are
  std::uint64_t seed = 0;
};

/// A graph whose relations are looked for.
struct RelationData {
  const PairIndex& edges;  ///< self loops and directions are ignored
  const Features& features;
  std::span<const std::string> feature_names = {};  ///< [d], or empty
  std::string name = {};                            ///< of the graph, for messages
};

/// Told what is being done and how much of it is done; what it throws ends the search.
using RelationProgress = std::function<void(const std::string& what, double share)>;

/// Finds the relations behind the edges of a graph from its structure and features, without labels:
///   1. leading eigenvectors of an operator of links and words (spectrum.h); as many as noise of
///      the same degrees and frequencies does not explain,
///   2. turned into groups by varimax (varimax.h) and improved as overlapping groups that explain
///      links and words (group_factorisation.h),
///   3. groups that share no members form a relation (exclusive_groups.h),
///   4. every node gets one group per relation (relation_refinement.h).
/// Steps 2 to 4 are done for growing numbers of groups, and once with words that exclude each other
/// in place of the groups of step 2; the best score wins. The same bits for any number of threads.
/// O((links + words used) * groups + nodes * groups^2) time, O(nodes * groups) memory and a few
/// numbers per link and word used. Throws Error (kInput) on a graph without edges, and on one in
/// which nothing is found.
RelationModel find_relations(const RelationData& data, const RelationOptions& options,
                             const RelationProgress& progress);
/// The same of a dataset, of which labels and true relations are not read. DeepWalk vectors that
/// stand in for features are left out: they say nothing that the links do not.
RelationModel find_relations(const Dataset& data, const RelationOptions& options,
                             const RelationProgress& progress);

}  // namespace disgnn::relations
