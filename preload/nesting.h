// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace keyrack::preload {

// Marks a thread as being inside a stand-in, while it lives: libcrypto's own calls arrive at the
// stand-ins too, unless it was linked with -Bsymbolic, and must then reach the originals.
class Nested {
 public:
  Nested() { ++depth_; }
  ~Nested() { --depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

  static bool is_now() { return depth_ != 0; }

 private:
  // In the static TLS block: reading it must not allocate.
  [[gnu::tls_model("initial-exec")]] static inline thread_local int depth_ = 0;
};

}  // namespace keyrack::preload
