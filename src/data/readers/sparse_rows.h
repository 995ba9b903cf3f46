#pragma once

#include "disgnn/data/features.h"

namespace disgnn {

/// Orders the columns of every row and adds up values stored for the same place, as SciPy means
/// them. Rows that are in order already cost one look. O(stored log row).
void sort_columns(SparseFeatures& features);

}  // namespace disgnn
