// SPDX-License-Identifier: Apache-2.0
#include "keys/background_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace keyrack {
namespace {

TEST(BackgroundQueueTest, RunsJobsInOrderOnAThreadOfItsOwn) {
  BackgroundQueue queue;
  std::vector<int> ran;
  for (int i = 0; i < 10; ++i) {
    queue.submit([&ran, i, caller = std::this_thread::get_id()] {
      EXPECT_NE(std::this_thread::get_id(), caller);
      ran.push_back(i);
    });
  }
  queue.wait_until_idle();
  EXPECT_EQ(ran, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  queue.submit([&] { ran.push_back(10); });
  queue.wait_until_idle();
  EXPECT_EQ(ran.size(), 11u);
}

TEST(BackgroundQueueTest, TheDestructorWaitsForWhatHasBegun) {
  std::latch has_begun(1);
  bool has_ended = false;
  {
    BackgroundQueue queue;
    queue.submit([&] {
      has_begun.count_down();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      has_ended = true;
    });
    has_begun.wait();
  }
  EXPECT_TRUE(has_ended);
}

TEST(BackgroundQueueTest, AJobMayDestroyTheQueue) {
  auto queue = std::make_unique<BackgroundQueue>();
  std::latch is_gone(1);
  BackgroundQueue& borrowed = *queue;
  borrowed.submit([&, owned = std::move(queue)]() mutable {
    owned.reset();
    is_gone.count_down();
  });
  is_gone.wait();
}

}  // namespace
}  // namespace keyrack
