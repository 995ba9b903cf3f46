#pragma once

#include <functional>

namespace disgnn {

/// Called now and then while something takes long; what it throws ends that. Empty: nothing is.
using ProgressCallback = std::function<void()>;

}  // namespace disgnn
