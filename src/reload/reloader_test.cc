// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
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

// Follows `file`, which begins with "one.", by a loop of the caller's; changes show by polls alone,
// and the reason is told once.
void expect_polling(const std::filesystem::path& file, const std::string& reason) {
  EventLog log;
  ReloadOptions options = polled(log);
  options.use_notification = true;
  options.reloader = Reloader::for_event_loop().value();
  const Reloader reloader = options.reloader;
  const TextSource source = open_text({file}, std::move(options)).value();
  for (const std::string text : {"two.", "three."}) {
    std::ofstream(file) << text;
    EXPECT_TRUE(drive(reloader, [&] { return *source.current() == text; }));
  }
  EXPECT_EQ(log.count(Kind::kPolling), 1u);
  const auto events = log.events();
  const auto told = std::ranges::find(events, Kind::kPolling, &ReloadEvent::kind);
  EXPECT_THAT(told->error.message, ::testing::HasSubstr(reason));
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
        expect_polling(own.write("a", "one."), "cannot watch anything");
      },
      65533);
}

// In a user namespace of the test's own, in which it is root.
bool enter_namespaces(int kinds) {
  const auto uid = std::to_string(::geteuid());
  const auto gid = std::to_string(::getegid());
  const auto write = [](const char* path, const std::string& text) {
    return static_cast<bool>(std::ofstream(path) << text << std::flush);
  };
  return ::unshare(kinds) == 0 && write("/proc/self/setgroups", "deny") &&
         write("/proc/self/uid_map", "0 " + uid + " 1") &&
         write("/proc/self/gid_map", "0 " + gid + " 1");
}

TEST_F(Driving, WithoutAWatchLeftASourcePollsAndSaysSoOnce) {
  in_child([] {
    const TemporaryFolder own;
    const auto file = own.write("a", "one.");
    // The limit of the namespace counts beside the machine's.
    if (!enter_namespaces(CLONE_NEWUSER) ||
        !(std::ofstream("/proc/sys/user/max_inotify_watches") << "0" << std::flush)) {
      GTEST_SKIP() << "needs user namespaces";
    }
    expect_polling(file, "no inotify watches left (fs.inotify.max_user_watches)");
  });
}

TEST_F(Driving, OnAFileSystemThatMayKeepSilentASourcePollsAndSaysSoOnce) {
  in_child([] {
    const TemporaryFolder own;
    const std::string at = own.path().string();
    if (!enter_namespaces(CLONE_NEWUSER | CLONE_NEWNS) ||
        ::mount("none", at.c_str(), "tmpfs", 0, nullptr) != 0) {
      GTEST_SKIP() << "needs user namespaces";
    }
    for (const char* name : {"/lower", "/upper", "/work", "/merged"}) {
      std::filesystem::create_directory(at + name);
    }
    const std::string layers =
        "lowerdir=" + at + "/lower,upperdir=" + at + "/upper,workdir=" + at + "/work,userxattr";
    if (::mount("overlay", (at + "/merged").c_str(), "overlay", 0, layers.c_str()) != 0) {
      GTEST_SKIP() << "needs overlays in user namespaces";
    }
    std::ofstream(at + "/merged/a") << "one.";
    expect_polling(at + "/merged/a", "overlay does not tell of every change below");
    ::umount2((at + "/merged").c_str(), MNT_DETACH);
    ::umount2(at.c_str(), MNT_DETACH);
  });
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
