#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// How well (sum of the homo half's scores - sum of the hetero half's) tells same-class from
/// different-class edges: the AUC over the entries, self loops left out, whose two ends are both in
/// `nodes` (for instance the test members of a split) and labelled (docs/method.md, "Measuring
/// disentanglement"). `scores` is row-major [E, channels] in the order of `pairs`; channels
/// 0 .. homo_channels-1 are the homo half. Nothing when no such edge, or only one kind, is there.
/// O(E log E).
std::optional<double> homophily_auc(std::span<const float> scores, std::int32_t channels,
                                    std::int32_t homo_channels, const PairIndex& pairs,
                                    std::span<const std::int32_t> labels,
                                    std::span<const NodeId> nodes);

}  // namespace disgnn
