#pragma once

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn::ops {

/// Boundaries that cut rows 0..N-1 into chunks of about equal work (entries plus rows). They depend
/// on the offsets alone, never on the number of threads, so that sums kept per chunk and added up
/// in chunk order are the same bits for any number of threads.
inline std::vector<std::int64_t> row_chunks(std::span<const EntryId> offsets) {
  constexpr std::int64_t kMaxChunks = 128;
  constexpr std::int64_t kMinWork = 512;
  const auto rows = static_cast<std::int64_t>(offsets.size()) - 1;
  const std::int64_t work = offsets[rows] + rows;
  const std::int64_t chunks = std::clamp<std::int64_t>(work / kMinWork, 1, kMaxChunks);
  std::vector<std::int64_t> bounds{0};
  for (std::int64_t chunk = 1; chunk < chunks; ++chunk) {
    const std::int64_t target = work * chunk / chunks;
    // First row r with offsets[r] + r >= target: the sum grows with r, so bisect.
    std::int64_t low = bounds.back();
    std::int64_t high = rows;
    while (low < high) {
      const std::int64_t middle = (low + high) / 2;
      if (offsets[middle] + middle < target) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    bounds.push_back(low);
  }
  bounds.push_back(rows);
  return bounds;
}

/// Calls body(chunk, first_row, last_row) for every chunk, in parallel.
template <typename Body>
void for_each_chunk(const std::vector<std::int64_t>& bounds, const Body& body) {
  at::parallel_for(0, static_cast<std::int64_t>(bounds.size()) - 1, 1,
                   [&](std::int64_t begin, std::int64_t end) {
                     for (std::int64_t chunk = begin; chunk < end; ++chunk) {
                       body(chunk, bounds[chunk], bounds[chunk + 1]);
                     }
                   });
}

}  // namespace disgnn::ops
