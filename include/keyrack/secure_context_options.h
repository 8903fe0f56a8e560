// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/identity.h>
#include <keyrack/key_manager.h>
#include <keyrack/library_context.h>
#include <keyrack/tls_version.h>
#include <keyrack/trust_store.h>

#include <optional>
#include <string>
#include <vector>

namespace keyrack {

// What a server asks of its clients.
enum class ClientAuth { kNone, kRequest, kRequire };

// Everything a context is made from. A plain struct: fill in what you need.
//
// Applied in this order, whatever was filled in first: versions; ciphers, whose list may lower or
// raise the security level with @SECLEVEL; trust; identities, which that level may refuse; client
// authentication; ALPN. Last, what came out is compared with what was asked for.
struct SecureContextOptions {
  Role role = Role::kClient;

  // Whom the other end must chain to. Absent: the bundled roots in a client context; an error in a
  // server context that asks for client certificates. Given: exactly these.
  std::optional<TrustStore> trust = {};
  // Added to `trust` (or to the default) without copying it.
  std::vector<TrustStore> extra_trust = {};
  // A chain may end at any trusted certificate, not only at a self-signed one.
  bool allow_partial_trust_chain = false;

  // Certificate chains with their keys, at most one for each key type: RSA, RSA-PSS, EC (whatever
  // the curve), Ed25519, Ed448. Each is sent with its own issuers, without the root, and never
  // with a chain that OpenSSL put together. Made for `library_context`.
  std::vector<Identity> identities = {};
  // Chooses a credential in each full handshake, before `identities`: they are for when it has
  // none. Where it refuses unknown names, a server's client gets unrecognized_name.
  std::optional<KeyManager> keys = {};

  // Absent: OpenSSL's defaults and its configuration file decide. Below TLS 1.2 needs security
  // level 0 ("DEFAULT@SECLEVEL=0"): OpenSSL 3 has no signature left for it at higher ones.
  std::optional<TlsVersion> min_version = {};
  std::optional<TlsVersion> max_version = {};
  // Cipher lists in OpenSSL's form. Every element must name something OpenSSL knows.
  std::string ciphers = {};  // TLS 1.2 and below; TLS 1.3 suites in it are split off, as in
                             // Node.js. Nothing else in it: the minimum version becomes TLS 1.3
  std::string ciphersuites = {};  // TLS 1.3
  // Protocols in order of preference, such as {"h2", "http/1.1"}. A server takes the first of its
  // own that the client offers, and refuses a client that offers others only.
  std::vector<std::string> alpn = {};
  // The subjects of `trust` and `extra_trust` are announced as acceptable issuers, as given; the
  // bundled roots never are.
  ClientAuth client_auth = ClientAuth::kNone;

  // A client connection whose SSL names neither host (SSL_set1_host) nor address
  // (X509_VERIFY_PARAM_set1_ip on SSL_get0_param) fails its verification: a certificate for
  // anybody is no proof of who answers. This lets it pass with any trusted certificate.
  bool insecurely_skip_server_identity = false;

  LibraryContext library_context = {};
};

}  // namespace keyrack
