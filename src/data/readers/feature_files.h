#pragma once

#include <filesystem>

#include "disgnn/data/features.h"
#include "disgnn/data/npz.h"
#include "node_count.h"

namespace disgnn {

/// All of these throw Error (kInput) on a wrong shape and on values that are not finite, naming row
/// and column.

/// Dense features [nodes, d] of any number type.
DenseFeatures dense_features_from_array(const NpyArray& array);
/// What scipy.sparse.save_npz writes for a CSR matrix.
SparseFeatures sparse_features_from_npz(const NpzFile& file);
/// By extension: .npy dense, .npz SciPy CSR, .mtx (also gzipped) MatrixMarket. The number of rows
/// must be the number of nodes.
Features read_features_file(const std::filesystem::path& path, NodeCount& nodes);

}  // namespace disgnn
