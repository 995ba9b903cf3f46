#include "node_ids.h"

#include "numbers.h"

namespace disgnn {

NodeIdIndex::NodeIdIndex(std::span<const std::string> ids, NodeId nodes)
    : nodes_(nodes), numbered_(ids.empty()) {
  positions_.reserve(ids.size());
  for (std::size_t v = 0; v < ids.size(); ++v) {
    const bool is_new = positions_.emplace(ids[v], static_cast<NodeId>(v)).second;
    if (!is_new && !duplicate_) duplicate_ = static_cast<NodeId>(v);
  }
}

std::optional<NodeId> NodeIdIndex::find(std::string_view id) const {
  if (numbered_) {
    const auto number = parse_integer(id);
    if (!number || *number < 0 || *number >= nodes_) return std::nullopt;
    return static_cast<NodeId>(*number);
  }
  const auto found = positions_.find(id);
  if (found == positions_.end()) return std::nullopt;
  return found->second;
}

void drop_plain_numbering(std::vector<std::string>& ids) {
  for (std::size_t v = 0; v < ids.size(); ++v) {
    if (ids[v] != std::to_string(v)) return;
  }
  ids.clear();
}

}  // namespace disgnn
