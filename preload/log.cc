// SPDX-License-Identifier: Apache-2.0
#include "preload/log.h"

#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace keyrack::preload {

bool is_logging() {
  const char* const value = ::secure_getenv("KEYRACK_PRELOAD_LOG");
  return value != nullptr && std::strcmp(value, "stderr") == 0;
}

void log(const char* format, ...) {
  if (!is_logging()) return;
  const int error = errno;
  // One write a line: programs log from several threads and processes.
  char line[1024];
  const int prefix = std::snprintf(line, sizeof line, "keyrack-preload: ");
  std::size_t size = static_cast<std::size_t>(prefix);
  std::va_list arguments;
  va_start(arguments, format);
  const int added = std::vsnprintf(line + size, sizeof line - size - 1, format, arguments);
  va_end(arguments);
  if (added > 0) size += static_cast<std::size_t>(added);
  if (size > sizeof line - 2) size = sizeof line - 2;
  line[size++] = '\n';
  // Nobody can be told that telling failed.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, size);
  errno = error;
}

}  // namespace keyrack::preload
