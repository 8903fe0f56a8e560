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
// CERTIFICATE block, or empty), made for `library_context`. Fails with kBadDer for what d2i_X509
// (or d2i_X509_AUX) refuses, and for more bytes in `der` than one certificate.
//
// Any thread. Made once in the process for the same three, whose bytes are compared, as long as
// somebody holds it: threads that ask while it is being made wait for it, without a lock held, and
// get the same X509, or the same error. The last holder gives it up: a reference to the X509 alone
// keeps that alive, but is not found here any more. Keeps a copy of `der` and `aux`.
Result<std::shared_ptr<const ParsedCertificate>> parse_shared(
    ByteView der, ByteView aux, const LibraryContext& library_context);

}  // namespace keyrack
