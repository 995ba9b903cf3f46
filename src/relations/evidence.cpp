#include "relations/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"
#include "disgnn/graph/neighbourhoods.h"
#include "ops/row_chunks.h"

namespace disgnn::relations {
namespace {

struct Words {
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  std::vector<float> counts;
  std::vector<std::string> names;
};

std::string name_of(const RelationData& data, std::int64_t column) {
  return data.feature_names.empty() ? fmt::format("feature {}", column)
                                    : data.feature_names[column];
}

Words words_of(const SparseFeatures& features, const RelationData& data) {
  Words words;
  for (std::int64_t v = 0; v < features.rows; ++v) {
    for (std::int64_t k = features.offsets[v]; k < features.offsets[v + 1]; ++k) {
      if (features.values[k] != 0) words.columns.push_back(features.column_indices[k]);
    }
    words.offsets.push_back(static_cast<EntryId>(words.columns.size()));
  }
  words.counts.assign(words.columns.size(), 1.0F);
  for (std::int64_t j = 0; j < features.columns; ++j) words.names.push_back(name_of(data, j));
  return words;
}

/// Mean and inverse standard deviation of a column; flags (0 and 1 alone) are words as they are.
struct ColumnScale {
  bool flag = true;
  double mean = 0;
  double scale = 0;
};

std::vector<ColumnScale> scales_of(const DenseFeatures& features) {
  std::vector<ColumnScale> scales(features.columns);
  std::vector<double> squares(features.columns, 0.0);
  const auto each = [&](auto use) {
    for (std::int64_t v = 0; v < features.rows; ++v) {
      for (std::int64_t j = 0; j < features.columns; ++j) {
        use(j, static_cast<double>(features.values[v * features.columns + j]));
      }
    }
  };
  each([&](std::int64_t j, double x) {
    scales[j].flag = scales[j].flag && (x == 0 || x == 1);
    scales[j].mean += x / static_cast<double>(features.rows);
  });
  each([&](std::int64_t j, double x) {
    squares[j] += (x - scales[j].mean) * (x - scales[j].mean) / static_cast<double>(features.rows);
  });
  for (std::int64_t j = 0; j < features.columns; ++j) {
    scales[j].scale = squares[j] > 0 ? 1 / std::sqrt(squares[j]) : 0;
  }
  return scales;
}

Words words_of(const DenseFeatures& features, const RelationData& data) {
  const std::vector<ColumnScale> scales = scales_of(features);
  // The word of every column; one of numbers has the next one, too.
  std::vector<NodeId> first(features.columns);
  Words words;
  for (std::int64_t j = 0; j < features.columns; ++j) {
    first[j] = static_cast<NodeId>(words.names.size());
    if (scales[j].flag) {
      words.names.push_back(name_of(data, j));
    } else {
      words.names.push_back("high " + name_of(data, j));
      words.names.push_back("low " + name_of(data, j));
    }
  }
  constexpr double kMostDeviations = 5;  // one far value must not speak for a group
  for (std::int64_t v = 0; v < features.rows; ++v) {
    for (std::int64_t j = 0; j < features.columns; ++j) {
      const ColumnScale& scale = scales[j];
      const double x = features.values[v * features.columns + j];
      const double value = scale.flag ? x
                                      : std::clamp((x - scale.mean) * scale.scale, -kMostDeviations,
                                                   kMostDeviations);
      if (value == 0 || !std::isfinite(value)) continue;
      words.columns.push_back(value > 0 ? first[j] : first[j] + 1);
      words.counts.push_back(static_cast<float>(std::abs(value)));
    }
    words.offsets.push_back(static_cast<EntryId>(words.columns.size()));
  }
  return words;
}

Words words_of(const std::monostate& /*none*/, const RelationData& data) {
  Words words;
  words.offsets.resize(data.edges.nodes() + 1, 0);
  return words;
}

/// Both directions of every edge; a directed graph is read as an undirected one.
std::shared_ptr<const PairIndex> links_of(const PairIndex& edges) {
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    for (EntryId e = edges.offsets()[v]; e < edges.offsets()[v + 1]; ++e) {
      const NodeId u = edges.columns()[e];
      if (u != v) pairs.push_back({std::min(u, v), std::max(u, v)});
    }
  }
  return without_self_loops(*build_graph(edges.nodes(), pairs).graph.index());
}

void cut_into_chunks(Evidence& evidence) {
  std::vector<EntryId> work(evidence.links->offsets().begin(), evidence.links->offsets().end());
  for (std::size_t v = 0; v < work.size(); ++v) work[v] += evidence.words->offsets()[v];
  evidence.node_chunks = ops::row_chunks(work);
  evidence.word_chunks = ops::row_chunks(evidence.words->column_offsets());
}

}  // namespace

EvidenceView Evidence::view() const {
  return {links->offsets().data(), links->columns().data(), words->offsets().data(),
          words->columns().data(), counts.data()};
}

std::vector<float> Evidence::word_frequencies() const {
  std::vector<double> sums(vocabulary(), 0.0);
  for (EntryId e = 0; e < words->entries(); ++e) sums[words->columns()[e]] += counts[e];
  std::vector<float> frequencies(sums.size());
  std::transform(sums.begin(), sums.end(), frequencies.begin(), [&](double sum) {
    return static_cast<float>(sum / static_cast<double>(nodes()));
  });
  return frequencies;
}

Evidence gather_evidence(const RelationData& data) {
  Evidence evidence;
  evidence.links = links_of(data.edges);
  if (evidence.links->entries() == 0) {
    throw input_error(fmt::format("the graph '{}' has no edges between different nodes, so there "
                                  "are no relations to find",
                                  data.name),
                      "give it edges");
  }
  Words words =
      std::visit([&](const auto& features) { return words_of(features, data); }, data.features);
  evidence.word_names = std::move(words.names);
  evidence.counts = std::move(words.counts);
  evidence.words =
      PairIndex::from_rows(data.edges.nodes(), static_cast<NodeId>(evidence.word_names.size()),
                           std::move(words.offsets), std::move(words.columns));
  cut_into_chunks(evidence);
  return evidence;
}

Evidence shuffled(const Evidence& evidence, std::uint64_t seed) {
  // Ends of the edges and users of the words are dealt anew. A node may then use a word twice or be
  // linked to a node twice or to itself, which on sparse data is too rare to matter.
  const PairIndex& links = *evidence.links;
  std::vector<NodeId> ends;
  for (NodeId v = 0; v < links.nodes(); ++v) {
    for (EntryId e = links.offsets()[v]; e < links.offsets()[v + 1]; ++e) {
      if (links.columns()[e] > v) ends.insert(ends.end(), {v, links.columns()[e]});
    }
  }
  RandomStream(seed, RandomPurpose::kShuffledEvidence).shuffle(std::span(ends));
  std::vector<NodePair> pairs;
  pairs.reserve(ends.size());
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    pairs.push_back({ends[i], ends[i + 1]});
    pairs.push_back({ends[i + 1], ends[i]});
  }
  Evidence result;
  result.links = PairIndex::from_pairs(links.nodes(), pairs);
  std::vector<EntryId> offsets(evidence.words->offsets().begin(), evidence.words->offsets().end());
  std::vector<EntryId> order(evidence.words->entries());
  std::iota(order.begin(), order.end(), EntryId{0});
  RandomStream(seed, RandomPurpose::kShuffledEvidence, 1).shuffle(std::span(order));
  std::vector<NodeId> columns(order.size());
  for (std::size_t e = 0; e < order.size(); ++e) {
    columns[e] = evidence.words->columns()[order[e]];
    result.counts.push_back(evidence.counts[order[e]]);
  }
  result.words = PairIndex::from_rows(static_cast<NodeId>(evidence.nodes()),
                                      static_cast<NodeId>(evidence.vocabulary()),
                                      std::move(offsets), std::move(columns));
  result.word_names = evidence.word_names;
  cut_into_chunks(result);
  return result;
}

Evidence thinned(const Evidence& evidence, std::uint64_t seed, std::uint32_t part) {
  constexpr double kKept = 0.9;
  const RandomStream of_links(seed, RandomPurpose::kThinnedEvidence, part, 0);
  const RandomStream of_words(seed, RandomPurpose::kThinnedEvidence, part, 1);
  const PairIndex& links = *evidence.links;
  const auto nodes = static_cast<NodeId>(evidence.nodes());
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < nodes; ++v) {
    for (EntryId e = links.offsets()[v]; e < links.offsets()[v + 1]; ++e) {
      const NodeId u = links.columns()[e];
      if (u < v || of_links.uniform(e) >= kKept) continue;
      pairs.push_back({v, u});
      pairs.push_back({u, v});
    }
  }
  Evidence result;
  result.links = PairIndex::from_pairs(nodes, pairs);
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  for (NodeId v = 0; v < nodes; ++v) {
    for (EntryId e = evidence.words->offsets()[v]; e < evidence.words->offsets()[v + 1]; ++e) {
      if (of_words.uniform(e) >= kKept) continue;
      columns.push_back(evidence.words->columns()[e]);
      result.counts.push_back(evidence.counts[e]);
    }
    offsets.push_back(static_cast<EntryId>(columns.size()));
  }
  result.words = PairIndex::from_rows(nodes, static_cast<NodeId>(evidence.vocabulary()),
                                      std::move(offsets), std::move(columns));
  result.word_names = evidence.word_names;
  cut_into_chunks(result);
  return result;
}

}  // namespace disgnn::relations
