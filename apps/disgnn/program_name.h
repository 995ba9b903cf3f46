#pragma once

#include <string>

namespace disgnn::app {

/// "disgnn 0.1.0 (commit)".
std::string program_name();

}  // namespace disgnn::app
