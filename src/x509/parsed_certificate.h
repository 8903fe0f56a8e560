// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <openssl/x509.h>

#include <memory>

#include "bytes/byte_view.h"

namespace keyrack {

// One X509 of libcrypto, shared by everybody in the process who needs the same certificate.
class ParsedCertificate {
 public:
  virtual ~ParsedCertificate() = default;
  virtual X509* get() const = 0;  // borrowed; its extensions are computed, so it is safe to share
};

// The parsed form of `der` with the trust settings `aux` (an X509_CERT_AUX element of a TRUSTED
// CERTIFICATE block, or empty), made for `library_context`. Made once in the process for the same
// three, as long as somebody holds it: single flight, equality decided by comparing bytes. Fails
// with kBadDer for what d2i_X509 (or d2i_X509_AUX) refuses. Any thread.
Result<std::shared_ptr<const ParsedCertificate>> parse_shared(
    ByteView der, ByteView aux, const LibraryContext& library_context);

}  // namespace keyrack
