#pragma once

#include <filesystem>

#include "disgnn/data/reader.h"

namespace disgnn::testing {

/// A source that names nothing but a folder or file.
inline DataSource at_path(const std::filesystem::path& path) {
  DataSource source;
  source.path = path.string();
  return source;
}

}  // namespace disgnn::testing
