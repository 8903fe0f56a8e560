// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/credential.h>

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keyrack {

// What the latest aliases stood for when they were fetched. An alias with a uid belongs to one
// handshake, so only a few are ever in use at a time. Any thread.
class FetchedAliases {
 public:
  static constexpr std::size_t kCapacity = 16;

  std::optional<Credential> find(std::string_view alias) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [known, credential] : latest_) {
      if (known == alias) return credential;
    }
    return std::nullopt;
  }

  void add(std::string_view alias, const Credential& credential) {
    std::optional<Credential> dropped;  // outlives the lock
    const std::lock_guard lock(mutex_);
    if (latest_.size() == kCapacity) {
      dropped = std::move(latest_.front().second);
      latest_.pop_front();
    }
    latest_.emplace_back(alias, credential);
  }

 private:
  mutable std::mutex mutex_;
  std::deque<std::pair<std::string, Credential>> latest_;
};

}  // namespace keyrack
