// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_store_writer.h>
#include <openssl/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/secret_bytes.h"

namespace keyrack {

// An entry that waits to be written.
struct WriterEntry {
  std::string alias;
  std::vector<std::uint8_t> friendly_name;  // the alias as BMPString content
  SecretBytes key;                          // PrivateKeyInfo; empty for a trusted certificate
  std::vector<Certificate> chain;           // of a key, or the certificate itself
  Password own_password;
  std::chrono::sys_time<std::chrono::milliseconds> created;
};

class KeyStoreWriter::State {
 public:
  // Fails with kBadOption for an alias that is not UTF-8.
  Result<void> set(WriterEntry entry);
  Result<void> set_key(std::string_view alias, EVP_PKEY* key, std::vector<Certificate> chain,
                       const Password& own,
                       std::optional<std::chrono::sys_time<std::chrono::milliseconds>> created);

  std::vector<WriterEntry> entries;
};

// The PKCS#12 file with these entries.
Result<std::vector<std::uint8_t>> write_pkcs12(const std::vector<WriterEntry>& entries,
                                               const Password& password,
                                               const KeyStoreWriteOptions& options);

}  // namespace keyrack
