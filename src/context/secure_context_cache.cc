// SPDX-License-Identifier: Apache-2.0
#include <keyrack/secure_context_cache.h>

#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/error_queue.h"
#include "base/file.h"
#include "context/options_digest.h"

namespace keyrack {
namespace {

struct DigestHash {
  std::size_t operator()(const Sha256& digest) const {
    std::size_t hash = 0;
    std::memcpy(&hash, digest.data(), sizeof hash);
    return hash;
  }
};

// `options` with the bytes of its PKCS#12 instead of a path.
Result<SecureContextOptions> with_bytes(const SecureContextOptions& options,
                                        const std::filesystem::path& path) {
  const auto file = read_file(path, KeyStoreLimits{}.max_bytes);
  if (!file) return std::unexpected(file.error());
  SecureContextOptions all = options;
  all.pkcs12->where.emplace<std::vector<std::uint8_t>>(file->bytes().begin(), file->bytes().end());
  return all;
}

}  // namespace

class SecureContextCache::State {
 public:
  explicit State(std::size_t max_contexts) : max_contexts_(max_contexts) {}

  Result<SecureContext> get(const SecureContextOptions& options) {
    const Result<Sha256> digest = digest_of(options);
    if (!digest) return std::unexpected(digest.error());
    if (Held held = find(*digest)) return SecureContext(std::move(held));
    Result<SecureContext> made = SecureContext::create(options);
    return made ? keep(*digest, std::move(*made)) : made;
  }

  SecureContextCacheStats stats() {
    const std::lock_guard lock(mutex_);
    stats_.contexts = contexts_.size();
    return stats_;
  }

 private:
  using Held = std::shared_ptr<const SecureContext::State>;

  Held find(const Sha256& digest) {
    const std::lock_guard lock(mutex_);
    const auto found = contexts_.find(digest);
    Held held = found == contexts_.end() ? nullptr : found->second.lock();
    ++(held ? stats_.hits : stats_.misses);
    return held;
  }

  // The context to use: `made`, or one that another thread made meanwhile.
  SecureContext keep(const Sha256& digest, SecureContext made) {
    const std::lock_guard lock(mutex_);
    const auto known = contexts_.find(digest);
    if (known != contexts_.end()) {
      if (Held held = known->second.lock()) return SecureContext(std::move(held));
      contexts_.erase(known);
    }
    if (contexts_.size() >= max_contexts_) {
      std::erase_if(contexts_, [](const auto& entry) { return entry.second.expired(); });
    }
    if (contexts_.size() >= max_contexts_) {
      ++stats_.not_kept;
    } else {
      contexts_.emplace(digest, made.share_state());
    }
    return made;
  }

  const std::size_t max_contexts_;
  std::mutex mutex_;
  std::unordered_map<Sha256, std::weak_ptr<const SecureContext::State>, DigestHash> contexts_;
  SecureContextCacheStats stats_;
};

SecureContextCache::SecureContextCache(std::size_t max_contexts)
    : state_(std::make_shared<State>(max_contexts)) {}

Result<SecureContext> SecureContextCache::get(const SecureContextOptions& options) const {
  const ErrorQueueGuard guard;
  const auto* path =
      options.pkcs12 ? std::get_if<std::filesystem::path>(&options.pkcs12->where) : nullptr;
  if (path == nullptr) return state_->get(options);
  const auto all = with_bytes(options, *path);
  return all ? state_->get(*all) : std::unexpected(all.error());
}

SecureContextCacheStats SecureContextCache::stats() const { return state_->stats(); }

}  // namespace keyrack
