// SPDX-License-Identifier: Apache-2.0
#include "reload/fork_safety.h"

#include <pthread.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "reload/reloader_state.h"

namespace keyrack {
namespace {

struct Registry {
  std::mutex mutex;
  std::set<Reloader::State*> states;
  // Between prepare() and its counterpart: locked, in the order in which StagedReload locks too.
  std::vector<std::shared_ptr<ReloadTask>> tasks;
};

// Never destroyed: sources may outlive every static object.
Registry& registry() {
  static Registry& instance = *new Registry;
  return instance;
}

void prepare() {
  Registry& all = registry();
  all.mutex.lock();
  for (Reloader::State* state : all.states) {
    state->fork_mutex().lock();
    state->watcher().fork_mutex().lock();
    for (std::shared_ptr<ReloadTask>& task : state->tasks_locked()) {
      all.tasks.push_back(std::move(task));
    }
  }
  std::ranges::sort(all.tasks, std::less<>(), [](const auto& task) { return &task->fork_mutex(); });
  for (const std::shared_ptr<ReloadTask>& task : all.tasks) task->fork_mutex().lock();
}

void release() {
  Registry& all = registry();
  for (const std::shared_ptr<ReloadTask>& task : all.tasks) task->fork_mutex().unlock();
  for (Reloader::State* state : all.states) {
    state->watcher().fork_mutex().unlock();
    state->fork_mutex().unlock();
  }
  // The last owner of a task may have gone meanwhile; its destructor takes these mutexes.
  const std::vector<std::shared_ptr<ReloadTask>> dropped_last = std::exchange(all.tasks, {});
  all.mutex.unlock();
}

void reset_child() {
  Registry& all = registry();
  const Schedule::Time now = Schedule::Clock::now();
  for (const std::shared_ptr<ReloadTask>& task : all.tasks) task->reset_after_fork(now);
  for (Reloader::State* state : all.states) state->reset_after_fork();
  release();
}

}  // namespace

void ForkSafety::add(Reloader::State* state) {
  static const int installed = ::pthread_atfork(prepare, release, reset_child);
  static_cast<void>(installed);  // fails for want of memory alone; then fork() is as elsewhere
  const std::scoped_lock lock(registry().mutex);
  registry().states.insert(state);
}

void ForkSafety::remove(Reloader::State* state) {
  const std::scoped_lock lock(registry().mutex);
  registry().states.erase(state);
}

}  // namespace keyrack
