#include "disgnn/run/threads.h"

#include <ATen/Parallel.h>
#include <sched.h>

#include <algorithm>

namespace disgnn::run {

void use_threads(std::int64_t count) {
  if (count <= 0) {
    cpu_set_t allowed;
    count = sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
  }
  at::set_num_threads(static_cast<int>(count));
}

}  // namespace disgnn::run
