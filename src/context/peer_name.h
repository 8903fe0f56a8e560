// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <string>
#include <string_view>

namespace keyrack {

// Whom a client calls.
struct PeerName {
  std::string text;  // a DNS name in lower case without a trailing dot, or an address
  bool is_address = false;
};

// Reads a DNS name or an address as it stands in a URL. kBadOption for anything else, and for names
// that end in a number: resolvers take "127.1" and "0x7f.1" for addresses that no certificate has.
Result<PeerName> read_peer_name(std::string_view host);

}  // namespace keyrack
