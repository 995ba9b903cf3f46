#include "serve/waiting_pool.h"

namespace disgnn::serve {

WaitingPool::WaitingPool(std::size_t threads, std::size_t most_waiting,
                         std::atomic<std::size_t>& waiting)
    : most_waiting_(most_waiting), waiting_(waiting) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

void WaitingPool::enqueue(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  taken_.wait(lock, [&] { return tasks_.size() < most_waiting_ || closed_; });
  tasks_.push_back(std::move(task));
  waiting_ = tasks_.size();
  arrived_.notify_one();
}

void WaitingPool::shutdown() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  arrived_.notify_all();
  taken_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WaitingPool::work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [&] { return !tasks_.empty() || closed_; });
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
      waiting_ = tasks_.size();
    }
    taken_.notify_one();
    task();
  }
}

}  // namespace disgnn::serve
