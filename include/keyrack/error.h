// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace keyrack {

// What went wrong, for a program to branch on. The values are stable; new ones are only added.
enum class ErrorCode : std::uint16_t {
  kIo = 1,              // a file or folder cannot be read; the message has the system's reason
  kLimitExceeded,       // the input is larger or costlier than an option allows
  kEmptyInput,          // there is not one byte
  kUtf16,               // the text is UTF-16, with or without a byte order mark
  kUnexpectedDer,       // DER where PEM was asked for
  kUnexpectedKeyStore,  // a PKCS#12 or JKS key store where PEM was asked for
  kNoPemBlock,          // text without a single block
  kPemEndMissing,       // a block that begins and never ends
  kPemEndMismatch,      // a block whose END names another label than its BEGIN
  kBadBase64,           // a body that is not base64
  kBadDer,              // bytes that are not the structure they should be
  kNoCertificates,      // well-formed, but holds no certificate
  kNoPrivateKey,        // well-formed, but holds no private key
  kPasswordRequired,    // encrypted, and no password was given
  kWrongPassword,       // wrong password, or damaged: nobody can tell which
  kUnsupported,         // an algorithm or format that is named in the message
  kKeyMismatch,         // no certificate belongs to the private key
  kBadOption,           // an option's value is refused; the message names option, value, reason
  kOpenSsl,             // OpenSSL failed where it should not have, such as out of memory
  kNoCredential,        // no key entry fits what was asked for
};

// A stable lower-case name, such as "bad_base64": what the tool prints in JSON.
std::string_view to_string(ErrorCode code);

// Where in which input. Everything is optional but known parts are always filled in.
struct Location {
  std::string source = {};                   // a path, or what the caller called the bytes
  std::optional<std::uint64_t> offset = {};  // bytes from the start of the source
  std::optional<std::uint32_t> line = {};    // from 1
  std::optional<std::uint32_t> index = {};   // of the block, certificate or bag, from 0
  std::string label = {};                    // of the PEM block

  friend bool operator==(const Location&, const Location&) = default;
};

// A failure, with all that a person needs to act on it. A plain value: copy it, keep it, compare
// it.
struct Error {
  ErrorCode code = ErrorCode::kOpenSsl;
  std::string message = {};  // one sentence: what is wrong and what to do
  Location where = {};
  std::string openssl_reason = {};  // OpenSSL's own words, when it had any

  // "ca.pem: line 12 (offset 640, block 3, CERTIFICATE): the body is not base64 [...]"
  std::string describe() const;

  friend bool operator==(const Error&, const Error&) = default;
};

// Every fallible call of the library returns one; no exception leaves it.
template <typename T>
using Result = std::expected<T, Error>;

}  // namespace keyrack
