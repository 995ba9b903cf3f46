#pragma once

#include <filesystem>

#include "disgnn/data/features.h"
#include "disgnn/data/npz.h"

namespace disgnn {

/// All of these throw Error (kInput) on a wrong shape and on values that are not finite, naming row
/// and column.

/// Dense features [nodes, d] of any number type.
DenseFeatures dense_features_from_array(const NpyArray& array);
/// What scipy.sparse.save_npz writes for a CSR matrix.
SparseFeatures sparse_features_from_npz(const NpzFile& file);
/// By extension: .npy dense, .npz SciPy CSR, .mtx (also gzipped) MatrixMarket.
Features read_features_file(const std::filesystem::path& path);

}  // namespace disgnn
