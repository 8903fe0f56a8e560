// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bytes/byte_view.h"

namespace keyrack {

// What ties a certificate to its issuer beyond the name (RFC 5280 sections 4.2.1.1 and 4.2.1.2).
// Views into the certificate; empty where it has none, or one that is malformed.
struct KeyIdentifiers {
  ByteView subject;    // of its own key
  ByteView authority;  // of its issuer's key
};

// `extensions` as in CertificateFields. Allocates nothing.
KeyIdentifiers read_key_identifiers(ByteView extensions);

}  // namespace keyrack
