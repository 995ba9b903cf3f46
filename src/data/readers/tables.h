#pragma once

#include "disgnn/data/reader.h"

namespace disgnn {

/// A node table and an edge table (CSV or TSV, may be gzipped), named one by one or in one folder.
class TablesReader final : public DatasetReader {
 public:
  [[nodiscard]] std::string name() const override { return "tables"; }
  [[nodiscard]] std::string description() const override;
  [[nodiscard]] bool recognises(const DataSource& source) const override;
  [[nodiscard]] RawDataset read(const DataSource& source) const override;
};

}  // namespace disgnn
