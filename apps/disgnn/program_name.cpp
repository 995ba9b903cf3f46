#include "program_name.h"

#include <fmt/format.h>

#include "build_commit.h"

namespace disgnn::app {

std::string program_name() {
  return fmt::format("disgnn {} ({})", DISGNN_VERSION, kBuildCommit);
}

}  // namespace disgnn::app
