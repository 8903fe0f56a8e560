// SPDX-License-Identifier: Apache-2.0
#include <keyrack/certificate.h>
#include <openssl/sha.h>

#include <algorithm>

#include "bytes/base64.h"
#include "bytes/hex.h"
#include "x509/canonical_name.h"
#include "x509/certificate_state.h"
#include "x509/name_text.h"
#include "x509/read_certificate.h"

namespace keyrack {
namespace {

// What a certificate of its own keeps alive.
struct Memory {
  std::vector<std::uint8_t> der;
  std::vector<std::uint8_t> plain;
};

// The fields of the certificate at the start of `memory.der`, proven or else asked for.
Result<CertificateFields> read_fields(Memory& memory) {
  if (const auto fields = peek_certificate(memory.der)) return *fields;
  Result<ReadCertificate> read = read_with_libcrypto(memory.der);
  if (!read) return std::unexpected(std::move(read.error()));
  memory.plain = std::move(read->plain);
  return read->fields;
}

}  // namespace

Result<Certificate> Certificate::from_der(std::span<const std::uint8_t> der) {
  const auto memory = std::make_shared<Memory>();
  memory->der.assign(der.begin(), der.end());
  const Result<CertificateFields> fields = read_fields(*memory);
  if (!fields) return std::unexpected(fields.error());
  if (fields->whole.size() != der.size()) {
    return std::unexpected(Error{ErrorCode::kBadDer,
                                 "there are more bytes after the certificate",
                                 {.offset = fields->whole.size()}});
  }
  return view_certificate(*fields, memory);
}

std::span<const std::uint8_t> Certificate::der() const { return state_->der(); }

std::string Certificate::pem() const {
  return "-----BEGIN CERTIFICATE-----\n" + base64::encode_lines(der()) +
         "-----END CERTIFICATE-----\n";
}

std::string Certificate::subject() const { return name_text(state_->fields().subject); }

std::string Certificate::issuer() const { return name_text(state_->fields().issuer); }

std::string Certificate::serial() const {
  const ByteView number = state_->fields().serial;
  std::vector<std::uint8_t> magnitude(number.begin(), number.end());
  const bool is_negative = !number.empty() && (number[0] & 0x80) != 0;
  if (is_negative) {  // two's complement
    unsigned carry = 1;
    for (auto digit = magnitude.rbegin(); digit != magnitude.rend(); ++digit) {
      carry += *digit ^ 0xffu;
      *digit = static_cast<std::uint8_t>(carry);
      carry >>= 8;
    }
  }
  std::string text = to_hex(magnitude);
  text.erase(0, std::min(text.find_first_not_of('0'), text.size() - 1));
  return is_negative ? "-" + text : text;
}

std::chrono::sys_seconds Certificate::not_before() const { return state_->fields().not_before; }

std::chrono::sys_seconds Certificate::not_after() const { return state_->fields().not_after; }

bool Certificate::is_valid_at(std::chrono::sys_seconds when) const {
  return not_before() <= when && when <= not_after();
}

bool Certificate::is_self_issued() const {
  const CertificateFields& fields = state_->fields();
  if (std::ranges::equal(fields.subject, fields.issuer)) return true;
  const auto subject = canonical_name(fields.subject);
  return subject && subject == canonical_name(fields.issuer);
}

std::array<std::uint8_t, 32> Certificate::sha256() const {
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
  SHA256(der().data(), der().size(), digest.data());
  return digest;
}

bool operator==(const Certificate& a, const Certificate& b) {
  return a.state_ == b.state_ || std::ranges::equal(a.der(), b.der());
}

}  // namespace keyrack
