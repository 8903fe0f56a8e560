// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_request.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/byte_view.h"
#include "keys/candidate.h"
#include "keys/signature_algorithms.h"

namespace keyrack {

// "EC" or "EC_RSA".
struct RequestedKeyType {
  std::string algorithm;  // of the leaf's key, by the JDK's name
  std::string signer;     // of the key that certified it; empty: any

  explicit RequestedKeyType(std::string_view text);
  bool matches(const Candidate& candidate) const;
};

// A KeyRequest with its names looked up, ready to be held against candidates.
struct SelectionRequest {
  Role role = Role::kServer;
  std::vector<RequestedKeyType> key_types;
  std::set<std::string, std::less<>> issuers;  // canonical; empty: all
  std::optional<SignatureSet> certificate_signatures;
  std::optional<std::vector<std::uint16_t>> schemes;  // for the handshake's own signature
  std::optional<std::vector<std::uint16_t>> groups;
  bool is_tls13 = true;
  std::string name;  // folded
  std::vector<std::uint8_t> local_address;
  std::chrono::sys_seconds now{};

  explicit SelectionRequest(const KeyRequest& request);
  SelectionRequest() = default;
  // `name` is the DER of a Name; one that cannot be read is passed over.
  void add_issuer(ByteView name);
};

}  // namespace keyrack
