#include "disgnn/run/embedded_features.h"

#include <fmt/format.h>

#include "data/readers/feature_files.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"

namespace disgnn::run {
namespace {

DenseFeatures read_vectors(const std::filesystem::path& cache, const Dataset& data) {
  DenseFeatures vectors = dense_features_from_array(parse_npy(read_file(cache), cache.string()));
  if (vectors.rows != data.nodes()) {
    throw input_error(Where{cache.string()},
                      fmt::format("has vectors of {} nodes, but '{}' has {}", vectors.rows,
                                  data.name, data.nodes()),
                      "put the data back that it was made of, or remove the file");
  }
  return vectors;
}

}  // namespace

embed::DeepWalkOptions feature_embedding() {
  return {};
}

void add_embedded_features(Dataset& data, const std::filesystem::path& cache,
                           const embed::EmbeddingProgress& progress) {
  if (has_features(data.features)) return;
  if (std::filesystem::exists(cache)) {
    restore_embedded_features(data, cache);
    return;
  }
  DenseFeatures vectors = embed::deepwalk(data.graph, feature_embedding(), progress);
  std::filesystem::create_directories(cache.parent_path());
  write_file_atomically(cache, encode_npy(vectors.values, {vectors.rows, vectors.columns}));
  data.features = std::move(vectors);
  data.embedded_features = true;
}

void restore_embedded_features(Dataset& data, const std::filesystem::path& cache) {
  if (has_features(data.features) || !std::filesystem::exists(cache)) return;
  data.features = read_vectors(cache, data);
  data.embedded_features = true;
}

std::string embedding_notice(const Dataset& data) {
  return fmt::format("'{}' has no node features: {} DeepWalk dimensions are used instead",
                     data.name, feature_columns(data.features));
}

}  // namespace disgnn::run
