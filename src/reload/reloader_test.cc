// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "base/descriptor.h"
#include "reload/text_source.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/unprivileged.h"

namespace keyrack::testing {
namespace {

using Kind = ReloadEvent::Kind;

// Thread sanitizer allows no new threads in the child of a process with several.
#if defined(__SANITIZE_THREAD__)
constexpr bool kMayForkWithThreads = false;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool kMayForkWithThreads = false;
#else
constexpr bool kMayForkWithThreads = true;
#endif
#else
constexpr bool kMayForkWithThreads = true;
#endif

std::size_t count_entries(const char* folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}
std::size_t threads() { return count_entries("/proc/self/task"); }

// The caller's event loop, until `condition` holds.
[[nodiscard]] bool drive(const Reloader& reloader, const std::function<bool()>& condition) {
  while (!condition()) {
    struct pollfd readable{.fd = reloader.descriptor(), .events = POLLIN, .revents = 0};
    if (::poll(&readable, 1, 60'000) != 1) return false;
    reloader.run_due();
  }
  return true;
}

class Driving : public ::testing::Test {
 protected:
  TextSource open(ReloadOptions options) const {
    return open_text({folder_.path() / "a"}, std::move(options)).value();
  }
  void write(const std::string& text) const { folder_.write("a", text); }

  TemporaryFolder folder_;
  EventLog log_;
};

TEST_F(Driving, AnEventLoopNeedsNoThread) {
  write("one.");
  ReloadOptions options = notified(log_);
  options.reloader = Reloader::for_event_loop().value();
  const Reloader reloader = options.reloader;
  const std::size_t before = threads();
  const TextSource source = open(std::move(options));
  write("two.");
  EXPECT_TRUE(drive(reloader, [&] { return *source.current() == "two."; }));
  EXPECT_EQ(threads(), before);
}

TEST_F(Driving, AnEventLoopIsWokenForPolls) {
  write("one.");
  ReloadOptions options = polled(log_);
  options.reloader = Reloader::for_event_loop().value();
  const Reloader reloader = options.reloader;
  const TextSource source = open(std::move(options));
  write("two.");
  EXPECT_TRUE(drive(reloader, [&] { return *source.current() == "two."; }));
}

TEST_F(Driving, AllSourcesOfAProcessShareOneThread) {
  write("one.");
  Reloader().stop();
  ASSERT_TRUE(Reloader().start().has_value());
  const std::size_t before = threads();
  std::vector<TextSource> sources;
  for (int i = 0; i < 20; ++i) sources.push_back(open(notified()));
  EXPECT_EQ(threads(), before);
}

TEST_F(Driving, SourcesThatAreNotAutomaticStartNoThread) {
  write("one.");
  Reloader().stop();
  const std::size_t before = threads();
  const TextSource source = open(by_hand());
  EXPECT_EQ(threads(), before);
  ASSERT_TRUE(Reloader().start().has_value());
}

TEST_F(Driving, StoppedTheLastGoodValueStaysAndRefreshWorks) {
  write("one.");
  const TextSource source = open(notified(log_));
  Reloader().stop();
  write("two.");
  EXPECT_EQ(*source.current(), "one.");
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kPublished);
  write("three.");
  ASSERT_TRUE(Reloader().start().has_value());
  EXPECT_TRUE(log_.wait_until([&] { return *source.current() == "three."; }));
}

TEST_F(Driving, ACallbackMayStopTheThreadItRunsOn) {
  write("one.");
  ReloadOptions options = notified();
  options.on_event = [log = log_](const ReloadEvent& event) mutable {
    if (event.generation == 2) Reloader().stop();
    log.callback()(event);
  };
  const TextSource source = open(std::move(options));
  write("two.");
  EXPECT_TRUE(log_.wait_for(Kind::kPublished, 2));
  ASSERT_TRUE(Reloader().start().has_value());
  write("three.");
  EXPECT_TRUE(log_.wait_for(Kind::kPublished, 3));
}

TEST_F(Driving, AForkedChildFollowsTheFilesOnItsOwn) {
  if (!kMayForkWithThreads) GTEST_SKIP() << "thread sanitizer cannot do this";
  write("one.");
  const TextSource source = open(notified(log_));
  in_child([&] {
    EXPECT_EQ(*source.current(), "one.");
    write("two.");
    EXPECT_TRUE(log_.wait_until([&] { return *source.current() == "two."; }));
    Reloader().stop();
  });
  EXPECT_TRUE(log_.wait_until([&] { return *source.current() == "two."; })) << "in the parent";
}

TEST_F(Driving, AForkedChildFollowsASourceThatItOpensItself) {
  if (!kMayForkWithThreads) GTEST_SKIP() << "thread sanitizer cannot do this";
  write("one.");
  const TextSource of_parent = open(notified());
  in_child([&] {
    const TextSource own = open(notified(log_));
    write("two.");
    EXPECT_TRUE(log_.wait_until([&] { return *own.current() == "two."; }));
    Reloader().stop();
  });
}

TEST_F(Driving, AForkedChildsEventLoopGetsItsOwnDescriptor) {
  write("one.");
  ReloadOptions options = notified(log_);
  options.reloader = Reloader::for_event_loop().value();
  const Reloader reloader = options.reloader;
  const TextSource source = open(std::move(options));
  in_child([&] {
    write("two.");
    EXPECT_TRUE(drive(reloader, [&] { return *source.current() == "two."; }));
  });
  EXPECT_TRUE(drive(reloader, [&] { return *source.current() == "two."; })) << "in the parent";
}

TEST_F(Driving, AForkDuringALoadLeavesTheChildAbleToLoad) {
  if (!kMayForkWithThreads) GTEST_SKIP() << "thread sanitizer cannot do this";
  write("one.");
  std::atomic<int> loads = 0;
  std::atomic<bool> may_go_on = false;
  const TextSource source = TextSource::open({.paths = {folder_.path() / "a"},
                                              .load =
                                                  [&](std::span<const LoadedFile> files) {
                                                    if (++loads == 2) loads.notify_all();
                                                    while (loads == 2 && !may_go_on)
                                                      std::this_thread::yield();
                                                    return load_matching(files);
                                                  },
                                              .on_missing = {},
                                              .options = by_hand()})
                                .value();
  write("two.");
  std::jthread loading([&] { source.refresh(); });
  loads.wait(1);
  in_child([&] {
    EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kPublished);
    EXPECT_EQ(*source.current(), "two.");
  });
  may_go_on = true;
}

TEST_F(Driving, WithoutInotifyASourcePollsAndSaysSoOnce) {
  std::size_t instances = 0;
  std::ifstream("/proc/sys/fs/inotify/max_user_instances") >> instances;
  if (::geteuid() != 0 || instances > 500) {
    GTEST_SKIP() << "needs a user whose inotify instances nobody else uses, and a few of them";
  }
  in_unprivileged_child(
      [] {
        std::vector<Descriptor> all;
        do {
          all.emplace_back(::inotify_init1(IN_CLOEXEC));
        } while (all.back());
        const TemporaryFolder own;
        const auto file = own.write("a", "one.");
        EventLog log;
        ReloadOptions options = polled(log);
        options.use_notification = true;
        options.reloader = Reloader::for_event_loop().value();
        const Reloader reloader = options.reloader;
        const TextSource source = open_text({file}, std::move(options)).value();
        for (const std::string text : {"two.", "three."}) {
          own.write("a", text);
          EXPECT_TRUE(drive(reloader, [&] { return *source.current() == text; }));
        }
        EXPECT_EQ(log.count(Kind::kPolling), 1u);
      },
      65533);
}

TEST_F(Driving, SourcesThatAreGoneLeaveNothingBehind) {
  write("one.");
  ReloadOptions options = notified();
  options.reloader = Reloader::for_event_loop().value();
  const Reloader reloader = options.reloader;
  {
    const TextSource source = open(options);
    const TextSource copy = source;
    EXPECT_GT(reloader.state()->watcher().kernel_watches(), 0u);
  }
  EXPECT_EQ(reloader.state()->watcher().kernel_watches(), 0u);
}

}  // namespace
}  // namespace keyrack::testing
