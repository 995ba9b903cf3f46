#pragma once

#include "disgnn/data/reader.h"

namespace disgnn {

/// The single .npz of Platonov et al. (2023), "A critical look at the evaluation of GNNs under
/// heterophily".
class HeterophilyNpzReader final : public DatasetReader {
 public:
  [[nodiscard]] std::string name() const override { return "heterophily-npz"; }
  [[nodiscard]] std::string description() const override;
  [[nodiscard]] bool recognises(const DataSource& source) const override;
  [[nodiscard]] RawDataset read(const DataSource& source) const override;
};

}  // namespace disgnn
