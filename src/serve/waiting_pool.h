#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <httplib.h>

namespace disgnn::serve {

/// Threads that answer connections. When too many wait, accepting waits too, and the kernel turns
/// further clients away: memory stays bounded whatever arrives.
class WaitingPool : public httplib::TaskQueue {
 public:
  WaitingPool(std::size_t threads, std::size_t most_waiting);
  void enqueue(std::function<void()> task) override;
  void shutdown() override;

 private:
  void work();

  std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable taken_;
  std::deque<std::function<void()>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace disgnn::serve
