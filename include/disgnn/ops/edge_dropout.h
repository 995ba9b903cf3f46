#pragma once

#include <memory>
#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/graph/pair_index.h"

namespace disgnn::ops {

/// Dropout on edge weights: whether (entry, channel) is kept is drawn anew wherever it is needed,
/// from element entry * C + channel of the stream, so forward and backward see the same bits
/// without a mask in memory. Entries and channels are numbered as in the whole graph and layer, so
/// that computing some rows or some channels alone sees these bits too.
struct EdgeDropout {
  double p = 0;
  RandomStream stream{0, RandomPurpose::kEdgeDropout};
  /// Number of the first entry of every row; null: as in the index at hand.
  std::shared_ptr<const std::vector<EntryId>> first_entries;
  std::int64_t first_channel = 0;  ///< number of the first channel at hand
  std::int64_t channels = 0;       ///< C of the whole layer; 0: the channels at hand are all
};

}  // namespace disgnn::ops
