#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disgnn/graph/pair_index.h"
#include "disgnn/relations/relation_finder.h"
#include "relations/kernels/relation_kernels.h"

namespace disgnn::relations {

/// What hidden relations have to explain: who is linked to whom and who uses which word. A word is
/// a feature that a node has or has not; a dense column of numbers becomes two words, "high" and
/// "low", used as often as the value lies that many standard deviations away from the mean.
struct Evidence {
  std::shared_ptr<const PairIndex> links;  ///< [N, N] both directions, no self loops
  std::shared_ptr<const PairIndex> words;  ///< [N, d] who uses which word
  std::vector<float> counts;               ///< [words used]
  std::vector<std::string> word_names;     ///< [d]
  std::vector<std::int64_t> node_chunks;   ///< bounds of chunks of nodes of equal work
  std::vector<std::int64_t> word_chunks;   ///< the same of words

  [[nodiscard]] std::int64_t nodes() const { return links->nodes(); }
  [[nodiscard]] std::int64_t vocabulary() const { return words->column_nodes(); }
  [[nodiscard]] EvidenceView view() const;
  /// Sum of the counts of every word divided by the number of nodes, [d].
  [[nodiscard]] std::vector<float> word_frequencies() const;
};

/// Throws Error (kInput) on a graph without edges.
Evidence gather_evidence(const RelationData& data);

/// The same numbers of links per node, of words per node and of users per word, but at random:
/// what is left when there are no relations.
Evidence shuffled(const Evidence& evidence, std::uint64_t seed);

/// A random nine tenths of the links and of the words used; `part` tells several apart.
Evidence thinned(const Evidence& evidence, std::uint64_t seed, std::uint32_t part);

}  // namespace disgnn::relations
