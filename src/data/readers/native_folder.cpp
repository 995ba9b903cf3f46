#include "native_folder.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "../csv_columns.h"
#include "../native_layout.h"
#include "../node_ids.h"
#include "array_tables.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "feature_files.h"
#include "node_count.h"
#include "public_masks.h"
#include "source_paths.h"

namespace disgnn {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Folder {
 public:
  explicit Folder(fs::path folder) : folder_(std::move(folder)) {}

  RawDataset read() {
    read_meta();
    read_labels();
    read_features();
    read_ids();
    if (!count_.known()) {
      throw input_error(Where{folder_.string()}, "nothing tells the number of nodes",
                        "add labels.npy or features.npy, or \"nodes\" to meta.json");
    }
    data_.nodes = count_.value();
    data_.pairs = pairs_from_array(array(native_file::kEdges), data_.nodes);
    read_relations();
    read_memberships();
    if (has(native_file::kSplits)) read_splits();
    return std::move(data_);
  }

 private:
  [[nodiscard]] fs::path path(std::string_view file) const { return folder_ / file; }
  [[nodiscard]] bool has(std::string_view file) const {
    std::error_code ignored;
    return fs::exists(path(file), ignored);
  }
  [[nodiscard]] NpyArray array(std::string_view file) const {
    return parse_npy(read_file(path(file)), path(file).string());
  }

  void read_meta() {
    data_.name = dataset_name(folder_);
    if (!has(native_file::kMeta)) return;
    const std::string source = path(native_file::kMeta).string();
    try {
      const json meta = json::parse(read_file(source));
      data_.name = meta.value("name", data_.name);
      data_.directed = meta.value("directed", false);
      data_.relation_names = meta.value("relation_names", std::vector<std::string>());
      if (meta.contains("nodes")) count_.agree(meta["nodes"].get<std::int64_t>(), source);
    } catch (const json::exception& failure) {
      throw input_error(Where{source}, fmt::format("cannot be understood ({})", failure.what()),
                        "correct it, or remove it: only name, nodes, directed and relation_names "
                        "are read");
    }
  }

  void read_labels() {
    if (has(native_file::kLabels)) {
      data_.labels = codes_from_array(array(native_file::kLabels), "label");
      count_.agree(static_cast<std::int64_t>(data_.labels.size()),
                   path(native_file::kLabels).string());
    }
    if (!has(native_file::kClasses)) return;
    data_.class_names = read_single_column(path(native_file::kClasses), "class");
    check_distinct(data_.class_names, native_file::kClasses);
    check_named(data_.labels, data_.class_names, native_file::kLabels, native_file::kClasses);
  }

  void read_features() {
    const bool dense = has(native_file::kDenseFeatures);
    const bool sparse = has(native_file::kSparseFeatures);
    if (dense && sparse) {
      throw input_error(Where{folder_.string()}, "holds both features.npy and features.npz",
                        "remove one of the two");
    }
    if (!dense && !sparse) return;
    const fs::path file = path(dense ? native_file::kDenseFeatures : native_file::kSparseFeatures);
    data_.features = read_features_file(file, count_);
    if (!has(native_file::kFeatureNames)) return;
    const std::string names = path(native_file::kFeatureNames).string();
    data_.feature_names = read_single_column(names, "feature");
    const auto columns = static_cast<std::size_t>(feature_columns(data_.features));
    if (data_.feature_names.size() == columns) return;
    throw input_error(Where{names},
                      fmt::format("names {} features, but {} has {} columns",
                                  data_.feature_names.size(), file.string(), columns),
                      "name every column once, or remove the file");
  }

  void read_ids() {
    if (!has(native_file::kIds)) return;
    const std::string source = path(native_file::kIds).string();
    data_.node_ids = read_single_column(source, "id");
    count_.agree(static_cast<std::int64_t>(data_.node_ids.size()), source);
    const NodeIdIndex index(data_.node_ids, count_.value());
    if (const auto again = index.duplicate()) {
      throw input_error(Where{source},
                        fmt::format("node id '{}' occurs twice", data_.node_ids[*again]),
                        "give every node an id of its own");
    }
    drop_plain_numbering(data_.node_ids);
  }

  void read_relations() {
    if (!has(native_file::kRelations)) {
      data_.relation_names.clear();
      return;
    }
    const std::string source = path(native_file::kRelations).string();
    data_.relations = codes_from_array(array(native_file::kRelations), "relation");
    if (data_.relations.size() != data_.pairs.size()) {
      throw input_error(Where{source},
                        fmt::format("has {} relations, but {} has {} edges", data_.relations.size(),
                                    path(native_file::kEdges).string(), data_.pairs.size()),
                        "give every edge one relation (-1 = none)");
    }
    if (!data_.relation_names.empty()) {
      check_distinct(data_.relation_names, native_file::kMeta);
      check_named(data_.relations, data_.relation_names, native_file::kRelations,
                  native_file::kMeta);
    }
  }

  void read_memberships() {
    if (!has(native_file::kMemberships)) return;
    const NpyArray groups = array(native_file::kMemberships);
    data_.memberships = memberships_from_array(groups, data_.nodes);
    if (data_.relation_names.empty() || data_.memberships.size() == data_.relation_names.size()) {
      return;
    }
    throw input_error(Where{groups.source()},
                      fmt::format("has {} relations, but meta.json names {}",
                                  data_.memberships.size(), data_.relation_names.size()),
                      "give every relation one row, in the order of relation_names");
  }

  void check_distinct(std::vector<std::string> names, std::string_view file) const {
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice == names.end()) return;
    throw input_error(Where{path(file).string()}, fmt::format("the name '{}' occurs twice", *twice),
                      "give every one a name of its own");
  }

  /// Every code must have a name where names are given.
  void check_named(const std::vector<std::int32_t>& codes, const std::vector<std::string>& names,
                   std::string_view code_file, std::string_view name_file) const {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] < static_cast<std::int32_t>(names.size())) continue;
      throw input_error(Where{path(code_file).string()},
                        fmt::format("row {} (counted from 0) is {}, but {} holds only {} names", i,
                                    codes[i], path(name_file).string(), names.size()),
                        "add the missing names");
    }
  }

  void read_splits() {
    const NpzFile file(path(native_file::kSplits));
    data_.public_splits = public_splits_from_npz(file, data_.nodes, data_.warnings);
    if (!data_.public_splits.empty()) return;
    throw input_error(Where{file.source()}, "has no member train_mask or train_masks",
                      "save train_mask, val_mask and test_mask, or remove the file");
  }

  fs::path folder_;
  RawDataset data_;
  NodeCount count_;
};

}  // namespace

std::string NativeFolderReader::description() const {
  return "native folder with edges.npy and labels.npy, features.npz or features.npy, splits.npz, "
         "relations.npy, memberships.npy, ids.csv, classes.csv, feature_names.csv, meta.json";
}

bool NativeFolderReader::recognises(const DataSource& source) const {
  if (source.path.empty()) return false;
  std::error_code ignored;
  return fs::is_regular_file(fs::path(source.path) / native_file::kEdges, ignored);
}

RawDataset NativeFolderReader::read(const DataSource& source) const {
  refuse_side_files(source, "native folder");
  RawDataset data = Folder(source.path).read();
  data.directed = data.directed || source.directed;
  return data;
}

}  // namespace disgnn
