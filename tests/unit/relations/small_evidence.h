#pragma once

#include "disgnn/data/campus.h"
#include "disgnn/data/dataset.h"
#include "relations/evidence.h"

namespace disgnn::relations::testing {

inline Evidence evidence_of(const Dataset& data) {
  return gather_evidence({*data.graph.index(), data.features, data.feature_names, data.name});
}

/// Six nodes in two triangles joined by one edge; the words 0 and 1 belong to the triangles, word 2
/// to nobody in particular.
inline Dataset two_triangles() {
  RawDataset raw;
  raw.name = "triangles";
  raw.nodes = 6;
  raw.pairs = {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}, {2, 3}};
  raw.features = SparseFeatures{
      6, 3, {0, 1, 3, 4, 5, 6, 8}, {0, 0, 2, 0, 1, 1, 1, 2}, {1, 1, 3, 1, 1, 1, 1, 1}};
  return make_dataset(std::move(raw));
}

inline Dataset small_campus(std::int32_t relations, std::uint64_t seed = 0) {
  CampusOptions options;
  options.nodes = 600;
  options.relations = relations;
  options.word_probability = 0.35;
  options.seed = seed;
  return make_dataset(generate_campus(options));
}

}  // namespace disgnn::relations::testing
