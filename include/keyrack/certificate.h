// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack {

// One X.509 certificate (RFC 5280): immutable DER, whose fields are read without parsing it.
//
// A cheap handle: copies share the bytes, which live as long as any handle does. Safe to use from
// any thread. libcrypto's X509 is made only when something asks for it (see keyrack/openssl.h).
class Certificate {
 public:
  // The bytes of exactly one certificate. Fails with kBadDer for what d2i_X509 refuses, and for
  // anything after the certificate.
  static Result<Certificate> from_der(std::span<const std::uint8_t> der);
  // The first certificate block of a PEM text (RFC 7468); other blocks before it are skipped.
  static Result<Certificate> from_pem(std::string_view pem);

  std::span<const std::uint8_t> der() const;
  std::string pem() const;  // lines of 64 characters

  // Names as RFC 4514 strings ("CN=Example CA,O=Example,C=NL").
  std::string subject() const;
  std::string issuer() const;
  std::string serial() const;  // lower-case hexadecimal without leading zeros, "-" when negative
  std::chrono::sys_seconds not_before() const;
  std::chrono::sys_seconds not_after() const;
  bool is_valid_at(std::chrono::sys_seconds when) const;
  bool is_self_issued() const;  // subject and issuer are the same canonical name
  std::array<std::uint8_t, 32> sha256() const;

  // Same DER. Trust settings of a TRUSTED CERTIFICATE block are not part of a certificate.
  friend bool operator==(const Certificate& a, const Certificate& b);

  class State;
  explicit Certificate(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace keyrack
