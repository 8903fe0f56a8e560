// SPDX-License-Identifier: Apache-2.0
#include "context/session_tickets.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/openssl_ptr.h"
#include "base/query.h"
#include "context/context_data.h"
#include "context/option_error.h"
#include "context/ticket_keys_state.h"

namespace keyrack {
namespace {

using EvpCipherPtr = OpenSslPtr<EVP_CIPHER, EVP_CIPHER_free>;

constexpr std::size_t kAes128Bytes = 16;
constexpr int kIvBytes = 16;

// What libssl's callback returns.
constexpr int kFailed = -1;
constexpr int kNoTicket = 0;
constexpr int kGoOn = 1;
constexpr int kGoOnAndRenew = 2;

struct TicketService {
  TicketKeys keys;
  LibraryContext library_context;
  EvpCipherPtr aes128;
  EvpCipherPtr aes256;

  const EVP_CIPHER* cipher_for(const TicketKey& key) const {
    return key.aes_key().size() == kAes128Bytes ? aes128.get() : aes256.get();
  }
};

bool set_hmac_key(EVP_MAC_CTX* mac, const TicketKey& key) {
  std::array<char, 7> digest{"SHA256"};
  const auto bytes = key.hmac_key();
  const std::array params{
      // OSSL_PARAM has no form for constant bytes; EVP_MAC reads them only.
      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, const_cast<std::uint8_t*>(bytes.data()),
                                        bytes.size()),
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  return EVP_MAC_CTX_set_params(mac, params.data()) == 1;
}

int seal(const TicketService& service, unsigned char* name, unsigned char* iv,
         EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac) {
  TicketKeys::State& state = service.keys.state();
  const TicketKeys::State::Ring ring = state.ring();
  const TicketKey& key = ring->newest();
  if (RAND_bytes_ex(service.library_context.context, iv, kIvBytes, 0) != 1 ||
      EVP_EncryptInit_ex2(cipher, service.cipher_for(key), key.aes_key().data(), iv, nullptr) !=
          1 ||
      !set_hmac_key(mac, key)) {
    return kFailed;
  }
  std::ranges::copy(key.name(), name);
  state.counted.issued.add();
  return kGoOn;
}

int open(const TicketService& service, const unsigned char* name, const unsigned char* iv,
         EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac) {
  TicketKeys::State& state = service.keys.state();
  const TicketKeys::State::Ring ring = state.ring();
  const TicketKey* key = ring->find(TicketKey::Name(name, TicketKey::kNameBytes));
  if (key == nullptr) {
    state.counted.unknown.add();
    return kNoTicket;
  }
  if (!set_hmac_key(mac, *key) || EVP_DecryptInit_ex2(cipher, service.cipher_for(*key),
                                                      key->aes_key().data(), iv, nullptr) != 1) {
    return kFailed;
  }
  const bool is_newest = key == &ring->newest();
  (is_newest ? state.counted.accepted : state.counted.renewed).add();
  return is_newest ? kGoOn : kGoOnAndRenew;
}

int on_ticket(SSL* ssl, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
              EVP_MAC_CTX* mac, int is_sealed) {
  // Another one than the callback's when a server-name callback changed it: then its keys count.
  const auto* service = ContextData<TicketService>::of(SSL_get_SSL_CTX(ssl));
  if (service == nullptr) return kNoTicket;
  return is_sealed == 1 ? seal(*service, name, iv, cipher, mac)
                        : open(*service, name, iv, cipher, mac);
}

EvpCipherPtr fetch(const char* name, const LibraryContext& library_context) {
  return EvpCipherPtr(EVP_CIPHER_fetch(library_context.context, name, query_of(library_context)));
}

}  // namespace

Result<void> apply_ticket_keys(SSL_CTX* context, const SecureContextOptions& options) {
  if (!options.ticket_keys) return {};
  if (options.role == Role::kClient) return bad_option("ticket_keys", "", "is for servers");
  if ((SSL_CTX_get_options(context) & SSL_OP_NO_TICKET) != 0) {
    return bad_option("ticket_keys", "", "is for tickets, which are switched off");
  }
  auto service = std::make_unique<TicketService>(TicketService{
      *options.ticket_keys, options.library_context, fetch("AES-128-CBC", options.library_context),
      fetch("AES-256-CBC", options.library_context)});
  if (!service->aes128 || !service->aes256) {
    return bad_option("ticket_keys", "", "the library context has no AES-CBC to seal with");
  }
  if (ContextData<TicketService>::give(context, std::move(service)) == nullptr ||
      SSL_CTX_set_tlsext_ticket_key_evp_cb(context, on_ticket) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "cannot set the ticket callback"));
  }
  return {};
}

}  // namespace keyrack
