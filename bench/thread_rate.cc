// SPDX-License-Identifier: Apache-2.0
#include "bench/thread_rate.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <barrier>
#include <exception>
#include <thread>

#include "bench/sampling.h"

namespace keyrack::bench {
namespace {

// Gives the n-th thread a processor of its own, if there are that many: a sample is over before the
// kernel would have spread its threads.
void stay_on_processor(std::size_t n) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(n % std::max(1u, std::thread::hardware_concurrency()), &one);
  pthread_setaffinity_np(pthread_self(), sizeof(one), &one);
}

}  // namespace

double thread_rate(const std::vector<Work>& threads, std::size_t repeats) {
  std::vector<double> starts(threads.size());
  std::vector<double> ends(threads.size());
  std::vector<std::exception_ptr> failures(threads.size());
  {
    std::barrier start(static_cast<std::ptrdiff_t>(threads.size()));
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      running.emplace_back([&, i] {
        stay_on_processor(i);
        start.arrive_and_wait();
        starts[i] = now_ns();
        try {
          for (std::size_t repeat = 0; repeat < repeats; ++repeat) threads[i]();
        } catch (...) {
          failures[i] = std::current_exception();
        }
        ends[i] = now_ns();
      });
    }
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  const double elapsed =
      *std::max_element(ends.begin(), ends.end()) - *std::min_element(starts.begin(), starts.end());
  return static_cast<double>(threads.size() * repeats) / (elapsed / 1e9);
}

}  // namespace keyrack::bench
