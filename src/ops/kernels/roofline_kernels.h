#pragma once

#include <cstdint>

#include "disgnn/graph/pair_index.h"

/// What the machine can do at best, for one thread: arithmetic without memory, and reading rows
/// without arithmetic. Compiled per instruction set like the kernels they are compared with.
namespace disgnn::ops {

/// `rounds` rounds of independent multiply-adds on registers. Returns the floating-point operations
/// done (a multiply-add counts two) and adds a value that depends on all of them to `sink`.
double run_multiply_adds(std::int64_t rounds, float& sink);

/// Rows of table[*, width] in a given order.
struct GatherTask {
  const float* table;
  std::int64_t width;
  const NodeId* order;
  std::int64_t count;
  std::int64_t prefetched_rows;  ///< how many rows ahead the cache is told; 0: not at all
};
/// Sum of all values of all rows.
float sum_gathered_rows(const GatherTask& task);

}  // namespace disgnn::ops
