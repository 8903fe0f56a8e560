// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/credential.h>
#include <keyrack/error.h>
#include <keyrack/key_request.h>
#include <keyrack/key_source.h>
#include <keyrack/library_context.h>
#include <keyrack/reload.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keyrack {

// Named as in the JDK, because people know them.
enum class KeyManagerKind {
  kPkix,     // many sources, sees their changes
  kSunX509,  // one source, copied when the manager is made, never changes; plain aliases
};

enum class CachePolicy {
  kPerHandshake,  // a key is decrypted for each handshake and kept for none
  kAtInit,        // everything is decrypted when the manager is made; later changes are not seen
  kRefreshing,    // a key is decrypted when first used, kept while its entry stays as it is
};

struct KeyManagerOptions {
  KeyManagerKind kind = KeyManagerKind::kPkix;
  CachePolicy cache = CachePolicy::kRefreshing;  // kSunX509: always kAtInit
  // Decrypted keys that are kept; beyond that the least recently used one goes. Not for kAtInit.
  std::size_t max_cached_keys = 1024;
  // Whether a background thread reads the sources and decrypts their keys at once, and again
  // whenever a file changed.
  bool prewarm = false;
  // How sources that are files are followed, once a first choice has read them. Their size limits
  // and names, and that they are lazy, is the sources' own affair. `on_event` may use the manager,
  // and must not keep it alive. Not for kAtInit.
  ReloadOptions reload{.poll_interval = std::chrono::seconds(1)};

  // The kinds of key that a server presents, the preferred one first; see KeyRequest::key_types.
  std::vector<std::string> server_key_types = {"EC", "EdDSA", "RSA", "RSASSA-PSS", "DSA"};
  // An EC server certificate with a key usage must allow keyAgreement, as in the JDK; ECDHE does
  // not need it.
  bool jdk_compatible_usage = false;
  // Where a certificate has no DNS name its common name counts.
  bool match_common_name = true;
  // Chains with smaller keys, or signatures with these digests, are not presented. As in the JDK.
  std::uint32_t min_rsa_bits = 1024;
  std::uint32_t min_dsa_bits = 1024;
  std::uint32_t min_ec_bits = 224;
  std::vector<std::string> disabled_digests = {"MD2", "MD5"};

  // Presented by a server whose entries do not answer the requested name (or, without one, the
  // local address). Empty: the best of all, as in the JDK.
  std::string default_alias = {};
  // Refuse such requests unless there is a default.
  bool refuse_unknown_names = false;

  // Let go of the key when a handshake is over, instead of with the SSL. The price: afterwards
  // SSL_get_certificate is null, which the channel binding tls-server-end-point needs.
  bool release_key_after_handshake = false;

  LibraryContext library_context = {};
};

struct KeyManagerStats {
  std::uint64_t hits = 0;       // requests for a credential that was at hand
  std::uint64_t misses = 0;     // ... that had to be decrypted, or waited for
  std::uint64_t kdf_runs = 0;   // keys of key stores decrypted by this manager
  std::uint64_t evictions = 0;  // credentials given up for max_cached_keys
  std::uint64_t reloads = 0;    // snapshots taken of the sources, the first ones counted
  std::size_t cached_keys = 0;  // now
};

// One source of a manager, as it stands.
struct KeySourceStatus {
  std::string name;              // its first path; "memory"
  std::uint64_t generation = 0;  // in service; 0: nothing read yet
  ReloadCounters reload;         // of files
  std::optional<Error> problem;  // why the latest reading failed
};

struct Explanation {
  std::optional<CandidateReport> chosen;
  std::vector<CandidateReport> candidates;  // every key entry, source by source, in store order
};

// Chooses which credential a handshake presents, decrypts each key once, and stays fresh.
//
// A cheap handle for any thread. Sources that are files are read when a choice first needs them, so
// making a manager costs microseconds. From then on the process's reloader follows them (see
// reload.h): while a file is read again, or is not good, every choice gets the last good snapshot,
// and nobody waits.
class KeyManager {
 public:
  // Fails with kBadOption for options that contradict each other; with kAtInit or kSunX509 also
  // for a source that cannot be read. The sources of others are read lazily.
  static Result<KeyManager> create(std::vector<KeySource> sources,
                                   const KeyManagerOptions& options = {});

  // What a handshake with this request gets: a server by the requested name (exact, then
  // wildcard; else the local address; else the default), a client as choose_alias(). An
  // undecryptable key is its own error; when nothing fits, the error is a source's that could not
  // be read, or kNoCredential.
  Result<Credential> choose(const KeyRequest& request) const;
  // Why each candidate won or lost in that choice. Decrypts nothing.
  Explanation explain(const KeyRequest& request) const;

  // The choices and listings of the JDK's manager. An alias of kPkix is "<uid>.<source>.<alias>",
  // where the uid is new for every choice and every element of a listing.
  std::optional<std::string> choose_alias(const KeyRequest& request) const;
  std::vector<std::string> server_aliases(
      std::string_view key_type, const std::vector<std::vector<std::uint8_t>>& issuers = {}) const;
  std::vector<std::string> client_aliases(
      std::string_view key_type, const std::vector<std::vector<std::uint8_t>>& issuers = {}) const;

  // The credential of such an alias. One that was fetched (of the latest 16) stays what it was,
  // though its entry be replaced or deleted. kNoCredential for a malformed or unknown alias.
  Result<Credential> credential(std::string_view alias) const;
  // The same without waiting for a KDF: nothing means pending, and `callback` is called once, on a
  // background thread. It must not throw.
  using CredentialCallback = std::function<void(const Result<Credential>&)>;
  std::optional<Result<Credential>> credential(std::string_view alias,
                                               CredentialCallback callback) const;

  // Looks at all files now, reads those that changed, and returns when that is done. The first
  // failure; what was in service stays.
  Result<void> refresh() const;
  // Reads the sources and decrypts their keys in the background.
  void prewarm() const;

  // What could not be read or decrypted, by the latest attempt.
  std::vector<Error> problems() const;
  KeyManagerStats stats() const;
  std::vector<KeySourceStatus> sources() const;

  class State;
  explicit KeyManager(std::shared_ptr<State> state) : state_(std::move(state)) {}
  State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace keyrack
