#pragma once

#include <string>

namespace disgnn::app {

/// "3:07" or "1:02:45".
std::string duration_text(double seconds);

}  // namespace disgnn::app
