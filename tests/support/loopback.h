// SPDX-License-Identifier: Apache-2.0
// TCP over 127.0.0.1 in which nothing waits for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

namespace keyrack::testing {

using Deadline = std::chrono::steady_clock::time_point;

inline Deadline in_seconds(int seconds) {
  return std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
}

// Owns a socket or pipe end.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() { close(); }
  void close();
  int get() const { return fd_; }

 private:
  int fd_ = -1;
};

// Waits until `fd` can be read from (or written to); false at the deadline.
bool wait_for(int fd, bool to_write, Deadline deadline);

// A socket that listens on a free port.
class Listener {
 public:
  Listener();
  std::uint16_t port() const { return port_; }
  // A non-blocking connection, or an invalid descriptor (-1) at the deadline.
  FileDescriptor accept(Deadline deadline) const;

 private:
  FileDescriptor socket_;
  std::uint16_t port_ = 0;
};

// A non-blocking connection to 127.0.0.1, tried again until the deadline.
FileDescriptor connect_to(std::uint16_t port, Deadline deadline);

}  // namespace keyrack::testing
