// SPDX-License-Identifier: Apache-2.0
#include "reload/observation.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "base/descriptor.h"

namespace keyrack {
namespace {

LoadFailure system_failure(const std::filesystem::path& path, const std::string& what, int code) {
  const bool is_missing = code == ENOENT || code == ENOTDIR;
  return {is_missing ? ReloadFailure::kMissing : ReloadFailure::kUnreadable,
          io_error(path, what, code)};
}

LoadFailure failure_of(ReloadFailure reason, ErrorCode code, const std::filesystem::path& path,
                       std::string message) {
  return {reason, Error{code, std::move(message), Location{.source = path.string()}, ""}};
}

class Observer {
 public:
  void add(const std::filesystem::path& named) {
    const ResolvedPath resolved = resolver_.resolve(named);
    seen_.points.insert(seen_.points.end(), resolved.points.begin(), resolved.points.end());
    struct stat status{};
    const int error = examine(resolved, status);
    if (error != 0) return fail(system_failure(named, "cannot examine", error));
    if (S_ISDIR(status.st_mode)) return add_folder(named, resolved.path());
    if (!S_ISREG(status.st_mode)) {
      return fail(failure_of(ReloadFailure::kUnreadable, ErrorCode::kIo, named,
                             "cannot read: neither a regular file nor a folder"));
    }
    // A write through another hard link, or through the other end of a bind mount, is told to who
    // watches the file itself.
    seen_.points.push_back({resolved.path(), ""});
    seen_.files.push_back({named, resolved.path(), identity_of(status)});
  }

  Observation take() && { return std::move(seen_); }

 private:
  static int examine(const ResolvedPath& resolved, struct stat& status) {
    if (resolved.error != 0) return resolved.error;
    return ::lstat(resolved.path().c_str(), &status) == 0 ? 0 : errno;
  }

  void add_folder(const std::filesystem::path& named, const std::filesystem::path& real) {
    seen_.points.push_back({real, ""});
    std::vector<std::filesystem::path> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(real, error), end; !error && entry != end;
         entry.increment(error)) {
      names.push_back(entry->path().filename());
    }
    if (error) return fail(system_failure(named, "cannot list", error.value()));
    std::sort(names.begin(), names.end());
    std::set<FileId> met;  // hash links (`openssl rehash`) lead to files of the same folder
    for (const std::filesystem::path& name : names) {
      const ResolvedPath resolved = resolver_.resolve(real / name);
      for (const WatchPoint& point : resolved.points) {
        if (point.path != real) seen_.points.push_back(point);
      }
      struct stat status{};
      // Links that lead nowhere and folders in the folder are no certificates.
      if (examine(resolved, status) != 0 || !S_ISREG(status.st_mode)) continue;
      const FileIdentity identity = identity_of(status);
      if (!met.insert(identity.id).second) continue;
      seen_.files.push_back({named / name, resolved.path(), identity});
    }
  }

  void fail(LoadFailure failure) {
    if (!seen_.failure) seen_.failure = std::move(failure);
  }

  Observation seen_;
  PathResolver resolver_;
};

LoadFailure moved(const std::filesystem::path& path) {
  return failure_of(ReloadFailure::kUnstable, ErrorCode::kIo, path, "changed while it was read");
}

std::expected<SecretBytes, LoadFailure> read_one(const ObservedFile& file) {
  const Descriptor opened(
      ::open(file.real.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (!opened) {
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) {
      return std::unexpected(moved(file.named));
    }
    return std::unexpected(system_failure(file.named, "cannot open", errno));
  }
  struct stat status{};
  if (::fstat(opened.get(), &status) != 0) {
    return std::unexpected(system_failure(file.named, "cannot examine", errno));
  }
  if (identity_of(status) != file.identity) return std::unexpected(moved(file.named));

  SecretBytes bytes(file.identity.size);
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = ::read(opened.get(), bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(system_failure(file.named, "cannot read", errno));
    if (got == 0) return std::unexpected(moved(file.named));
    size += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace

Observation observe(std::span<const std::filesystem::path> paths) {
  Observer observer;
  for (const std::filesystem::path& path : paths) observer.add(path);
  return std::move(observer).take();
}

std::expected<std::vector<LoadedFile>, LoadFailure> read_observed(const Observation& observation,
                                                                  std::size_t max_bytes) {
  std::vector<LoadedFile> loaded;
  std::size_t total = 0;
  for (const ObservedFile& file : observation.files) {
    if (file.identity.size > max_bytes - total) {
      return std::unexpected(failure_of(
          ReloadFailure::kTooLarge, ErrorCode::kLimitExceeded, file.named,
          "larger than the limit of " + std::to_string(max_bytes) + " bytes for one source"));
    }
    total += file.identity.size;
    std::expected<SecretBytes, LoadFailure> bytes = read_one(file);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    loaded.push_back({file.named, std::move(*bytes)});
  }
  return loaded;
}

}  // namespace keyrack
