// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "preload/nesting.h"

namespace keyrack::preload {

// The address of OpenSSL's own `name`, behind this library in the search order or in the library
// that was loaded for a plug-in alone (as Python's ssl module is). Null when there is none.
void* find_original(const char* name);

// One of OpenSSL's functions, found when it is first called. Any thread; constant initialization.
template <typename Signature>
class Original;

template <typename Return, typename... Arguments>
class Original<Return(Arguments...)> {
 public:
  explicit constexpr Original(const char* name) : name_(name) {}

  const void* address() {
    void* found = address_.load(std::memory_order_relaxed);
    if (found == nullptr) {
      found = find_original(name_);
      address_.store(found, std::memory_order_relaxed);
    }
    return found;
  }

  // What it calls in turn is not stood in for.
  Return operator()(Arguments... arguments) {
    const void* const found = address();
    if (found == nullptr) return Return{};
    const Nested nested;
    return reinterpret_cast<Return (*)(Arguments...)>(const_cast<void*>(found))(arguments...);
  }

 private:
  const char* name_;
  std::atomic<void*> address_{nullptr};
};

}  // namespace keyrack::preload
