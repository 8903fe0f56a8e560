// SPDX-License-Identifier: Apache-2.0
#include "preload/peers.h"

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "bytes/byte_view.h"
#include "bytes/keyed_hash.h"

namespace keyrack::preload {
namespace {

// The chains of some hundred servers; at most 4 MiB of bytes, and some times that parsed.
constexpr std::size_t kKept = 512;
constexpr std::size_t kMaxBytes = 8192;

class PeerCache {
 public:
  std::mutex& mutex() { return mutex_; }

  // Shared with the cache; null when it has none.
  X509Ptr find(ByteView der, std::uint64_t hash) {
    const std::lock_guard lock(mutex_);
    const auto known = by_hash_.find(hash);
    if (known == by_hash_.end() || !std::ranges::equal(known->second->der, der)) return nullptr;
    entries_.splice(entries_.begin(), entries_, known->second);
    return share(known->second->certificate.get());
  }

  void keep(ByteView der, std::uint64_t hash, X509* certificate) {
    Entries made;
    made.push_back({hash, {der.begin(), der.end()}, share(certificate)});
    Entries dropped;  // freed when the lock is open again
    const std::lock_guard lock(mutex_);
    if (!by_hash_.emplace(hash, made.begin()).second) return;  // another thread was faster
    entries_.splice(entries_.begin(), made);
    if (entries_.size() <= kKept) return;
    by_hash_.erase(entries_.back().hash);
    dropped.splice(dropped.begin(), entries_, std::prev(entries_.end()));
  }

 private:
  struct Entry {
    std::uint64_t hash;
    std::vector<std::uint8_t> der;
    X509Ptr certificate;
  };
  using Entries = std::list<Entry>;

  std::mutex mutex_;
  Entries entries_;  // the one used last is the first
  std::unordered_map<std::uint64_t, Entries::iterator> by_hash_;
};

PeerCache& cache() {
  // Never destroyed: programs receive certificates until their last moment.
  static auto* const made = [] {
    auto* const fresh = new PeerCache;
    ::pthread_atfork([] { cache().mutex().lock(); }, [] { cache().mutex().unlock(); },
                     [] { cache().mutex().unlock(); });
    return fresh;
  }();
  return *made;
}

X509Ptr parse(ByteView der) {
  const ErrorQueueGuard guard;
  const unsigned char* at = der.data();
  X509Ptr parsed(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
  // What follows the certificate is the caller's to find.
  return at == der.data() + der.size() ? std::move(parsed) : nullptr;
}

X509Ptr find_or_parse(ByteView der) {
  const std::uint64_t hash = keyed_hash(der, process_seed());
  if (X509Ptr known = cache().find(der, hash)) {
    counters().certificates_shared.add();
    return known;
  }
  X509Ptr parsed = parse(der);
  if (parsed) {
    counters().certificates_parsed.add();
    cache().keep(der, hash, parsed.get());
  }
  return parsed;
}

}  // namespace

X509* shared_peer(X509** certificate, const unsigned char** at, long size) noexcept {
  if (at == nullptr || size <= 0 || static_cast<std::size_t>(size) > kMaxBytes) return nullptr;
  try {
    X509Ptr found = find_or_parse({*at, static_cast<std::size_t>(size)});
    if (!found) return nullptr;
    *at += size;
    if (certificate != nullptr) {
      X509_free(*certificate);
      *certificate = found.get();
    }
    return found.release();
  } catch (...) {
    return nullptr;  // out of memory
  }
}

}  // namespace keyrack::preload
