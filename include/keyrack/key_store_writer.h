// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>
#include <keyrack/identity.h>
#include <keyrack/key_store.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack {

// What a key store is written with. Who reads which profile is tested and tabled in
// tests/interop/key_store_interop_test.cc.
enum class KeyStoreProfile {
  kDefault,       // PBES2 (PBKDF2-HMAC-SHA256, AES-256-CBC) and HMAC-SHA-256
  kModern,        // the same encryption and PBMAC1 (RFC 9579) with HMAC-SHA-256
  kJava8,         // PKCS#12's own triple DES and HMAC-SHA-1, for readers of 2018 and before
  kPasswordless,  // no MAC and nothing encrypted but keys that have a password of their own
};

struct KeyStoreWriteOptions {
  KeyStoreProfile profile = KeyStoreProfile::kDefault;
  // Of each derivation: one for the MAC, one for the certificates, one for each key.
  std::uint32_t iterations = 10'000;
  LibraryContext library_context = {};
};

// Collects entries and writes them as a PKCS#12 file. Keys wait in memory that is wiped.
//
// One thread at a time. Aliases are compared without regard to case; setting one that exists
// replaces the entry in its place. A failed call changes nothing.
class KeyStoreWriter {
 public:
  KeyStoreWriter();
  ~KeyStoreWriter();
  KeyStoreWriter(KeyStoreWriter&&) noexcept;
  KeyStoreWriter& operator=(KeyStoreWriter&&) noexcept;

  // A key with its chain, encrypted with `own` where that has a value, else with the store's
  // password. kKeyMismatch when the first certificate is not the key's.
  Result<void> set_key(std::string_view alias, const DecryptedKey& key, const Password& own = {});
  Result<void> set_key(std::string_view alias, const Identity& identity, const Password& own = {});
  // Certificates that are set here, and only these, get the JDK's trusted-certificate attribute.
  Result<void> set_trusted_certificate(std::string_view alias, const Certificate& certificate);
  // Whether there was such an entry.
  bool remove(std::string_view alias);

  // Sets every key that the store's own password decrypts, and every trusted certificate. Returns
  // the aliases of what it left out: other keys, other certificates, CRLs, secrets. What is in the
  // store's problems() has no entry, and is not written either.
  std::vector<std::string> add_all(const KeyStore& store);

  std::vector<std::string> aliases() const;

  // The file's bytes. kBadOption for a password where the profile has none, for none where it
  // needs one, and for zero iterations.
  Result<std::vector<std::uint8_t>> to_bytes(const Password& password,
                                             const KeyStoreWriteOptions& options = {}) const;
  // Writes them beside `path`, syncs, and renames: readers see the old file or the new one. Mode
  // 0600. A link at `path` stays one.
  Result<void> write(const std::filesystem::path& path, const Password& password,
                     const KeyStoreWriteOptions& options = {}) const;

  class State;
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace keyrack
