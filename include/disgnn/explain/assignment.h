#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace disgnn {

/// Matches rows with columns one to one so that the sum of the matched values is largest (Hungarian
/// method with potentials). `values` is row-major [rows, columns] and finite; values may be
/// negative. As many pairs as the shorter side has are matched. Returns the column of every row, -1
/// for rows left over. O(min(rows, columns)^2 * max(rows, columns)).
std::vector<std::int32_t> best_assignment(std::span<const double> values, std::int32_t rows,
                                          std::int32_t columns);

}  // namespace disgnn
