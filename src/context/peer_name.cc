// SPDX-License-Identifier: Apache-2.0
#include "context/peer_name.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "context/option_error.h"
#include "keys/host_name.h"

namespace keyrack {
namespace {

constexpr std::size_t kMaxName = 253;  // RFC 1035 section 2.3.4, without the root's dot
constexpr std::size_t kMaxLabel = 63;

bool is_address(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
         inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Letters, digits and hyphens, and underscores, which names of services have.
bool is_label(std::string_view label) {
  return !label.empty() && label.size() <= kMaxLabel && std::ranges::all_of(label, [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_';
  });
}

bool is_dns_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxName) return false;
  while (true) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    if (!is_label(name.substr(0, dot))) return false;
    if (dot == name.size()) return !is_digit(name.front());
    name.remove_prefix(dot + 1);
  }
}

}  // namespace

Result<PeerName> read_peer_name(std::string_view host) {
  const bool is_bracketed = host.size() > 2 && host.starts_with('[') && host.ends_with(']');
  const std::string address(is_bracketed ? host.substr(1, host.size() - 2) : host);
  const bool has_zero = address.find('\0') != std::string::npos;
  if (!has_zero && is_address(address)) return PeerName{address, true};
  std::string name = fold_host_name(host);
  if (is_dns_name(name)) return PeerName{std::move(name), false};
  return bad_option("host", '"' + std::string(host.substr(0, kMaxName)) + '"',
                    "neither a DNS name in A-labels nor an address");
}

}  // namespace keyrack
