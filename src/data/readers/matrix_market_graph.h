#pragma once

#include "disgnn/data/reader.h"

namespace disgnn {

/// An adjacency matrix X.mtx. Labels and features come from a node table whose rows are in the
/// order of the matrix, or from X_labels.{txt,csv,npy} and X_features.{mtx,npy,npz} beside it.
class MatrixMarketReader final : public DatasetReader {
 public:
  [[nodiscard]] std::string name() const override { return "matrix-market"; }
  [[nodiscard]] std::string description() const override;
  [[nodiscard]] bool recognises(const DataSource& source) const override;
  [[nodiscard]] RawDataset read(const DataSource& source) const override;
};

}  // namespace disgnn
