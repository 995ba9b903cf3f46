#pragma once

#include <ATen/Parallel.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace disgnn::tune {

/// Does work(0) .. work(count - 1), `jobs` at the same time. After the first that throws no more
/// are begun; `stopping` is set for those under way, and the error is thrown again at the end.
template <typename Work>
void share_out(std::size_t count, std::int64_t jobs, std::atomic<bool>& stopping,
               const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&] {
    at::init_num_threads();  // a new thread does not know how many libtorch may use
    for (std::size_t i = next++; i < count && !stopping; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        stopping = true;
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> helpers;
  for (std::int64_t i = 1; i < jobs; ++i) helpers.emplace_back(run);
  run();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace disgnn::tune
