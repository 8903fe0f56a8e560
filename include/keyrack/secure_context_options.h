// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/crl_store.h>
#include <keyrack/identity.h>
#include <keyrack/key_manager.h>
#include <keyrack/library_context.h>
#include <keyrack/pkcs12_identity.h>
#include <keyrack/ticket_keys.h>
#include <keyrack/tls_version.h>
#include <keyrack/trust_source.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keyrack {

// What a server asks of its clients.
enum class ClientAuth { kNone, kRequest, kRequire };

// What a server does when a client asks for a name (SNI) that none of its certificates has.
enum class UnknownName {
  kDefault,  // presents what it has: the identities, or the manager's choice
  kRefuse,   // ends the handshake with unrecognized_name; clients that name nobody are served
};

// Algorithms that a server's certificates are compressed with and a client accepts, in order of
// preference: "zlib", "brotli", "zstd" (RFC 8879). Needs OpenSSL 3.2.
struct CertificateCompression {
  std::vector<std::string> algorithms = {};
  bool if_supported = false;  // what this OpenSSL does not have is ignored instead of an error
};

// Everything a context is made from. A plain struct: fill in what you need.
//
// Applied in this order, whatever was filled in first: security level; OpenSSL's own options;
// versions; ciphers; groups; signature algorithms; Diffie-Hellman; trust; identities, which the
// security level may refuse; the key manager; verification; names; sessions; ALPN; stapled
// responses; compression. Last, what came out is compared with what was asked for.
struct SecureContextOptions {
  Role role = Role::kClient;

  // Whom the other end must chain to: a TrustStore, or a source that may change. Absent: the
  // bundled roots in a client context; an error in a server context that asks for client
  // certificates. Given: exactly these.
  std::optional<TrustSource> trust = {};
  // Added to `trust` (or to the default) without copying it.
  std::vector<TrustSource> extra_trust = {};
  // Revocation lists, fixed, followed or replaced. Any at all: certificates of the other end are
  // checked, and one whose issuer has no CRL that is valid now does not verify.
  std::vector<CrlSource> crls = {};
  CrlCheck crl_check = CrlCheck::kWholeChain;
  // A chain may end at any trusted certificate, not only at a self-signed one.
  bool allow_partial_trust_chain = false;

  // Certificate chains with their keys, at most one for each key type: RSA, RSA-PSS, EC (whatever
  // the curve), Ed25519, Ed448. Each is sent with its own issuers, without the root, and never
  // with a chain that OpenSSL put together. Made for `library_context`.
  std::vector<Identity> identities = {};
  // A PKCS#12 whose keys, with their chains, join the identities.
  std::optional<Pkcs12Identity> pkcs12 = {};
  // Trust what `pkcs12` holds besides the certificates of its keys, as Node.js does.
  bool trust_pkcs12_extras = false;
  // Chooses a credential in each full handshake, before `identities`: they are for when it has
  // none. Where it refuses unknown names, a server's client gets unrecognized_name.
  std::optional<KeyManager> keys = {};
  // OCSP responses (RFC 6960, DER), each about the leaf of an identity or, with `keys`, of whatever
  // they present. A client that asks gets the one about the certificate it is shown, from its
  // thisUpdate until its nextUpdate. Their signatures are the client's to verify.
  std::vector<std::vector<std::uint8_t>> ocsp_responses = {};

  // OpenSSL's level, 0 to 5. Absent: its default, which @SECLEVEL in `ciphers` may change too.
  std::optional<int> security_level = {};
  // SSL_OP_ bits to set besides OpenSSL's defaults.
  std::uint64_t openssl_options = 0;

  // Absent: OpenSSL's defaults and its configuration file decide. Below TLS 1.2 needs security
  // level 0: OpenSSL 3 has no signature left for it at higher ones.
  std::optional<TlsVersion> min_version = {};
  std::optional<TlsVersion> max_version = {};
  // Lists in OpenSSL's form, empty for its default. Every element must name something that OpenSSL
  // knows and uses at this security level.
  std::string ciphers = {};  // TLS 1.2 and below; TLS 1.3 suites in it are split off, as in
                             // Node.js. Nothing else in it: the minimum version becomes TLS 1.3
  std::string ciphersuites = {};  // TLS 1.3
  std::string groups = {};        // "X25519:P-256"; of key exchange, in order of preference
  std::string sigalgs = {};       // "ecdsa_secp256r1_sha256:RSA-PSS+SHA256"
  // Finite-field Diffie-Hellman of a server, TLS 1.2 and below. Empty: off. "auto": a group that
  // fits the certificate. Else parameters in PEM, of 2048 bits at least.
  std::string dh = {};
  bool insecurely_allow_short_dh = false;  // 1024 bits at least

  // Protocols in order of preference, such as {"h2", "http/1.1"}. A server takes the first of its
  // own that the client offers, and refuses a client that offers others only.
  std::vector<std::string> alpn = {};
  UnknownName unknown_name = UnknownName::kDefault;  // servers; see also KeyManagerOptions
  // The subjects of `trust` and `extra_trust` are announced as acceptable issuers, as given; the
  // bundled roots never are.
  ClientAuth client_auth = ClientAuth::kNone;

  // Which sessions may resume here: those of contexts with the same id (1 to 32 bytes), trust and
  // rules of verification. Absent in a server that asks for client certificates: this context's.
  std::string session_id_context = {};
  // How long a session may be resumed, up to 7 days (RFC 8446 section 4.6.1). Absent: OpenSSL's 2
  // hours.
  std::optional<std::chrono::seconds> session_timeout = {};
  // How many sessions a server keeps for clients without tickets. 0: none. Absent: 20480.
  std::optional<std::size_t> session_cache = {};
  // False: no tickets; what is resumed is in the session cache.
  bool tickets = true;
  // How many a server sends after a full handshake of TLS 1.3, up to 16. Absent: 2.
  std::optional<std::size_t> ticket_count = {};
  // What a server's tickets are sealed with. Absent: random keys of this context alone, which are
  // never replaced.
  std::optional<TicketKeys> ticket_keys = {};

  CertificateCompression certificate_compression = {};

  // A client connection whose SSL names neither host (SSL_set1_host) nor address
  // (X509_VERIFY_PARAM_set1_ip on SSL_get0_param) fails its verification: a certificate for
  // anybody is no proof of who answers. This lets it pass with any trusted certificate.
  bool insecurely_skip_server_identity = false;

  LibraryContext library_context = {};
};

}  // namespace keyrack
