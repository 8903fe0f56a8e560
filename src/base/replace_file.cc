// SPDX-License-Identifier: Apache-2.0
#include "base/replace_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "base/descriptor.h"
#include "base/file.h"

namespace keyrack {
namespace {

// 0, or the errno of what failed.
int write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

int sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened && ::fsync(opened.get()) == 0 ? 0 : errno;
}

}  // namespace

Result<void> replace_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  std::error_code failed;
  std::filesystem::path target = std::filesystem::weakly_canonical(path, failed);
  if (failed) target = path;

  std::string temporary = target.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));  // mode 0600
  if (!file) return std::unexpected(io_error(path, "cannot make a file beside it", errno));
  int code = write_all(file.get(), bytes);
  if (code == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) code = errno;
  if (code != 0) {
    ::unlink(temporary.c_str());
    return std::unexpected(io_error(path, "cannot write", code));
  }
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  code = sync_folder(folder);
  if (code != 0) return std::unexpected(io_error(path, "cannot sync its folder", code));
  return {};
}

}  // namespace keyrack
