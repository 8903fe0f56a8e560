// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>

#include <memory>
#include <mutex>
#include <utility>

#include "bytes/byte_view.h"
#include "x509/certificate_fields.h"

namespace keyrack {

class ParsedCertificate;

// What a Certificate's handles share: views, and whoever keeps alive what they point at. Immutable,
// but for the X509 that to_x509() leaves here.
class Certificate::State {
 public:
  State(const CertificateFields& fields, std::shared_ptr<const void> owner)
      : fields_(fields), owner_(std::move(owner)) {}

  const CertificateFields& fields() const { return fields_; }
  ByteView der() const { return fields_.whole; }

  // The X509 for the default library context: made by the first who asks, kept from then on.
  Result<std::shared_ptr<const ParsedCertificate>> parsed() const;

 private:
  CertificateFields fields_;
  std::shared_ptr<const void> owner_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const ParsedCertificate> parsed_;
};

// A Certificate over bytes that somebody has already, such as a trust index: nothing is copied or
// read again. `owner` keeps all that `fields` point at alive and unchanged.
inline Certificate view_certificate(const CertificateFields& fields,
                                    std::shared_ptr<const void> owner) {
  return Certificate(std::make_shared<const Certificate::State>(fields, std::move(owner)));
}

}  // namespace keyrack
