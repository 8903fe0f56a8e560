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

#include "context/context_data.h"
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
  auto* own = ContextData<Protocols>::give(context, std::make_unique<Protocols>(std::move(*list)));
  if (own == nullptr) return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
  SSL_CTX_set_alpn_select_cb(context, select_protocol, own);
  return {};
}

Result<void> offer_protocols(SSL* ssl, const std::vector<std::string>& protocols) {
  const Result<Protocols> list = encode(protocols);
  if (!list) return std::unexpected(list.error());
  // Here too, 0 is success.
  if (SSL_set_alpn_protos(ssl, list->data(), static_cast<unsigned>(list->size())) != 0) {
    return bad_option("alpn", protocols.front(), "OpenSSL refuses it");
  }
  return {};
}

}  // namespace keyrack
