#pragma once

#include "disgnn/ops/edge_dropout.h"
#include "ops/dropout_factors.h"

namespace disgnn::ops {

/// Factors [entries, channels] of one row's entries, of which `first` is the first in the index at
/// hand.
template <typename T>
void edge_dropout_factors(const EdgeDropout& dropout, std::int64_t row, EntryId first,
                          EntryId entries, std::int64_t channels, T* factors) {
  if (dropout.first_entries != nullptr) first = (*dropout.first_entries)[row];
  const std::int64_t all = dropout.channels == 0 ? channels : dropout.channels;
  if (all == channels) {
    dropout_factors(dropout.p, dropout.stream, first * all, entries * all, factors);
    return;
  }
  for (EntryId k = 0; k < entries; ++k) {
    dropout_factors(dropout.p, dropout.stream, (first + k) * all + dropout.first_channel, channels,
                    factors + k * channels);
  }
}

}  // namespace disgnn::ops
