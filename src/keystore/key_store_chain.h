// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bytes/byte_view.h"
#include "keystore/pkcs12_bags.h"

namespace keyrack {

// All certificates of one key store, and who belongs to whom. File order never matters but for a
// tie. Immutable after the last add(); then for any thread.
class CertificatePool {
 public:
  // Among several certificates that would do: one valid at `now`, then the later notBefore, then
  // the earlier one.
  explicit CertificatePool(std::chrono::sys_seconds now) : now_(now) {}

  // `bag`'s names are copied.
  void add(Certificate certificate, const Pkcs12Bag& bag);

  std::size_t size() const { return certificates_.size(); }
  const Certificate& operator[](std::size_t index) const { return certificates_[index]; }

  // The leaf of a key in a bag with these attributes: by local key identifier and alias, else by
  // the identifier alone, else by the alias alone.
  std::optional<std::size_t> leaf_of(const Pkcs12Bag& key) const;
  // The leaf for a SubjectPublicKeyInfo.
  std::optional<std::size_t> leaf_of(ByteView public_key) const;

  // From `leaf` on, each certificate's issuer by name and key identifier, up to a self-issued one,
  // a gap or a loop; at most kMaxChain.
  std::vector<std::size_t> chain_of(std::size_t leaf) const;
  static constexpr std::size_t kMaxChain = 32;

 private:
  // For each key the one that wins, so that no number of look-alikes makes a look-up slow.
  using Best = std::unordered_map<std::string, std::size_t>;

  void offer(Best& best, std::string key, std::size_t index);
  bool is_better(std::size_t a, std::size_t b) const;
  std::optional<std::size_t> issuer_of(std::size_t index) const;

  std::chrono::sys_seconds now_;
  std::vector<Certificate> certificates_;
  Best by_key_id_and_alias_;
  Best by_key_id_;
  Best by_alias_;
  Best by_public_key_;
  Best by_subject_;
  Best by_subject_and_key_id_;  // an empty identifier: those that have none
};

}  // namespace keyrack
