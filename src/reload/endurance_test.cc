// SPDX-License-Identifier: Apache-2.0
// What many changes and many threads must not do: leak, tear, go backwards.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "reload/text_source.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {
namespace {

namespace fs = std::filesystem;

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define KEYRACK_TEST_IS_SANITIZED 1
#endif
#endif
#ifdef KEYRACK_TEST_IS_SANITIZED
constexpr int kChanges = 1'000;
constexpr bool kCountsMemory = false;  // the sanitizer has its own allocator
#else
constexpr int kChanges = 10'000;
constexpr bool kCountsMemory = true;
#endif

// In memory where possible: ext4 writes a file out before it lets it be renamed over another.
fs::path quick_folder() {
  return fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
}

// Without an event log, which would grow.
ReloadOptions silently_notified() {
  ReloadOptions options = notified();
  options.on_event = nullptr;
  return options;
}

struct Usage {
  std::size_t descriptors = static_cast<std::size_t>(
      std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
  std::size_t watches = 0;
  std::size_t heap = kCountsMemory ? ::mallinfo2().uordblks : 0;
};

TEST(Endurance, ThousandsOfChangesGrowNothing) {
  const TemporaryFolder folder(quick_folder());
  fs::create_directory(folder.path() / "v0");
  fs::create_directory(folder.path() / "v1");
  fs::create_directory_symlink("v0", folder.path() / "live");
  folder.write("v0/a", "0.");
  const TextSource source = open_text({folder.path() / "live/a"}, silently_notified()).value();
  const auto change = [&](int i) {
    // By turns renamed over, overwritten, damaged, and swapped by link.
    const std::string version = "v" + std::to_string(i / 4 % 2);
    const std::string text = std::to_string(i) + ".";
    switch (i % 4) {
      case 0:
        fs::rename(folder.write("fresh", text), folder.path() / version / "a");
        fs::create_directory_symlink(version, folder.path() / "link");
        fs::rename(folder.path() / "link", folder.path() / "live");
        break;
      case 1: fs::rename(folder.write("fresh", text), folder.path() / version / "a"); break;
      case 2: folder.write("live/a", "half"); break;
      case 3: folder.write("live/a", text); break;
    }
    const ReloadReport report = source.refresh();
    ASSERT_EQ(report.outcome == ReloadOutcome::kFailed, i % 4 == 2);
    if (i % 4 != 2) {
      ASSERT_EQ(*source.current(), text);
    }
  };
  const auto usage = [&] {
    Usage now;
    now.watches = Reloader().state()->watcher().kernel_watches();
    return now;
  };
  for (int i = 0; i < 200; ++i) change(i);
  const Usage before = usage();
  for (int i = 200; i < kChanges; ++i) change(i);
  const Usage after = usage();
  EXPECT_EQ(after.descriptors, before.descriptors);
  EXPECT_LE(after.watches, before.watches + 1);
  EXPECT_LE(after.heap, before.heap + 100'000);
  EXPECT_GE(source.counters().failures_of(ReloadFailure::kInvalid), kChanges / 4u);
}

TEST(Endurance, ReadersNeverSeeNothingAMixtureOrTheOlderAfterTheNewer) {
  const TemporaryFolder folder(quick_folder());
  folder.write("crt", "0.");
  folder.write("key", "0.");
  ReloadOptions options = silently_notified();
  options.quiet_period = std::chrono::milliseconds(1);
  const TextSource source =
      open_text({folder.path() / "crt", folder.path() / "key"}, std::move(options)).value();
  std::atomic<bool> is_done = false;
  std::atomic<int> wrong = 0;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      std::uint64_t last = 0;
      while (!is_done) {
        const Snapshot<std::string> seen = source.snapshot();
        const std::size_t half = seen.value ? seen.value->size() / 2 : 0;
        const bool is_whole = half > 0 && seen.value->substr(0, half) == seen.value->substr(half);
        if (!is_whole || seen.generation < last) ++wrong;
        last = seen.generation;
      }
    });
  }
  std::jthread refresher([&] {
    while (!is_done) source.refresh();
  });
  for (int i = 1; i <= 300; ++i) {
    const std::string text = std::to_string(i) + ".";
    for (const std::string name : {"crt", "key"}) {
      if (i % 2 == 0) {
        folder.write(name, text);
      } else {
        fs::rename(folder.write("fresh", text), folder.path() / name);
      }
    }
    if (i % 10 == 0) source.set("set.set.");
  }
  EXPECT_NE(source.refresh().outcome, ReloadOutcome::kFailed);
  is_done = true;
  refresher.join();
  readers.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(Endurance, SourcesComeAndGoWhileTheirFilesChange) {
  const TemporaryFolder folder(quick_folder());
  folder.write("a", "0.");
  std::atomic<bool> is_done = false;
  std::jthread writer([&] {
    for (int i = 0; !is_done; ++i) {
      fs::rename(folder.write("fresh", std::to_string(i) + "."), folder.path() / "a");
    }
  });
  for (int i = 0; i < 200; ++i) {
    std::atomic<int> events = 0;
    ReloadOptions options = silently_notified();
    options.quiet_period = std::chrono::milliseconds(0);
    options.may_begin_empty = true;
    options.on_event = [&events](const ReloadEvent&) { ++events; };
    const Result<TextSource> source = open_text({folder.path() / "a"}, std::move(options));
    EXPECT_TRUE(source.has_value());
    // The source goes before `events` does: a callback after that would be seen by the sanitizers.
  }
  is_done = true;
}

}  // namespace
}  // namespace keyrack::testing
