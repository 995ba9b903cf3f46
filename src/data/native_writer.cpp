#include "disgnn/data/native_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/data/csv.h"
#include "disgnn/data/npz.h"
#include "native_layout.h"

namespace disgnn {
namespace {

namespace fs = std::filesystem;

/// A folder beside the target in which the files are gathered; removed unless moved into place.
class FolderUnderConstruction {
 public:
  explicit FolderUnderConstruction(fs::path target)
      : target_(std::move(target)),
        path_(target_.string() + fmt::format(".tmp-{}", ::getpid())),
        replaced_(target_.string() + fmt::format(".old-{}", ::getpid())) {
    std::error_code failure;
    fs::create_directories(path_, failure);
    if (failure) throw cannot_write(failure);
  }

  ~FolderUnderConstruction() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FolderUnderConstruction(const FolderUnderConstruction&) = delete;
  FolderUnderConstruction& operator=(const FolderUnderConstruction&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

  void move_into_place() {
    std::error_code failure;
    const bool replaces = fs::exists(target_, failure);
    if (!failure && replaces) fs::rename(target_, replaced_, failure);
    if (failure) throw cannot_write(failure);
    fs::rename(path_, target_, failure);
    std::error_code ignored;
    if (failure) {
      if (replaces) fs::rename(replaced_, target_, ignored);
      throw cannot_write(failure);
    }
    if (replaces) fs::remove_all(replaced_, ignored);
  }

 private:
  [[nodiscard]] Error cannot_write(const std::error_code& reason) const {
    return input_error(Where{target_.string()}, fmt::format("cannot write ({})", reason.message()),
                       "check the permissions and the free space there");
  }

  fs::path target_;
  fs::path path_;
  fs::path replaced_;
};

/// Refuses a target whose content would be lost.
void check_target(const fs::path& folder, Overwrite overwrite) {
  std::error_code failure;
  if (!fs::exists(folder, failure)) return;
  if (!fs::is_directory(folder, failure)) {
    throw usage_error(fmt::format("{} exists and is not a folder", folder.string()),
                      "name another folder");
  }
  if (fs::is_empty(folder, failure) && !failure) return;
  if (overwrite == Overwrite::kRefuse) {
    throw usage_error(fmt::format("the folder {} exists and is not empty", folder.string()),
                      "name another folder or allow overwriting (--overwrite)");
  }
  if (!fs::exists(folder / native_file::kEdges, failure)) {
    throw usage_error(
        fmt::format("the folder {} is not a dataset, so it is not overwritten", folder.string()),
        "name another folder");
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (std::find(native_file::kAll.begin(), native_file::kAll.end(), name) ==
        native_file::kAll.end()) {
      throw usage_error(
          fmt::format("overwriting {} would delete '{}' in it", folder.string(), name),
          "move that file away or name another folder");
    }
  }
}

struct Edges {
  std::vector<std::int64_t> ends;  ///< [count, 2]
  std::vector<std::int32_t> relations;
};

/// Positions of the pairs to be kept, ascending: no self loops, the first of equal pairs.
std::vector<std::size_t> distinct_positions(const std::vector<NodePair>& pairs) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].row != pairs[i].column) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return pairs[a] < pairs[b]; });
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::size_t a, std::size_t b) { return pairs[a] == pairs[b]; }),
              order.end());
  std::sort(order.begin(), order.end());
  return order;
}

Edges normalised_edges(const RawDataset& data) {
  std::vector<NodePair> pairs = data.pairs;
  if (!data.directed) {
    for (NodePair& pair : pairs) {
      if (pair.row > pair.column) std::swap(pair.row, pair.column);
    }
  }
  Edges edges;
  for (const std::size_t i : distinct_positions(pairs)) {
    edges.ends.push_back(pairs[i].row);
    edges.ends.push_back(pairs[i].column);
    if (!data.relations.empty()) edges.relations.push_back(data.relations[i]);
  }
  return edges;
}

/// SciPy's layout of a CSR matrix (scipy.sparse.load_npz reads it).
void write_sparse(const SparseFeatures& features, const fs::path& path) {
  const auto stored = static_cast<std::int64_t>(features.values.size());
  const std::array<std::int64_t, 2> shape{features.rows, features.columns};
  const std::vector<NpzMember> members{
      {"indices", encode_npy(std::span(features.column_indices), {stored})},
      {"indptr", encode_npy(std::span(features.offsets), {features.rows + 1})},
      {"format", encode_npy_text("csr")},
      {"shape", encode_npy(std::span<const std::int64_t>(shape), {2})},
      {"data", encode_npy(std::span(features.values), {stored})}};
  write_npz(path, members);
}

std::string mask_of(const std::vector<std::vector<Role>>& splits, Role role, NodeId nodes) {
  std::vector<std::uint8_t> mask;
  mask.reserve(splits.size() * nodes);
  for (const std::vector<Role>& roles : splits) {
    for (const Role r : roles) mask.push_back(r == role ? 1 : 0);
  }
  return encode_npy_mask(mask, {static_cast<std::int64_t>(splits.size()), nodes});
}

void write_splits(const RawDataset& data, const fs::path& path) {
  const std::vector<NpzMember> members{
      {"train_masks", mask_of(data.public_splits, Role::kTrain, data.nodes)},
      {"val_masks", mask_of(data.public_splits, Role::kValidation, data.nodes)},
      {"test_masks", mask_of(data.public_splits, Role::kTest, data.nodes)}};
  write_npz(path, members);
}

void write_column(const fs::path& path, const std::string& name,
                  const std::vector<std::string>& cells) {
  std::string text = csv_row(std::span(&name, 1));
  for (const std::string& cell : cells) text += csv_row(std::span(&cell, 1));
  write_file_atomically(path, text);
}

void write_meta(const RawDataset& data, std::size_t edges, const fs::path& path) {
  nlohmann::ordered_json meta;
  meta["name"] = data.name;
  meta["nodes"] = data.nodes;
  meta["edges"] = edges;
  meta["directed"] = data.directed;
  meta["feature_dim"] = feature_columns(data.features);
  if (!data.relation_names.empty()) meta["relation_names"] = data.relation_names;
  // Names come from files in any encoding: what is not UTF-8 is replaced rather than refused.
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  write_file_atomically(path, meta.dump(1, ' ', false, kReplace) + "\n");
}

void write_files(const RawDataset& data, const fs::path& folder) {
  const Edges edges = normalised_edges(data);
  const auto count = static_cast<std::int64_t>(edges.ends.size() / 2);
  const auto write_array = [&](std::string_view file, const auto& items,
                               const std::vector<std::int64_t>& shape) {
    write_file_atomically(folder / file, encode_npy(std::span(items), shape));
  };
  write_array(native_file::kEdges, edges.ends, {count, 2});
  if (!edges.relations.empty()) write_array(native_file::kRelations, edges.relations, {count});
  if (!data.memberships.empty()) {
    std::vector<std::int32_t> groups;  // [relations, nodes]
    for (const auto& relation : data.memberships) {
      groups.insert(groups.end(), relation.begin(), relation.end());
    }
    write_array(native_file::kMemberships, groups,
                {static_cast<std::int64_t>(data.memberships.size()), data.nodes});
  }
  if (!data.labels.empty()) {
    const std::vector<std::int64_t> labels(data.labels.begin(), data.labels.end());
    write_array(native_file::kLabels, labels, {data.nodes});
  }
  if (const auto* dense = std::get_if<DenseFeatures>(&data.features)) {
    write_array(native_file::kDenseFeatures, dense->values, {dense->rows, dense->columns});
  } else if (const auto* sparse = std::get_if<SparseFeatures>(&data.features)) {
    write_sparse(*sparse, folder / native_file::kSparseFeatures);
  }
  if (!data.feature_names.empty()) {
    write_column(folder / native_file::kFeatureNames, "feature", data.feature_names);
  }
  if (!data.public_splits.empty()) write_splits(data, folder / native_file::kSplits);
  if (!data.node_ids.empty()) write_column(folder / native_file::kIds, "id", data.node_ids);
  if (!data.class_names.empty()) {
    write_column(folder / native_file::kClasses, "class", data.class_names);
  }
  write_meta(data, count, folder / native_file::kMeta);
}

/// Without a trailing separator or dots, so that ".tmp" can be appended to the name.
fs::path plain_folder_path(const fs::path& folder) {
  fs::path plain = fs::absolute(folder).lexically_normal();
  return plain.has_filename() ? plain : plain.parent_path();
}

}  // namespace

void write_native_dataset(const RawDataset& data, const fs::path& folder, Overwrite overwrite) {
  if (folder.empty()) throw usage_error("the folder to write has no name", "give it one");
  const fs::path target = plain_folder_path(folder);
  check_target(target, overwrite);
  FolderUnderConstruction construction(target);
  write_files(data, construction.path());
  construction.move_into_place();
}

}  // namespace disgnn
