// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/tls_version.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack {

// How well a leaf fits, best first. The names are the JDK's.
enum class Judgement {
  kOk,
  kInsensitive,        // is not for the requested name
  kExpired,            // or not yet valid
  kExtensionMismatch,  // its key usages forbid the role
};
std::string_view to_string(Judgement judgement);  // "ok", "insensitive", ...

// What a handshake, or somebody who asks like one, wants of a key manager.
struct KeyRequest {
  Role role = Role::kServer;
  // Kinds of key in order of preference: "EC", or "EC_RSA" for an EC key certified by an RSA key.
  // Algorithms by the JDK's names: RSA, RSASSA-PSS, EC, EdDSA, DSA.
  std::vector<std::string> key_types = {};
  // DER of the names of authorities. None, or none that can be read, stands for all.
  std::vector<std::vector<std::uint8_t>> issuers = {};
  // What the peer verifies certificates with, by the names of RFC 8446 (ecdsa_secp256r1_sha256) or
  // the JDK's (SHA256withECDSA). Unknown names are passed over. Absent: anything.
  std::optional<std::vector<std::string>> certificate_signature_algorithms = {};
  // What the peer lets the key itself sign with. RFC 8446 names only. Absent: anything.
  std::optional<std::vector<std::string>> signature_algorithms = {};
  // The peer's groups (secp256r1), which up to TLS 1.2 bind the curve of an EC key.
  std::optional<std::vector<std::string>> groups = {};
  TlsVersion version = TlsVersion::kTls1_3;
  // The requested DNS name (SNI), or empty.
  std::string server_name = {};
  // Where the connection came in, 4 or 16 bytes: asked for where no name is. Empty: not known.
  std::vector<std::uint8_t> local_address = {};
  // The time to judge at. Absent: now.
  std::optional<std::chrono::sys_seconds> at = {};
};

// What became of one entry in a choice, and why.
struct CandidateReport {
  std::string alias;  // the key store's own
  std::size_t source = 0;
  std::optional<Judgement> judgement;  // absent when it was passed over before it was judged
  std::string reason;                  // "chosen", "key type EC was not asked for", ...
};

}  // namespace keyrack
