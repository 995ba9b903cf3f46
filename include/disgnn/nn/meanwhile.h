#pragma once

#include <functional>

namespace disgnn::nn {

/// Called now and then while something takes long; what it throws ends that. Empty: nothing is.
using Meanwhile = std::function<void()>;

}  // namespace disgnn::nn
