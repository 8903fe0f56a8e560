// SPDX-License-Identifier: Apache-2.0
#include <keyrack/error.h>

namespace keyrack {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kIo: return "io";
    case ErrorCode::kLimitExceeded: return "limit_exceeded";
    case ErrorCode::kEmptyInput: return "empty_input";
    case ErrorCode::kUtf16: return "utf16";
    case ErrorCode::kUnexpectedDer: return "unexpected_der";
    case ErrorCode::kUnexpectedKeyStore: return "unexpected_key_store";
    case ErrorCode::kNoPemBlock: return "no_pem_block";
    case ErrorCode::kPemEndMissing: return "pem_end_missing";
    case ErrorCode::kPemEndMismatch: return "pem_end_mismatch";
    case ErrorCode::kBadBase64: return "bad_base64";
    case ErrorCode::kBadDer: return "bad_der";
    case ErrorCode::kNoCertificates: return "no_certificates";
    case ErrorCode::kNoPrivateKey: return "no_private_key";
    case ErrorCode::kPasswordRequired: return "password_required";
    case ErrorCode::kWrongPassword: return "wrong_password";
    case ErrorCode::kUnsupported: return "unsupported";
    case ErrorCode::kKeyMismatch: return "key_mismatch";
    case ErrorCode::kBadOption: return "bad_option";
    case ErrorCode::kOpenSsl: return "openssl";
    case ErrorCode::kNoCredential: return "no_credential";
  }
  return "unknown";
}

std::string Error::describe() const {
  std::string details;
  auto add = [&details](const std::string& part) {
    if (!details.empty()) details += ", ";
    details += part;
  };
  if (where.offset) add("offset " + std::to_string(*where.offset));
  if (where.index) add("item " + std::to_string(*where.index));
  if (!where.label.empty()) add(where.label);

  std::string text = where.source;
  if (where.line) {
    text += (text.empty() ? "" : ":") + std::to_string(*where.line);
  }
  if (!details.empty()) text += (text.empty() ? "(" : " (") + details + ")";
  if (!text.empty()) text += ": ";
  text += message;
  if (!openssl_reason.empty()) text += " [" + openssl_reason + "]";
  return text;
}

}  // namespace keyrack
