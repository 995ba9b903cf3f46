#pragma once

#include "disgnn/data/campus.h"

namespace disgnn {

/// Adds pairs, their relations and warnings to a dataset that names its relations.
///
/// Draws pairs source by source. Walking through a random permutation of a source's pairs never
/// meets one twice, so a step that yields no edge met one of an earlier source: a source takes at
/// most as many steps as the graph has edges in the end, however dense it is.
void draw_campus_edges(const CampusOptions& options, const CampusMemberships& memberships,
                       RawDataset& data);

}  // namespace disgnn
