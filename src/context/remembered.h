// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace keyrack {

// Texts of which something costly was found to be true. Bounded: they come from configurations, but
// nobody knows whose. Any thread.
class Remembered {
 public:
  bool contains(std::string_view text) {
    const std::lock_guard lock(mutex_);
    return texts_.contains(text);
  }
  void add(std::string_view text) {
    if (text.size() > kMaxBytes) return;
    const std::lock_guard lock(mutex_);
    if (texts_.size() < kMaxTexts) texts_.emplace(text);
  }

 private:
  static constexpr std::size_t kMaxTexts = 1024;
  static constexpr std::size_t kMaxBytes = 1024;
  std::mutex mutex_;
  std::set<std::string, std::less<>> texts_;
};

}  // namespace keyrack
