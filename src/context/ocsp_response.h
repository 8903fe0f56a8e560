// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <openssl/ocsp.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack {

// An OCSP response (RFC 6960) as it is stapled. Immutable.
class OcspResponse {
 public:
  using Time = std::chrono::sys_seconds;

  // A successful basic response, in DER. kBadDer for anything else. Its signature is not verified:
  // that takes the client's view of whom to trust.
  static Result<OcspResponse> from_der(ByteView der);

  ByteView der() const { return der_; }
  // When it was good about `leaf` last: its thisUpdate, where it speaks of that certificate and
  // `when` is within its time. `issuer` is checked too where it is known.
  std::optional<Time> good_about(X509* leaf, X509* issuer, Time when) const;
  // Whether it speaks of `leaf` at all.
  bool is_about(X509* leaf, X509* issuer) const;

 private:
  // A SingleResponse with its CertID.
  struct Single {
    int digest = 0;  // NID
    std::vector<std::uint8_t> issuer_name_hash;
    std::vector<std::uint8_t> issuer_key_hash;
    std::vector<std::uint8_t> serial;  // DER
    Time this_update;
    Time next_update = Time::max();  // where it says none, newer information is always there

    bool is_about(X509* leaf, X509* issuer) const;
  };
  static std::optional<Single> read(OCSP_SINGLERESP* single);

  std::vector<std::uint8_t> der_;
  std::vector<Single> singles_;
};

}  // namespace keyrack
