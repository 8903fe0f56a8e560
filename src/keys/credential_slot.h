// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/credential.h>
#include <keyrack/error.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "keys/credential_cache.h"

namespace keyrack {

// Where one key entry keeps its decrypted credential. Snapshots of a key store share the slot of an
// entry that did not change; with the last of them it goes, and its key with it.
//
// Any thread. Single flight: who asks while the key is being decrypted waits for that, or is called
// back. No lock is held meanwhile.
class CredentialSlot {
 public:
  using Load = std::function<Result<Credential>()>;
  using Callback = std::function<void(const Result<Credential>&)>;

  explicit CredentialSlot(std::shared_ptr<CredentialCache> cache) : cache_(std::move(cache)) {}
  ~CredentialSlot();
  CredentialSlot(const CredentialSlot&) = delete;
  CredentialSlot& operator=(const CredentialSlot&) = delete;

  // The credential, loaded if need be. A failure is told to all who waited and is not remembered.
  Result<Credential> get(const Load& load);

  // The credential if it is there. Otherwise nothing, and `callback` is called with it once, by
  // whoever loads it. When that has to be started, `start` is handed the work.
  using Start = std::function<void(std::function<void()>)>;
  std::optional<Credential> get_or_call_back(const Load& load, Callback callback,
                                             const Start& start);

 private:
  friend class CredentialCache;

  struct Flight {
    std::optional<Result<Credential>> result;
    std::condition_variable landed;
    std::vector<Callback> callbacks;
  };

  void fly(const std::shared_ptr<Flight>& flight, const Load& load);
  void evict();

  std::shared_ptr<CredentialCache> cache_;
  std::mutex mutex_;
  std::optional<Credential> credential_;
  std::shared_ptr<Flight> flight_;
  std::atomic<std::uint64_t> last_used_{0};  // by the cache's clock
};

}  // namespace keyrack
