#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// What a node's label may be used for.
enum class Role : std::uint8_t { kNone, kTrain, kValidation, kTest };

/// "train", "validation", "test", or "none".
const char* to_string(Role role);

/// The one object that decides which node belongs to training, validation or test. Everything
/// that trains sees labels only through `training_labels`.
class Split {
 public:
  Split() = default;
  explicit Split(std::vector<Role> roles);

  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(roles_.size()); }
  [[nodiscard]] Role role(NodeId v) const { return roles_[v]; }
  [[nodiscard]] std::span<const Role> roles() const { return roles_; }
  /// Nodes of one role, ascending.
  [[nodiscard]] std::span<const NodeId> members(Role role) const;
  /// A copy of `labels` in which every node outside the training split is -1 (unlabelled).
  [[nodiscard]] std::vector<std::int32_t> training_labels(
      std::span<const std::int32_t> labels) const;

 private:
  std::vector<Role> roles_;
  std::array<std::vector<NodeId>, 4> members_;
};

struct SplitRatio {
  double train = 2;
  double validation = 3;
  double test = 5;
};

/// Random split, stratified by class and drawn from the seed. Unlabelled nodes (label < 0) get no
/// role. Shares of a class are rounded by largest remainder; a class too small for its shares
/// puts its first node into training, so that every class with a node can be learnt.
Split make_random_split(std::span<const std::int32_t> labels, const SplitRatio& ratio,
                        std::uint64_t seed);

/// The same with `per_class` training nodes of every class, at most half of a small one, and the
/// rest shared out 3:5 between validation and test.
Split make_per_class_split(std::span<const std::int32_t> labels, std::int64_t per_class,
                           std::uint64_t seed);

/// A table with the columns id and split (train, validation or val, test; anything else is an
/// error, nodes not listed get no role). `node_ids` empty: ids are node numbers.
Split read_split_file(const std::filesystem::path& path, std::span<const std::string> node_ids,
                      NodeId nodes);

}  // namespace disgnn
