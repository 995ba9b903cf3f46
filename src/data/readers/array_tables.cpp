#include "array_tables.h"

#include <fmt/format.h>

#include "categories.h"
#include "disgnn/core/error.h"

namespace disgnn {

std::vector<NodePair> pairs_from_array(const NpyArray& array, NodeId nodes) {
  if (array.shape().size() != 2 || array.shape()[1] != 2) {
    throw input_error(Where{array.source()},
                      fmt::format("has shape {}, edges need [count, 2]", array.shape_text()),
                      "save one row (source, target) per edge");
  }
  const std::vector<std::int64_t> ends = array.integers();
  std::vector<NodePair> pairs;
  pairs.reserve(ends.size() / 2);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] < 0 || ends[i] >= nodes) {
      throw input_error(Where{array.source()},
                        fmt::format("row {} (counted from 0): node index {} is outside 0 .. {}",
                                    i / 2, ends[i], nodes - 1),
                        "correct the edge or add the node");
    }
    if (i % 2 == 1) {
      pairs.push_back({static_cast<NodeId>(ends[i - 1]), static_cast<NodeId>(ends[i])});
    }
  }
  return pairs;
}

std::vector<std::int32_t> codes_from_array(const NpyArray& array, const std::string& what) {
  if (array.shape().size() != 1) {
    throw input_error(
        Where{array.source()},
        fmt::format("has shape {}, expected one {} per row", array.shape_text(), what),
        "save a one-dimensional array");
  }
  const std::vector<std::int64_t> values = array.integers();
  std::vector<std::int32_t> codes;
  codes.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < -1 || values[i] >= kMostCategories) {
      throw input_error(Where{array.source()},
                        fmt::format("row {} (counted from 0): {} {} is outside -1 .. {}", i, what,
                                    values[i], kMostCategories - 1),
                        fmt::format("number every {} from 0; -1 means none", what));
    }
    codes.push_back(static_cast<std::int32_t>(values[i]));
  }
  return codes;
}

}  // namespace disgnn
