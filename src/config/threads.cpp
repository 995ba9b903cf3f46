#include "disgnn/config/threads.h"

#include <ATen/Parallel.h>
#include <sched.h>

#include <algorithm>

namespace disgnn::run {

std::int64_t available_cores() {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

void use_threads(std::int64_t count) {
  at::set_num_threads(static_cast<int>(count <= 0 ? available_cores() : count));
}

}  // namespace disgnn::run
