#pragma once

#include <atomic>
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
  /// `waiting` is kept at the number of connections that no thread has taken yet.
  WaitingPool(std::size_t threads, std::size_t most_waiting, std::atomic<std::size_t>& waiting);
  void enqueue(std::function<void()> task) override;
  void shutdown() override;

 private:
  void work();

  std::size_t most_waiting_;
  std::atomic<std::size_t>& waiting_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable taken_;
  std::deque<std::function<void()>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace disgnn::serve
