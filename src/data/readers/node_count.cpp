#include "node_count.h"

#include <fmt/format.h>

#include <limits>

#include "disgnn/core/error.h"

namespace disgnn {

void NodeCount::agree(std::int64_t count, const std::string& source) {
  if (count < 1) {
    throw input_error(Where{source}, "has no nodes", "give the graph at least one node");
  }
  if (count > std::numeric_limits<NodeId>::max()) {
    throw input_error(Where{source}, fmt::format("has {} nodes, more than 2147483647", count),
                      "split the graph: node numbers have 32 bits");
  }
  if (known() && count != count_) {
    throw input_error(Where{source},
                      fmt::format("has {} nodes, but {} has {}", count, source_, count_),
                      "make the files agree");
  }
  if (known()) return;
  count_ = static_cast<NodeId>(count);
  source_ = source;
}

}  // namespace disgnn
