// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

// What some bytes are, told from the bytes alone.
enum class ContentKind : std::uint8_t {
  kEmpty,
  kPem,  // has at least one BEGIN marker
  kUtf16,
  kDerCertificate,  // SEQUENCE { SEQUENCE { [0] or INTEGER ...
  kDerCrl,
  kPkcs12,         // DER or BER
  kPkcs7,          // DER or BER
  kDerPrivateKey,  // PKCS#8, PKCS#1 or SEC 1; encrypted PKCS#8 too
  kJks,
  kJceks,
  kText,  // printable, but no block in it
  kUnknown,
};

ContentKind sniff(ByteView bytes);
std::string_view to_string(ContentKind kind);

// The error for input that is `kind` where PEM was asked for; nothing when it may be PEM. Says
// what it is instead and what to do about it.
std::optional<Error> not_pem_error(ContentKind kind, std::string_view source);

}  // namespace keyrack
