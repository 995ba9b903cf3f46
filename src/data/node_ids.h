#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Finds nodes by their original id. Built in O(N); holds views into the ids, which must outlive
/// it.
class NodeIdIndex {
 public:
  /// `ids` empty: nodes are called 0 .. nodes-1.
  NodeIdIndex(std::span<const std::string> ids, NodeId nodes);

  [[nodiscard]] std::optional<NodeId> find(std::string_view id) const;
  /// The second node of the first pair that shares an id.
  [[nodiscard]] std::optional<NodeId> duplicate() const { return duplicate_; }

 private:
  NodeId nodes_;
  bool numbered_;
  std::unordered_map<std::string_view, NodeId> positions_;
  std::optional<NodeId> duplicate_;
};

/// Empties ids that are just 0 .. N-1 in order: they say nothing.
void drop_plain_numbering(std::vector<std::string>& ids);

}  // namespace disgnn
