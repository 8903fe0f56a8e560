// SPDX-License-Identifier: Apache-2.0
#include "context/alpn.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "context/option_error.h"

namespace keyrack {
namespace {

constexpr std::size_t kMaxNameBytes = 255;
constexpr std::size_t kMaxListBytes = 65535;

using Protocols = std::vector<std::uint8_t>;  // names, each behind a byte with its length

Result<Protocols> encode(const std::vector<std::string>& names) {
  Protocols list;
  for (const std::string& name : names) {
    if (name.empty() || name.size() > kMaxNameBytes) {
      return bad_option("alpn", '"' + name + '"', "a protocol's name has 1 to 255 bytes");
    }
    if (std::ranges::count(names, name) > 1) {
      return bad_option("alpn", '"' + name + '"', "named twice");
    }
    list.push_back(static_cast<std::uint8_t>(name.size()));
    list.insert(list.end(), name.begin(), name.end());
    if (list.size() > kMaxListBytes) {
      return bad_option("alpn", "", "the list is longer than 65535 bytes");
    }
  }
  return list;
}

// Called by OpenSSL in a server's handshake. `client` is well formed: OpenSSL has checked.
int select_protocol(SSL*, const unsigned char** selected, unsigned char* selected_size,
                    const unsigned char* client, unsigned int client_size, void* own) {
  const auto& preferred = *static_cast<const Protocols*>(own);
  unsigned char* found = nullptr;
  const int outcome =
      SSL_select_next_proto(&found, selected_size, preferred.data(),
                            static_cast<unsigned>(preferred.size()), client, client_size);
  if (outcome != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *selected = found;
  return SSL_TLSEXT_ERR_OK;
}

void free_protocols(void*, void* protocols, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Protocols*>(protocols);
}

// Hands `list` to `context`, whose connections may outlive the SecureContext.
Result<void> select_from(SSL_CTX* context, std::unique_ptr<Protocols> list) {
  static const int slot = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, free_protocols);
  if (SSL_CTX_set_ex_data(context, slot, list.get()) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "no room in the context's ex_data"));
  }
  SSL_CTX_set_alpn_select_cb(context, select_protocol, list.release());
  return {};
}

}  // namespace

Result<void> apply_alpn(SSL_CTX* context, const SecureContextOptions& options) {
  if (options.alpn.empty()) return {};
  Result<Protocols> list = encode(options.alpn);
  if (!list) return std::unexpected(std::move(list.error()));
  if (options.role == Role::kClient) {
    // Here, unlike elsewhere, 0 is success.
    if (SSL_CTX_set_alpn_protos(context, list->data(), static_cast<unsigned>(list->size())) != 0) {
      return bad_option("alpn", options.alpn.front(), "OpenSSL refuses it");
    }
    return {};
  }
  return select_from(context, std::make_unique<Protocols>(std::move(*list)));
}

}  // namespace keyrack
