// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/identity.h>

#include <string>
#include <utility>

#include "keys/key_entries.h"

namespace keyrack {

// The one entry that a PEM identity is. Its key is decrypted already, for nothing else tells
// whether it belongs to the certificate.
class IdentityEntry final : public KeyEntries {
 public:
  IdentityEntry(std::string alias, Identity identity)
      : alias_(std::move(alias)), identity_(std::move(identity)) {}

  std::vector<Entry> list() const override { return {{alias_, identity_.chain(), false}}; }
  Result<Credential> load(std::size_t index, const LibraryContext& library_context) const override;
  CredentialId id(std::size_t index) const override;

 private:
  const std::string alias_;
  const Identity identity_;
};

}  // namespace keyrack
