#pragma once

#include <string>

namespace disgnn::app {

/// What `--version` prints: the version, and with what this program was built.
std::string build_facts();

}  // namespace disgnn::app
