// SPDX-License-Identifier: Apache-2.0
// Every option that is text, one a line: whatever is accepted is in effect.
#include <keyrack/openssl.h>
#include <keyrack/secure_context.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "context/cipher_list.h"
#include "context/client_hello_probe.h"

namespace keyrack {
namespace {

void require(bool condition) {
  if (!condition) __builtin_trap();
}

std::string take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string line(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

std::size_t elements_of(const std::string& list) {
  return list.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(list, ':')) + 1;
}

std::vector<std::string> cipher_names(SSL_CTX* context) {
  std::vector<std::string> names;
  const STACK_OF(SSL_CIPHER)* ciphers = SSL_CTX_get_ciphers(context);
  for (int i = 0; i < sk_SSL_CIPHER_num(ciphers); ++i) {
    names.emplace_back(SSL_CIPHER_get_name(sk_SSL_CIPHER_value(ciphers, i)));
  }
  return names;
}

// The TLS 1.3 suites in effect are those that were asked for.
void require_suites(SSL_CTX* context, const SecureContextOptions& options) {
  auto asked = split_ciphers(options.ciphersuites).suites;
  if (asked.empty()) asked = split_ciphers(options.ciphers).suites;
  if (asked.empty()) return;
  const auto names = cipher_names(context);
  for (const std::string_view suite : asked) require(std::ranges::count(names, suite) == 1);
  const auto is_suite = [](const std::string& name) { return name.starts_with("TLS_"); };
  require(static_cast<std::size_t>(std::ranges::count_if(names, is_suite)) <= asked.size());
}

// Of the older ciphers, those that are named in full, where nothing takes others away.
void require_ciphers(SSL_CTX* context, const SecureContextOptions& options) {
  if (options.ciphers.find_first_of("!-+@") != std::string::npos) return;
  const auto names = cipher_names(context);
  for (const std::string_view element : split_ciphers(options.ciphers).elements) {
    const auto alone = SecureContext::create({.ciphers = std::string(element)});
    if (alone && std::ranges::count(cipher_names(native(*alone)), element) == 1) {
      require(std::ranges::count(names, element) == 1);
    }
  }
}

void check(const SecureContextOptions& options) {
  const auto made = SecureContext::create(options);
  if (!made) {
    require(!made.error().message.empty());
    return;
  }
  SSL_CTX* context = native(*made);
  require(options.session_id_context.size() <= SSL_MAX_SID_CTX_LENGTH);
  require(options.dh.empty() || options.role == Role::kServer);
  require_suites(context, options);
  if (options.role == Role::kServer) return;
  require_ciphers(context, options);
  if (!options.groups.empty()) {
    require(offered_by(context, TLSEXT_TYPE_supported_groups).size() >=
            elements_of(options.groups));
  }
  if (!options.sigalgs.empty()) {
    require(offered_by(context, TLSEXT_TYPE_signature_algorithms).size() >=
            elements_of(options.sigalgs));
  }
}

}  // namespace
}  // namespace keyrack

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace keyrack;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::array<std::string, 7> lines;
  for (std::string& line : lines) line = take_line(rest);
  for (const Role role : {Role::kClient, Role::kServer}) {
    SecureContextOptions options{.role = role,
                                 .ciphers = lines[0],
                                 .ciphersuites = lines[1],
                                 .groups = lines[2],
                                 .sigalgs = lines[3],
                                 .session_id_context = lines[5]};
    if (!lines[4].empty()) options.alpn = {lines[4], lines[6]};
    check(options);
    options.dh = rest;
    check(options);
  }
  const auto connection = SecureContext::create({})->connect_to(lines[6]);
  if (connection) require(!connection->peer().empty());
  return 0;
}
