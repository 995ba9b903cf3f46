#pragma once

#include <cstdint>

#include "disgnn/data/dataset.h"
#include "disgnn/graph/duplicated_nodes.h"

namespace disgnn {

/// Oddities of a dataset that can make results look better or worse than they are.
struct DatasetAudit {
  DuplicatedNodes duplicated;
  std::int64_t self_loops = 0;        ///< in the file; every node gets exactly one anyway
  std::int64_t repeated_pairs = 0;    ///< in the file, dropped
  std::int64_t constant_columns = 0;  ///< features with the same value at every node
  std::int64_t zero_rows = 0;         ///< nodes whose features are all zero
  std::int64_t unlabelled_nodes = 0;
  double unlabelled_share = 0;  ///< of all nodes; 0 .. 1
};

/// O(N log N + E + stored feature values).
DatasetAudit audit_dataset(const Dataset& data);

/// Columns that hold one value in all rows, zero included; all columns of a single row do.
std::int64_t count_constant_columns(const Features& features);
/// Rows without a value other than zero; 0 for data without features.
std::int64_t count_zero_rows(const Features& features);

}  // namespace disgnn
