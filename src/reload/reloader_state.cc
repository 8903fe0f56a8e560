// SPDX-License-Identifier: Apache-2.0
#include "reload/reloader_state.h"

#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <system_error>
#include <utility>

#include "base/digest.h"
#include "reload/fork_safety.h"

namespace keyrack {
namespace {

Error system_error_of(const std::string& what, int code) {
  return Error{ErrorCode::kIo, what + ": " + std::generic_category().message(code), {}, ""};
}

bool add_to(const Descriptor& epoll, int fd) {
  struct epoll_event event{};
  event.events = EPOLLIN;
  return ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) == 0;
}

// The program's signal handlers run on its own threads.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

// The thread uses libcrypto, which cleans up at exit as soon as it has been used. Used now, it does
// so after the stop that is registered behind it.
Result<void> stop_before_libcrypto_ends() {
  if (const Result<Sha256> used = sha256({}); !used) return std::unexpected(used.error());
  static const int registered = std::atexit([] { Reloader().stop(); });
  static_cast<void>(registered);  // fails for want of memory alone
  return {};
}

}  // namespace

Reloader::State::State(Driver driver) : driver_(driver) { ForkSafety::add(this); }

Reloader::State::~State() {
  stop();
  ForkSafety::remove(this);
}

Result<void> Reloader::State::open_descriptors() {
  epoll_ = Descriptor(::epoll_create1(EPOLL_CLOEXEC));
  timer_ = Descriptor(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
  // Woken from the start, to arm the timer for the tasks there are.
  wake_ = Descriptor(::eventfd(1, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!epoll_ || !timer_ || !wake_ || !add_to(epoll_, timer_.get()) ||
      !add_to(epoll_, wake_.get()) ||
      (watcher_.descriptor() >= 0 && !add_to(epoll_, watcher_.descriptor()))) {
    return std::unexpected(system_error_of("cannot make the reloader's descriptors", errno));
  }
  return {};
}

int Reloader::State::descriptor() {
  revive_after_fork();
  const std::scoped_lock lock(mutex_);
  return driver_ == Driver::kEventLoop ? epoll_.get() : -1;
}

Result<void> Reloader::State::start() {
  const std::scoped_lock lock(mutex_);
  is_stopped_ = false;
  return start_locked();
}

Result<void> Reloader::State::start_unless_stopped() {
  const std::scoped_lock lock(mutex_);
  return start_locked();
}

Result<void> Reloader::State::start_locked() {
  if (driver_ != Driver::kThread || is_running_ || is_stopped_) return {};
  if (!epoll_) {
    if (Result<void> opened = open_descriptors(); !opened) return opened;
  }
  if (Result<void> arranged = stop_before_libcrypto_ends(); !arranged) return arranged;
  const NoSignals inherited_by_the_thread;
  try {
    thread_ = std::jthread(
        [this, epoll = epoll_.get()](const std::stop_token& stop) { run_thread(stop, epoll); });
  } catch (const std::system_error& error) {
    return std::unexpected(system_error_of("cannot start the reload thread", error.code().value()));
  }
  is_running_ = true;
  return {};
}

void Reloader::State::stop() {
  std::jthread ended;
  {
    const std::scoped_lock lock(mutex_);
    is_stopped_ = true;
    is_running_ = false;
    ended = std::move(thread_);
  }
  if (!ended.joinable()) return;
  ended.request_stop();
  wake();
  if (ended.get_id() == std::this_thread::get_id()) {
    ended.detach();
  } else {
    ended.join();
  }
}

void Reloader::State::run_thread(const std::stop_token& stop, int epoll) {
  ::pthread_setname_np(::pthread_self(), "keyrack-reload");
  while (!stop.stop_requested()) {
    struct epoll_event event{};
    ::epoll_wait(epoll, &event, 1, -1);
    run_due(stop);
  }
}

std::map<std::uint64_t, std::shared_ptr<ReloadTask>> Reloader::State::tasks() {
  const std::scoped_lock lock(mutex_);
  std::map<std::uint64_t, std::shared_ptr<ReloadTask>> alive;
  for (const auto& [id, task] : tasks_) {
    if (std::shared_ptr<ReloadTask> shared = task.lock()) alive.emplace(id, std::move(shared));
  }
  return alive;
}

void Reloader::State::run_due(const std::stop_token& stop) {
  revive_after_fork();
  clear_descriptors();
  const std::set<Watcher::Owner> notified = watcher_.drain();
  Schedule::Time next = Schedule::Time::max();
  for (const auto& [id, task] : tasks()) {
    if (stop.stop_requested()) return;
    if (notified.contains(id)) task->notified(Schedule::Clock::now());
    task->run_due(Schedule::Clock::now());
    next = std::min(next, task->next_due());
  }
  arm_timer(next);
}

void Reloader::State::clear_descriptors() const {
  std::uint64_t count = 0;
  for (const Descriptor* descriptor : {&timer_, &wake_}) {
    // Nothing to read is fine: another of them was the reason.
    if (::read(descriptor->get(), &count, sizeof(count)) < 0) continue;
  }
}

void Reloader::State::arm_timer(Schedule::Time next) const {
  struct itimerspec when{};  // zero: disarmed
  if (next != Schedule::Time::max()) {
    using std::chrono::nanoseconds;
    // Schedule::Clock is CLOCK_MONOTONIC; zero would disarm, and the past fires at once.
    const auto since_boot =
        std::max(std::chrono::duration_cast<nanoseconds>(next.time_since_epoch()), nanoseconds(1));
    when.it_value.tv_sec = static_cast<time_t>(since_boot.count() / 1'000'000'000);
    when.it_value.tv_nsec = static_cast<long>(since_boot.count() % 1'000'000'000);
  }
  ::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
}

std::uint64_t Reloader::State::add(const std::shared_ptr<ReloadTask>& task) {
  const std::scoped_lock lock(mutex_);
  tasks_.emplace(++last_id_, task);
  return last_id_;
}

void Reloader::State::remove(std::uint64_t id) {
  {
    const std::scoped_lock lock(mutex_);
    tasks_.erase(id);
  }
  watcher_.forget(id);
}

void Reloader::State::wake() {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t one = 1;
  // Fails when the count is full already, which wakes as well, or without a driver.
  if (wake_ && ::write(wake_.get(), &one, sizeof(one)) < 0) return;
}

std::vector<std::shared_ptr<ReloadTask>> Reloader::State::tasks_locked() const {
  std::vector<std::shared_ptr<ReloadTask>> alive;
  for (const auto& [id, task] : tasks_) {
    if (std::shared_ptr<ReloadTask> shared = task.lock()) alive.push_back(std::move(shared));
  }
  return alive;
}

void Reloader::State::reset_after_fork() {
  std::construct_at(&thread_);  // the child has no such thread to join
  is_stale_ = is_running_ || driver_ == Driver::kEventLoop;
  is_running_ = false;
}

void Reloader::State::revive() {
  const std::scoped_lock lock(mutex_);
  if (!is_stale_) return;
  watcher_.reset();
  epoll_ = {};
  // On failure the child serves what it has, and the next use tries again.
  const Result<void> revived = driver_ == Driver::kThread ? start_locked() : open_descriptors();
  if (revived) is_stale_ = false;
}

}  // namespace keyrack
