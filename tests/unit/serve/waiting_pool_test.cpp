#include "serve/waiting_pool.h"

#include <gtest/gtest.h>

#include <future>

namespace disgnn::serve {
namespace {

TEST(WaitingPool, DoesAllTasksBeforeItEnds) {
  std::atomic<std::size_t> waiting = 0;
  std::atomic<int> done = 0;
  WaitingPool pool(2, 4, waiting);
  for (int i = 0; i < 50; ++i) pool.enqueue([&] { ++done; });
  pool.shutdown();
  EXPECT_EQ(done, 50);
  EXPECT_EQ(waiting, 0U);
}

TEST(WaitingPool, LetsWhoeverAcceptsWaitWhileTooManyWait) {
  std::atomic<std::size_t> waiting = 0;
  WaitingPool pool(1, 1, waiting);
  std::promise<void> begun;
  std::promise<void> may_end;
  pool.enqueue([&, end = may_end.get_future().share()] {
    begun.set_value();
    end.wait();
  });
  begun.get_future().wait();  // the one thread is busy
  pool.enqueue([] {});        // the one place to wait is taken
  EXPECT_EQ(waiting, 1U);
  std::atomic<bool> accepted = false;
  auto third = std::async(std::launch::async, [&] {
    pool.enqueue([] {});
    accepted = true;
  });
  EXPECT_EQ(third.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  EXPECT_FALSE(accepted);
  may_end.set_value();
  third.wait();
  pool.shutdown();
  EXPECT_EQ(waiting, 0U);
}

TEST(WaitingPool, CountsWhatNoThreadHasTaken) {
  std::atomic<std::size_t> waiting = 0;
  WaitingPool pool(1, 8, waiting);
  std::promise<void> begun;
  std::promise<void> may_end;
  pool.enqueue([&, end = may_end.get_future().share()] {
    begun.set_value();
    end.wait();
  });
  begun.get_future().wait();
  for (int i = 0; i < 3; ++i) pool.enqueue([] {});
  EXPECT_EQ(waiting, 3U);
  may_end.set_value();
  pool.shutdown();
}

}  // namespace
}  // namespace disgnn::serve
