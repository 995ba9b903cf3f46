#include "heterophily_npz.h"

#include "array_tables.h"
#include "disgnn/data/npz.h"
#include "feature_files.h"
#include "node_count.h"
#include "public_masks.h"
#include "source_paths.h"

namespace disgnn {

std::string HeterophilyNpzReader::description() const {
  return "a single .npz with node_features, node_labels, edges and, if published, train_masks, "
         "val_masks and test_masks";
}

bool HeterophilyNpzReader::recognises(const DataSource& source) const {
  return std::filesystem::path(source.path).extension() == ".npz";
}

RawDataset HeterophilyNpzReader::read(const DataSource& source) const {
  refuse_side_files(source, "heterophily .npz");
  const NpzFile file{std::filesystem::path(source.path)};
  const NpyArray edges = file.read("edges");
  const NpyArray labels = file.read("node_labels");
  const NpyArray features = file.read("node_features");

  RawDataset data;
  data.name = dataset_name(source.path);
  data.directed = source.directed;
  data.labels = codes_from_array(labels, "label");
  data.features = dense_features_from_array(features);
  NodeCount count;
  count.agree(static_cast<std::int64_t>(data.labels.size()), labels.source());
  count.agree(feature_rows(data.features), features.source());
  data.nodes = count.value();
  data.pairs = pairs_from_array(edges, data.nodes);
  data.public_splits = public_splits_from_npz(file, data.nodes, data.warnings);
  return data;
}

}  // namespace disgnn
