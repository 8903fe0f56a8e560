// SPDX-License-Identifier: Apache-2.0
#include "keys/attach_keys.h"

#include <memory>
#include <utility>

#include "base/error_queue.h"
#include "keys/credential_state.h"
#include "keys/handshake_request.h"
#include "keys/handshake_state.h"
#include "keys/key_manager_state.h"

namespace keyrack {
namespace {

using InfoCallback = void (*)(const SSL*, int, int);

// What an SSL_CTX keeps of its key manager. An earlier one stays, for the SSLs made before.
struct Attachment {
  KeyManager manager;
  AttachRules rules;
  InfoCallback next_info = nullptr;
  std::unique_ptr<Attachment> earlier;
};

void free_attachment(void*, void* attachment, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Attachment*>(attachment);
}

int attachment_index() {
  static const int index = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, free_attachment);
  return index;
}

Attachment* attachment_of(const SSL_CTX* context) {
  return static_cast<Attachment*>(SSL_CTX_get_ex_data(context, attachment_index()));
}

// The credential of this handshake. Nothing: it is being made, and the handshake is woken.
std::optional<Result<Credential>> credential_or_pending(SSL* ssl, const Attachment& attachment,
                                                        HandshakeState& handshake) {
  if (handshake.pending) {
    const auto arrived = handshake.pending->result();
    if (arrived) handshake.pending.reset();
    return arrived;
  }
  KeyManager::State& manager = attachment.manager.state();
  const Result<Chosen> chosen =
      manager.choose(handshake_request(ssl, handshake, manager.options().server_key_types));
  if (!chosen) return std::unexpected(chosen.error());
  if (!attachment.rules.handshake.on_pending) return chosen->credential();

  const auto pending = std::make_shared<PendingCredential>();
  const auto found = chosen->snapshot->credential(
      chosen->match.index, [pending](const Result<Credential>& result) { pending->arrive(result); },
      [&](std::function<void()> work) { manager.queue().submit(std::move(work)); });
  if (found) return *found;
  if (!pending->wake_with(attachment.rules.handshake.on_pending(ssl))) return pending->result();
  handshake.pending = pending;
  return std::nullopt;
}

Result<void> present(SSL* ssl, const Credential& credential) {
  const Credential::State& state = credential.state();
  if (SSL_use_cert_and_key(ssl, state.leaf(), state.key(), state.issuers(), 1) == 1) return {};
  Error error = openssl_error(ErrorCode::kOpenSsl,
                              "the credential '" + state.alias() + "' cannot be presented here");
  SSL_certs_clear(ssl);
  return std::unexpected(std::move(error));
}

// 1: go on, with or without a certificate; 0: fail; -1: call again later.
int on_certificate(SSL* ssl, void* argument) {
  const ErrorQueueGuard guard;
  HandshakeState* handshake = get_handshake_state(ssl);
  if (handshake == nullptr) return 0;
  const Attachment& attachment = *static_cast<Attachment*>(argument);
  const auto credential = credential_or_pending(ssl, attachment, *handshake);
  if (!credential) return -1;
  handshake->error.reset();
  if (*credential || !attachment.rules.keeps_identities) SSL_certs_clear(ssl);
  const Result<void> presented =
      *credential ? present(ssl, **credential) : std::unexpected(credential->error());
  if (!presented) handshake->error = presented.error();
  return 1;
}

void on_info(const SSL* ssl, int where, int value) {
  const Attachment* attachment = attachment_of(SSL_get_SSL_CTX(ssl));
  if (attachment == nullptr) return;
  // libssl gives the callback its own SSL as const.
  if ((where & SSL_CB_HANDSHAKE_DONE) != 0) SSL_certs_clear(const_cast<SSL*>(ssl));
  if (attachment->next_info != nullptr) attachment->next_info(ssl, where, value);
}

}  // namespace

Result<void> attach_keys(SSL_CTX* context, const KeyManager& manager, const AttachRules& rules) {
  const ErrorQueueGuard guard;
  if (context == nullptr) {
    return std::unexpected(Error{ErrorCode::kBadOption, "there is no SSL_CTX to attach to"});
  }
  auto made = std::make_unique<Attachment>(Attachment{manager, rules, nullptr, nullptr});
  Attachment* attachment = made.get();
  std::unique_ptr<Attachment> earlier(attachment_of(context));
  if (SSL_CTX_set_ex_data(context, attachment_index(), attachment) != 1) {
    earlier.release();  // still the context's
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
  }
  made.release();
  attachment->earlier = std::move(earlier);
  SSL_CTX_set_cert_cb(context, on_certificate, attachment);
  if (rules.may_take_client_hello) {
    SSL_CTX_set_client_hello_cb(context, note_client_hello, nullptr);
  }
  if (manager.state().options().release_key_after_handshake) {
    const InfoCallback current = SSL_CTX_get_info_callback(context);
    attachment->next_info = current == on_info ? attachment->earlier->next_info : current;
    SSL_CTX_set_info_callback(context, on_info);
  }
  return {};
}

Result<void> attach(SSL_CTX* context, const KeyManager& manager, const HandshakeOptions& options) {
  return attach_keys(context, manager, {.handshake = options});
}

std::optional<Error> last_error(const SSL* ssl) {
  const HandshakeState* handshake = ssl == nullptr ? nullptr : find_handshake_state(ssl);
  return handshake == nullptr ? std::nullopt : handshake->error;
}

}  // namespace keyrack
