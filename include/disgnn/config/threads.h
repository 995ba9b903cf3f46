#pragma once

#include <cstdint>

namespace disgnn::run {

/// Cores this process may use.
std::int64_t available_cores();

/// Number of threads all kernels use from now on; 0 = every core this process may run on.
void use_threads(std::int64_t count);

}  // namespace disgnn::run
