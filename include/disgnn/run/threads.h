#pragma once

#include <cstdint>

namespace disgnn::run {

/// Number of threads all kernels use from now on; 0 = every core this process may run on.
void use_threads(std::int64_t count);

}  // namespace disgnn::run
