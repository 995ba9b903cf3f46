#pragma once

#include "disgnn/data/campus.h"

namespace disgnn {

/// Words of all groups and noise words.
std::int64_t campus_vocabulary(const CampusOptions& options,
                               const std::vector<std::int32_t>& group_counts);

/// Each person's word counts, [nodes, vocabulary].
Features draw_campus_words(const CampusOptions& options, const CampusMemberships& memberships);

}  // namespace disgnn
