#pragma once

#include "disgnn/data/reader.h"

namespace disgnn {

/// disgnn's own folder of .npy and .npz files, which write_native_dataset writes.
class NativeFolderReader final : public DatasetReader {
 public:
  [[nodiscard]] std::string name() const override { return "native"; }
  [[nodiscard]] std::string description() const override;
  [[nodiscard]] bool recognises(const DataSource& source) const override;
  [[nodiscard]] RawDataset read(const DataSource& source) const override;
};

}  // namespace disgnn
