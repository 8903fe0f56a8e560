// SPDX-License-Identifier: Apache-2.0
#include <keyrack/openssl.h>

#include "base/openssl_ptr.h"
#include "x509/certificate_state.h"
#include "x509/parsed_certificate.h"

namespace keyrack {

Result<std::shared_ptr<const ParsedCertificate>> Certificate::State::parsed() const {
  {
    const std::lock_guard lock(mutex_);
    if (parsed_ != nullptr) return parsed_;
  }
  auto parsed = parse_shared(der(), {}, LibraryContext{});
  if (!parsed) return parsed;
  const std::lock_guard lock(mutex_);
  parsed_ = *parsed;
  return parsed_;
}

Result<X509*> to_x509(const Certificate& certificate, const LibraryContext& library_context) {
  const auto parsed = library_context.is_default()
                          ? certificate.state().parsed()
                          : parse_shared(certificate.der(), {}, library_context);
  if (!parsed) return std::unexpected(parsed.error());
  return share((*parsed)->get()).release();
}

}  // namespace keyrack
