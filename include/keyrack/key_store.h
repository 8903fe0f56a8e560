// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>
#include <keyrack/key_store_limits.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack {

struct KeyStoreOptions {
  KeyStoreLimits limits = {};
  // Refuse a file without a MAC instead of loading it as "integrity not protected".
  bool require_integrity = false;
  // What errors and problems call the bytes; open() fills in the path.
  std::string source_name = "memory";
  LibraryContext library_context = {};
};

// A password-based algorithm as a file names it.
struct PasswordAlgorithm {
  std::string algorithm;         // "AES-256-CBC", "HMAC-SHA256"
  std::string kdf;               // "PBKDF2-HMAC-SHA256", "scrypt", "PKCS12-SHA1"
  std::uint64_t iterations = 0;  // scrypt: N * r * p

  friend bool operator==(const PasswordAlgorithm&, const PasswordAlgorithm&) = default;
};

// What the entries of a key store are.
enum class EntryKind {
  kPrivateKey,
  kTrustedCertificate,  // marked as trusted, or any in a file without keys
  kCertificate,         // neither trusted nor in the chain of a key
  kCrl,
  kSecret,  // listed, not used
};
// A stable lower-case name, such as "private_key".
std::string_view to_string(EntryKind kind);

struct KeyStoreEntry {
  // Unique in its store: as the file has it (friendlyName), "#2" and so on where it has several of
  // one name; a number, as in the JDK, where it has none.
  std::string alias;
  EntryKind kind = EntryKind::kSecret;
  std::uint32_t bag_index = 0;  // among all bags of the file, from 0
  // A key: its certificate first, then the issuers as far as the file has them; empty when only
  // the decrypted key can tell which certificate is its own. A certificate: itself.
  std::vector<Certificate> chain;
  std::vector<std::uint8_t> crl;  // DER of a CRL
  // When it was made, where the file says so (in the JDK's form).
  std::optional<std::chrono::sys_time<std::chrono::milliseconds>> created;
  // How a private key is encrypted; nothing when it is not, or in a way that problems() names.
  std::optional<PasswordAlgorithm> encryption;
};

// A private key of a key store, decrypted, with the chain that belongs to it.
//
// A cheap handle to immutable state, for any thread. The key is wiped when the last handle goes.
// keyrack/openssl.h hands it out.
class DecryptedKey {
 public:
  // The entry's, or the one found by the public key; empty when the file has no such certificate.
  const std::vector<Certificate>& chain() const;

  class State;
  explicit DecryptedKey(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

// What a PKCS#12 file (RFC 7292) holds: a snapshot that never changes.
//
// A cheap handle for any thread. Opening verifies the MAC and decrypts the certificates; private
// keys stay encrypted until asked for. The file's password, and whatever was decrypted, is kept in
// memory that is wiped with the last handle.
class KeyStore {
 public:
  // Fails with kWrongPassword for a MAC that does not match (wrong password or damaged: nobody can
  // tell which), kPasswordRequired, kLimitExceeded before anything costly is done, kUnsupported
  // naming what is missing, kBadDer, kIo. Damage behind a good MAC, or without one, is not a
  // failure but listed in problems().
  static Result<KeyStore> open(const std::filesystem::path& path, const Password& password = {},
                               const KeyStoreOptions& options = {});
  static Result<KeyStore> from_bytes(std::span<const std::uint8_t> bytes,
                                     const Password& password = {},
                                     const KeyStoreOptions& options = {});

  // In the file's order.
  const std::vector<KeyStoreEntry>& entries() const;
  std::vector<std::string> aliases() const;
  // Without regard to case; null when there is none. Valid while this store, or a copy, lives.
  const KeyStoreEntry* find(std::string_view alias) const;

  // Decrypts the key of an entry: one KDF run, every time; keeping it is the caller's business.
  // `own` is for an entry whose password is not the store's. Fails with kNoPrivateKey for an alias
  // that is no key's, kKeyMismatch when the file pairs the key with another key's certificate.
  Result<DecryptedKey> private_key(std::string_view alias) const;
  Result<DecryptedKey> private_key(std::string_view alias, const Password& own) const;

  // The MAC that was verified; nothing: integrity is not protected.
  const std::optional<PasswordAlgorithm>& integrity() const;
  // Damaged and undecryptable safes, bags and keys, with index and the stage that failed.
  const std::vector<Error>& problems() const;
  // Grows with every snapshot of the process.
  std::uint64_t generation() const;

  class State;
  explicit KeyStore(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace keyrack
