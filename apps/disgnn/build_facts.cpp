#include "build_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/csrc/api/include/torch/version.h>

#include "disgnn/model/extension.h"

namespace disgnn::app {

std::string build_facts() {
  std::vector<std::string> extensions;
  for (const nn::Extension& extension : nn::extensions()) extensions.push_back(extension.name);
  return fmt::format(
      "disgnn {}\n"
      "libtorch {}, compiler {}, build type {}\n"
      "extensions: {}",
      DISGNN_VERSION, TORCH_VERSION, DISGNN_COMPILER, DISGNN_BUILD_TYPE,
      extensions.empty() ? "none" : fmt::format("{}", fmt::join(extensions, ", ")));
}

}  // namespace disgnn::app
