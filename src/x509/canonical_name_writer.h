// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bytes/byte_view.h"
#include "bytes/der.h"
#include "x509/name_attributes.h"

namespace keyrack {

// Writes the canonical form of a name (see canonical_name.h), attribute by attribute, into borrowed
// memory. Allocates only for an RDN of several attributes.
class CanonicalNameWriter {
 public:
  // Enough memory for attributes whose DER takes `name_size` bytes: one-byte characters may become
  // two, and the headers grow no faster.
  static constexpr std::size_t room_for(std::size_t name_size) { return 2 * name_size + 16; }

  explicit CanonicalNameWriter(std::uint8_t* out) : out_(out), rdn_start_(out) {}

  // Attributes of one RDN have the same, those of the next a larger number. False when libcrypto
  // refuses such a value; the writer is of no use then.
  bool add(const NameAttribute& attribute);
  // The end of what was written.
  std::uint8_t* finish();

 private:
  void end_rdn();

  std::uint8_t* out_;
  std::uint8_t* rdn_start_;  // content of the SET being written
  std::uint32_t rdn_ = 0;
  std::size_t attributes_ = 0;  // in this RDN
};

}  // namespace keyrack
