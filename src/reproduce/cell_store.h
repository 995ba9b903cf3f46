#pragma once

#include <optional>

#include "disgnn/data/dataset.h"
#include "disgnn/reproduce/study.h"

namespace disgnn::reproduce {

std::filesystem::path folder_of(const StudyOptions& options, const Cell& cell);

/// What was kept of a cell: its result, or why there is none.
struct StoredCell {
  std::optional<CellResult> result;
  std::string failure;
};

void store_result(const StudyOptions& options, const CellResult& result,
                  const std::string& fingerprint);
void store_failure(const StudyOptions& options, const Cell& cell, const std::string& fingerprint,
                   const std::string& why);

/// Nothing where the cell was not finished. Throws Error (kUsage) when it was computed with other
/// options or on other data.
std::optional<StoredCell> stored_cell(const StudyOptions& options, const Cell& cell,
                                      const std::string& fingerprint);

}  // namespace disgnn::reproduce
