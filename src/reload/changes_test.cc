// SPDX-License-Identifier: Apache-2.0
// Every way in which files are replaced in the field, once seen by notification alone and once by
// polling alone.
#include <fcntl.h>
#include <sys/stat.h>

#include <fstream>
#include <string>

#include "reload/text_source.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/unprivileged.h"

namespace keyrack::testing {
namespace {

namespace fs = std::filesystem;
using Kind = ReloadEvent::Kind;

class Changes : public ::testing::TestWithParam<bool> {
 protected:
  static void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }
  static void append(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::app) << text;
  }
  // As `ln -sfn`: a new link renamed over the old one.
  static void point_link(const fs::path& link, const fs::path& target) {
    const fs::path fresh = link.string() + ".fresh";
    fs::create_symlink(target, fresh);
    fs::rename(fresh, link);
  }
  fs::path at(const std::string& name) const { return folder_.path() / name; }

  void open(std::vector<fs::path> paths, bool may_begin_empty = false) {
    ReloadOptions options = GetParam() ? notified(log_) : polled(log_);
    options.may_begin_empty = may_begin_empty;
    Result<TextSource> opened = open_text(std::move(paths), std::move(options));
    ASSERT_TRUE(opened.has_value()) << opened.error().describe();
    source_.emplace(std::move(*opened));
  }
  void expect_served(const std::string& text) const {
    EXPECT_TRUE(log_.wait_until([&] {
      const auto value = source_->current();
      return value != nullptr && *value == text;
    })) << "still not "
        << text;
  }
  void expect_failure(ReloadFailure reason) const {
    EXPECT_TRUE(log_.wait_until([&] { return source_->counters().failures_of(reason) > 0; }));
  }

  TemporaryFolder folder_;
  EventLog log_;
  std::optional<TextSource> source_;
};

INSTANTIATE_TEST_SUITE_P(By, Changes, ::testing::Values(true, false), [](const auto& mode) {
  return mode.param ? std::string("notification") : std::string("polling");
});

TEST_P(Changes, OverwriteInPlace) {
  open({folder_.write("a", "one.")});
  write(at("a"), "two.");
  expect_served("two.");
}

TEST_P(Changes, RenameOver) {
  open({folder_.write("a", "one.")});
  write(at("fresh"), "two.");
  fs::rename(at("fresh"), at("a"));
  expect_served("two.");
}

TEST_P(Changes, DeleteAndCreate) {
  open({folder_.write("a", "one.")});
  fs::remove(at("a"));
  expect_failure(ReloadFailure::kMissing);
  EXPECT_EQ(*source_->current(), "one.");
  write(at("a"), "two.");
  expect_served("two.");
}

TEST_P(Changes, SymbolicLinkSwapped) {
  folder_.write("v1", "one.");
  folder_.write("v2", "two.");
  fs::create_symlink("v1", at("a"));
  open({at("a")});
  point_link(at("a"), at("v2"));
  expect_served("two.");
}

// As the kubelet does: the members are links through `..data`, which is swapped as a whole.
TEST_P(Changes, KubernetesDataSwap) {
  for (const std::string version : {"..1", "..2"}) {
    fs::create_directory(at(version));
    for (const std::string name : {"tls.crt", "tls.key"}) {
      write(at(version) / name, version == "..1" ? "one." : "two.");
    }
  }
  fs::create_directory_symlink("..1", at("..data"));
  fs::create_symlink("..data/tls.crt", at("tls.crt"));
  fs::create_symlink("..data/tls.key", at("tls.key"));
  open({at("tls.crt"), at("tls.key")});
  point_link(at("..data"), "..2");
  fs::remove_all(at("..1"));
  expect_served("two.two.");
}

TEST_P(Changes, LinkInAParentFolderSwapped) {
  fs::create_directory(at("v1"));
  fs::create_directory(at("v2"));
  write(at("v1") / "a", "one.");
  write(at("v2") / "a", "two.");
  fs::create_directory_symlink("v1", at("live"));
  open({at("live") / "a"});
  point_link(at("live"), "v2");
  expect_served("two.");
}

TEST_P(Changes, LinkInAGrandparentFolderSwapped) {
  fs::create_directories(at("v1/certs/web"));
  fs::create_directories(at("v2/certs/web"));
  write(at("v1/certs/web/a"), "one.");
  write(at("v2/certs/web/a"), "two.");
  fs::create_directory_symlink(at("v1"), at("live"));
  open({at("live/certs/web/a")});
  point_link(at("live"), at("v2"));
  expect_served("two.");
}

TEST_P(Changes, HardLinkPutInPlace) {
  open({folder_.write("a", "one.")});
  write(at("other"), "two.");
  fs::remove(at("a"));
  fs::create_hard_link(at("other"), at("a"));
  expect_served("two.");
}

TEST_P(Changes, WrittenThroughAnotherHardLink) {
  const TemporaryFolder elsewhere;
  open({folder_.write("a", "one.")});
  fs::create_hard_link(at("a"), elsewhere.path() / "b");
  write(elsewhere.path() / "b", "two.");
  expect_served("two.");
}

TEST_P(Changes, AppearsLater) {
  open({at("later/a")}, true);
  EXPECT_EQ(source_->current(), nullptr);
  fs::create_directory(at("later"));
  write(at("later/a"), "one.");
  expect_served("one.");
}

TEST_P(Changes, SameModificationTimeAndSize) {
  open({folder_.write("a", "one.")});
  struct stat before{};
  ASSERT_EQ(::stat(at("a").c_str(), &before), 0);
  write(at("a"), "two.");
  const struct timespec times[2] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, at("a").c_str(), times, 0), 0);
  expect_served("two.");
}

TEST_P(Changes, TruncatedThenCompleted) {
  open({folder_.write("a", "one.")});
  write(at("a"), "tw");
  expect_failure(ReloadFailure::kInvalid);
  EXPECT_EQ(*source_->current(), "one.");
  append(at("a"), "o.");
  expect_served("two.");
  EXPECT_TRUE(log_.wait_for(Kind::kRecovered));
}

TEST_P(Changes, CertificateBeforeKey) {
  open({folder_.write("crt", "one."), folder_.write("key", "one.")});
  write(at("crt"), "two.");
  expect_failure(ReloadFailure::kInvalid);
  EXPECT_EQ(*source_->current(), "one.one.");
  write(at("key"), "two.");
  expect_served("two.two.");
}

TEST_P(Changes, KeyBeforeCertificate) {
  open({folder_.write("crt", "one."), folder_.write("key", "one.")});
  write(at("key"), "two.");
  expect_failure(ReloadFailure::kInvalid);
  EXPECT_EQ(*source_->current(), "one.one.");
  write(at("crt"), "two.");
  expect_served("two.two.");
}

TEST_P(Changes, FolderRemovedAndMadeAnew) {
  fs::create_directories(at("x/y"));
  write(at("x/y/a"), "one.");
  open({at("x/y/a")});
  fs::remove_all(at("x"));
  expect_failure(ReloadFailure::kMissing);
  EXPECT_EQ(*source_->current(), "one.");
  fs::create_directories(at("x/y"));
  write(at("x/y/a"), "two.");
  expect_served("two.");
}

TEST_P(Changes, FolderRenamedAway) {
  fs::create_directory(at("x"));
  write(at("x/a"), "one.");
  open({at("x/a")});
  fs::create_directory(at("fresh"));
  write(at("fresh/a"), "two.");
  fs::rename(at("x"), at("old"));
  fs::rename(at("fresh"), at("x"));
  expect_served("two.");
}

TEST_P(Changes, FileAddedToAFolderOfFiles) {
  fs::create_directory(at("anchors"));
  write(at("anchors/a"), "one.");
  open({at("anchors")});
  write(at("anchors/b"), "one.");
  expect_served("one.one.");
  fs::remove(at("anchors/a"));
  expect_served("one.");
}

TEST_P(Changes, ReplacedByAFolder) {
  open({folder_.write("a", "one.")});
  fs::remove(at("a"));
  fs::create_directory(at("a"));
  write(at("a/part"), "two.");
  expect_served("two.");
}

TEST_P(Changes, FilePermissionLostAndGivenBack) {
  in_unprivileged_child([this] {
    const TemporaryFolder own;
    const fs::path file = own.write("a", "one.");
    open({file});
    fs::permissions(file, fs::perms::none);
    expect_failure(ReloadFailure::kUnreadable);
    EXPECT_EQ(*source_->current(), "one.");
    fs::permissions(file, fs::perms::owner_read);
    EXPECT_TRUE(log_.wait_for(Kind::kRecovered));
    EXPECT_EQ(source_->snapshot().generation, 1u);
    source_.reset();
  });
}

TEST_P(Changes, FolderPermissionLostAndGivenBack) {
  in_unprivileged_child([this] {
    const TemporaryFolder own;
    fs::create_directory(own.path() / "x");
    write(own.path() / "x/a", "one.");
    open({own.path() / "x/a"});
    fs::permissions(own.path() / "x", fs::perms::none);
    expect_failure(ReloadFailure::kUnreadable);
    EXPECT_EQ(*source_->current(), "one.");
    fs::permissions(own.path() / "x", fs::perms::owner_all);
    EXPECT_TRUE(log_.wait_for(Kind::kRecovered));
    source_.reset();
  });
}

TEST_P(Changes, UnreadableFileReplacedByAReadableOne) {
  in_unprivileged_child([this] {
    const TemporaryFolder own;
    const fs::path file = own.write("a", "one.");
    fs::permissions(file, fs::perms::none);
    open({file}, true);
    EXPECT_EQ(source_->counters().failures_of(ReloadFailure::kUnreadable), 1u);
    write(own.path() / "fresh", "two.");
    fs::rename(own.path() / "fresh", file);
    expect_served("two.");
    source_.reset();
  });
}

}  // namespace
}  // namespace keyrack::testing
