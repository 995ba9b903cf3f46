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

namespace {

std::vector<std::int32_t> codes_of(const NpyArray& array, const std::string& what) {
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

}  // namespace

std::vector<std::int32_t> codes_from_array(const NpyArray& array, const std::string& what) {
  if (array.shape().size() != 1) {
    throw input_error(
        Where{array.source()},
        fmt::format("has shape {}, expected one {} per row", array.shape_text(), what),
        "save a one-dimensional array");
  }
  return codes_of(array, what);
}

std::vector<std::vector<std::int32_t>> memberships_from_array(const NpyArray& array, NodeId nodes) {
  if (array.shape().size() != 2 || array.shape()[1] != nodes) {
    throw input_error(
        Where{array.source()},
        fmt::format("has shape {}, memberships need [relations, {}]", array.shape_text(), nodes),
        "save one row per relation and one column per node");
  }
  const std::vector<std::int32_t> groups = codes_of(array, "group");
  std::vector<std::vector<std::int32_t>> memberships;
  for (std::int64_t r = 0; r < array.shape()[0]; ++r) {
    memberships.emplace_back(groups.begin() + r * nodes, groups.begin() + (r + 1) * nodes);
  }
  return memberships;
}

}  // namespace disgnn
