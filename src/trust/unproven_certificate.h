// SPDX-License-Identifier: Apache-2.0
// What the index must leave to libcrypto at load time.
#pragma once

#include <keyrack/error.h>
#include <openssl/types.h>

#include <cstddef>
#include <cstdint>

#include "bytes/byte_view.h"

namespace keyrack {

struct UnprovenCertificate {
  std::size_t der_size;  // that d2i_X509 read
  std::uint64_t subject_hash;
};

// The hash of any name that libcrypto has read. Those few that it compares without being able to
// say in DER what it compares share one hash: who looks up compares names anyway.
std::uint64_t subject_hash(const X509_NAME* name, std::uint64_t seed);

// Lets d2i_X509 decide about a certificate that peek_certificate() cannot vouch for. kBadDer with
// libcrypto's reason when it refuses.
Result<UnprovenCertificate> parse_unproven(ByteView bytes, std::uint64_t seed);

// The size of the X509_CERT_AUX at the start of what follows a TRUSTED CERTIFICATE's DER: 0 when
// nothing follows, kBadDer when d2i_X509_AUX would refuse it.
Result<std::size_t> trust_settings_size(ByteView bytes);

}  // namespace keyrack
