// SPDX-License-Identifier: Apache-2.0
#include "bytes/content_kind.h"

#include <algorithm>
#include <array>
#include <string>

#include "bytes/der_kind.h"
#include "bytes/pem_scanner.h"

namespace keyrack {
namespace {

// How much of the front tells what a text is.
constexpr std::size_t kSample = 512;

bool starts_with(ByteView bytes, std::string_view magic) {
  return as_text(bytes).starts_with(magic);
}

// By the mark, or by this: in ASCII written as UTF-16 every second byte is zero, the others not.
bool is_utf16(ByteView bytes) {
  using namespace std::string_view_literals;
  if (starts_with(bytes, "\xff\xfe"sv) || starts_with(bytes, "\xfe\xff"sv)) return true;
  const ByteView sample = bytes.first(std::min(bytes.size(), kSample) / 2 * 2);
  if (sample.size() < 4) return false;
  std::array<bool, 2> all_zero = {true, true};
  std::array<bool, 2> none_zero = {true, true};
  for (std::size_t i = 0; i < sample.size(); ++i) {
    (sample[i] == 0 ? none_zero : all_zero)[i % 2] = false;
  }
  return (all_zero[0] && none_zero[1]) || (none_zero[0] && all_zero[1]);
}

bool is_text(ByteView bytes) {
  const ByteView sample = bytes.first(std::min(bytes.size(), kSample));
  return std::all_of(sample.begin(), sample.end(),
                     [](std::uint8_t c) { return c >= 0x20 ? c != 0x7f : c >= '\t' && c <= '\r'; });
}

}  // namespace

ContentKind sniff(ByteView bytes) {
  using namespace std::string_view_literals;
  if (bytes.empty()) return ContentKind::kEmpty;
  if (starts_with(bytes, "\xfe\xed\xfe\xed"sv)) return ContentKind::kJks;
  if (starts_with(bytes, "\xce\xce\xce\xce"sv)) return ContentKind::kJceks;
  if (const ContentKind kind = der_kind(bytes); kind != ContentKind::kUnknown) return kind;
  if (is_utf16(bytes)) return ContentKind::kUtf16;
  if (has_pem_block(bytes)) return ContentKind::kPem;
  return is_text(bytes) ? ContentKind::kText : ContentKind::kUnknown;
}

std::string_view to_string(ContentKind kind) {
  switch (kind) {
    case ContentKind::kEmpty: return "empty";
    case ContentKind::kPem: return "PEM";
    case ContentKind::kUtf16: return "UTF-16 text";
    case ContentKind::kDerCertificate: return "DER certificate";
    case ContentKind::kDerCrl: return "DER CRL";
    case ContentKind::kPkcs12: return "PKCS#12 key store";
    case ContentKind::kPkcs7: return "PKCS#7 file";
    case ContentKind::kDerPrivateKey: return "DER private key";
    case ContentKind::kJks: return "JKS key store";
    case ContentKind::kJceks: return "JCEKS key store";
    case ContentKind::kText: return "text";
    case ContentKind::kUnknown: return "unknown";
  }
  return "unknown";
}

std::optional<Error> not_pem_error(ContentKind kind, std::string_view source) {
  const auto error = [&](ErrorCode code, std::string message) {
    return Error{code, std::move(message), {.source = std::string(source)}, ""};
  };
  const std::string name(to_string(kind));
  const auto unexpected_der = [&](const std::string& command) {
    return error(ErrorCode::kUnexpectedDer,
                 "this is a " + name + ", which is binary, not PEM; convert it with openssl " +
                     command + " -inform DER");
  };
  switch (kind) {
    case ContentKind::kPem: return std::nullopt;
    case ContentKind::kEmpty: return error(ErrorCode::kEmptyInput, "the input is empty");
    case ContentKind::kUtf16:
      return error(ErrorCode::kUtf16, "the text is UTF-16; save it as UTF-8 or ASCII");
    case ContentKind::kDerCertificate: return unexpected_der("x509");
    case ContentKind::kDerCrl: return unexpected_der("crl");
    case ContentKind::kDerPrivateKey: return unexpected_der("pkey");
    case ContentKind::kPkcs7: return unexpected_der("pkcs7 -print_certs");
    case ContentKind::kPkcs12:
      return error(ErrorCode::kUnexpectedKeyStore,
                   "this is a " + name + ", not PEM; open it as a key store");
    case ContentKind::kJks:
    case ContentKind::kJceks:
      return error(ErrorCode::kUnexpectedKeyStore,
                   "this is a " + name +
                       ", not PEM; convert it with keytool -importkeystore -deststoretype PKCS12");
    case ContentKind::kText:
      return error(ErrorCode::kNoPemBlock, "the text has no PEM block (-----BEGIN ...-----)");
    case ContentKind::kUnknown:
      return error(ErrorCode::kNoPemBlock, "these bytes are of no known format and not PEM");
  }
  return std::nullopt;
}

}  // namespace keyrack
