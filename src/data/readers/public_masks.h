#pragma once

#include <vector>

#include "disgnn/data/npz.h"
#include "disgnn/data/split.h"

namespace disgnn {

/// Splits published with a dataset, in the order of the archive: `train_mask` [nodes] is one split,
/// `train_masks` [splits, nodes] several; val and test go by the same pattern and may be missing. A
/// tag makes further splits: `train20_mask` with `test20_mask`. A node in several masks keeps the
/// first of train, validation and test, so that nothing trained on is ever evaluated; a warning
/// says how many there are. Throws Error (kInput) on a wrong shape.
std::vector<std::vector<Role>> public_splits_from_npz(const NpzFile& file, NodeId nodes,
                                                      std::vector<std::string>& warnings);

}  // namespace disgnn
