#pragma once

#include <cstdint>
#include <string>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// The number of nodes as the files of one dataset tell it: all must say the same.
class NodeCount {
 public:
  /// Throws Error (kInput) naming both sources when they disagree, and when the count is not one
  /// from 1 to 2^31-1.
  void agree(std::int64_t count, const std::string& source);
  [[nodiscard]] bool known() const { return !source_.empty(); }
  [[nodiscard]] NodeId value() const { return count_; }

 private:
  NodeId count_ = 0;
  std::string source_;
};

}  // namespace disgnn
