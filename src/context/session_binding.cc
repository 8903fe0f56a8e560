// SPDX-License-Identifier: Apache-2.0
#include "context/session_binding.h"

#include <openssl/rand.h>
#include <openssl/ssl.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "bytes/byte_view.h"
#include "context/option_error.h"
#include "context/peer_verification.h"

namespace keyrack {
namespace {

// Behind its length, so that no two sequences of parts look alike.
void append(std::vector<std::uint8_t>& bytes, ByteView part) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(part.size() >> shift));
  }
  bytes.insert(bytes.end(), part.begin(), part.end());
}

Result<std::string> random_id(const LibraryContext& library_context) {
  std::string id(SSL_MAX_SID_CTX_LENGTH, '\0');
  if (RAND_bytes_ex(library_context.context, reinterpret_cast<unsigned char*>(id.data()), id.size(),
                    0) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "cannot make a session id context"));
  }
  return id;
}

}  // namespace

Result<SessionRules> session_rules(SSL_CTX* context, const SecureContextOptions& options) {
  SessionRules rules{.id_context = options.session_id_context, .verification = {}};
  if (rules.id_context.size() > SSL_MAX_SID_CTX_LENGTH) {
    return bad_option("session_id_context", std::to_string(rules.id_context.size()) + " bytes",
                      "has 1 to 32 bytes");
  }
  if (rules.id_context.empty() && options.role == Role::kServer && verifies_peer(options)) {
    auto id = random_id(options.library_context);
    if (!id) return std::unexpected(std::move(id.error()));
    rules.id_context = std::move(*id);
  }
  for (const int rule : {static_cast<int>(options.role), static_cast<int>(options.client_auth),
                         static_cast<int>(options.allow_partial_trust_chain),
                         static_cast<int>(options.insecurely_skip_server_identity),
                         options.crls.empty() ? -1 : static_cast<int>(options.crl_check),
                         SSL_CTX_get_security_level(context)}) {
    rules.verification.append(std::to_string(rule)).append(" ");
  }
  return rules;
}

Result<Sha256> session_binding(const SessionRules& rules, const Sha256& trust,
                               std::string_view peer) {
  std::vector<std::uint8_t> bytes;
  append(bytes, as_bytes(rules.id_context));
  append(bytes, as_bytes(rules.verification));
  append(bytes, trust);
  append(bytes, as_bytes(peer));
  return sha256(bytes);
}

bool set_session_binding(SSL* ssl, const Sha256& binding) {
  return SSL_set_session_id_context(ssl, binding.data(), static_cast<unsigned>(binding.size())) ==
         1;
}

bool is_renegotiating(const SSL* ssl) { return SSL_get_finished(ssl, nullptr, 0) != 0; }

}  // namespace keyrack
