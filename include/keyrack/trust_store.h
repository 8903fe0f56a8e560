// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>
#include <keyrack/password.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack {

// What one malformed block does to the others.
enum class ReadPolicy {
  kStrict,   // the first malformed block is an error: for what a user names
  kLenient,  // good blocks are kept and each problem is listed: for the system's store
  kPrefix,   // reading ends silently at the first malformed block: what Node.js does with `ca`
};

struct TrustStoreOptions {
  ReadPolicy policy = ReadPolicy::kStrict;
  // Whether a source without one certificate is a store that trusts nobody, instead of an error.
  bool allow_empty = false;
  // For PKCS#12 sources.
  Password password = {};
  // What errors and problems call the bytes, where they came from memory.
  std::string source_name = "memory";
  std::size_t max_bytes = 64u << 20;       // of one source
  std::size_t max_certificates = 100'000;  // of one source
};

// An immutable set of trusted certificates that OpenSSL can verify with.
//
// Making one reads names and nothing else; a certificate is parsed when a chain first asks for it,
// once for all stores and contexts of the process. A cheap handle to shared state: copy it, use it
// from any thread, drop it when you like. The same content opened twice is one index, as long as
// somebody holds it.
class TrustStore {
 public:
  using Options = TrustStoreOptions;

  // Mozilla's roots, compiled in with their index. No work at run time.
  static TrustStore bundled();
  // Trusts nobody.
  static TrustStore empty();
  // The machine's own: SSL_CERT_FILE, else the distribution's bundle, and the folders of
  // SSL_CERT_DIR. Read leniently.
  static Result<TrustStore> system();
  // A file or bytes in any form: PEM, DER, PKCS#7, PKCS#12. Told apart by content, never by name.
  static Result<TrustStore> from_file(const std::filesystem::path& path,
                                      const TrustStoreOptions& options = {});
  static Result<TrustStore> from_bytes(std::span<const std::uint8_t> bytes,
                                       const TrustStoreOptions& options = {});
  // PEM text only: anything else is an error that says what it is.
  static Result<TrustStore> from_pem(std::string_view pem, const TrustStoreOptions& options = {});
  // Every regular file of a folder, hash links included; a file met twice is read once.
  static Result<TrustStore> from_directory(const std::filesystem::path& path,
                                           const TrustStoreOptions& options = {});
  // All of them, in order, equal certificates once. Shares the indexes: nothing is copied.
  static TrustStore merge(std::span<const TrustStore> stores);

  std::size_t size() const;    // certificates, each counted once
  std::size_t parsed() const;  // ... of which parsed so far
  // What a lenient reading skipped, and where; and what in a folder is no certificate. Otherwise
  // empty after a strict one.
  const std::vector<Error>& problems() const;
  // All certificates in order, without parsing any.
  std::vector<Certificate> certificates() const;

  class State;
  explicit TrustStore(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

// Where the bundled roots come from.
struct BundledRootsInfo {
  std::string_view package;  // "ca-certificates 20250419~deb12u2"
  std::string_view date;     // ISO 8601
  std::size_t count;
};
BundledRootsInfo bundled_roots_info();

}  // namespace keyrack
