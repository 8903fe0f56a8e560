// SPDX-License-Identifier: Apache-2.0
#include "keys/handshake_request.h"

#include <openssl/obj_mac.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "keys/host_name.h"
#include "keys/local_address.h"
#include "keys/signature_algorithms.h"
#include "x509/openssl_name.h"

namespace keyrack {
namespace {

struct NamedGroup {
  int nid;
  std::uint16_t group;
};
constexpr NamedGroup kGroups[] = {
    {NID_X9_62_prime256v1, 23}, {NID_secp384r1, 24},       {NID_secp521r1, 25},
    {NID_secp256k1, 22},        {NID_secp224r1, 21},       {NID_X9_62_prime192v1, 19},
    {NID_brainpoolP256r1, 26},  {NID_brainpoolP384r1, 27}, {NID_brainpoolP512r1, 28},
};

// TLS signature schemes by the kind of key that signs with them, and the certificate type (RFC 5246
// section 7.4.4) and cipher authentication that the kind needs up to TLS 1.2.
struct KeyKind {
  std::string_view key_type;
  std::uint8_t certificate_type;
  int cipher_auth;
};
constexpr KeyKind kKinds[] = {
    {"EC", TLS_CT_ECDSA_SIGN, NID_auth_ecdsa}, {"EdDSA", TLS_CT_ECDSA_SIGN, NID_auth_ecdsa},
    {"RSA", TLS_CT_RSA_SIGN, NID_auth_rsa},    {"RSASSA-PSS", TLS_CT_RSA_SIGN, NID_auth_rsa},
    {"DSA", TLS_CT_DSS_SIGN, NID_auth_dss},
};

std::string_view key_type_of(std::uint16_t scheme) {
  switch (scheme) {
    case 0x0804:
    case 0x0805:
    case 0x0806: return "RSA";
    case 0x0807:
    case 0x0808: return "EdDSA";
    case 0x0809:
    case 0x080a:
    case 0x080b: return "RSASSA-PSS";
    case 0x081a:
    case 0x081b:
    case 0x081c: return "EC";
    default: break;
  }
  constexpr std::string_view kBySignature[] = {"", "RSA", "DSA", "EC"};
  const auto signature = static_cast<std::size_t>(scheme & 0xff);
  return scheme < 0x0700 && signature < std::size(kBySignature) ? kBySignature[signature] : "";
}

std::vector<std::uint16_t> peer_schemes(SSL* ssl) {
  std::vector<std::uint16_t> schemes;
  const int count = SSL_get_sigalgs(ssl, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  for (int i = 0; i < count; ++i) {
    unsigned char signature = 0;
    unsigned char hash = 0;
    SSL_get_sigalgs(ssl, i, nullptr, nullptr, nullptr, &signature, &hash);
    schemes.push_back(static_cast<std::uint16_t>(hash << 8 | signature));
  }
  return schemes;
}

SignatureSet signatures_of(const std::vector<std::uint16_t>& schemes) {
  SignatureSet signatures = 0;
  for (const std::uint16_t scheme : schemes) signatures |= signatures_of_scheme(scheme);
  return signatures;
}

std::optional<std::vector<std::uint16_t>> peer_groups(SSL* ssl) {
  std::vector<int> nids(static_cast<std::size_t>(std::max(SSL_get1_groups(ssl, nullptr), 0L)));
  if (nids.empty()) return std::nullopt;
  SSL_get1_groups(ssl, nids.data());
  std::vector<std::uint16_t> groups;
  for (const int nid : nids) {
    const auto* known = std::ranges::find(kGroups, nid, &NamedGroup::nid);
    if (known != std::end(kGroups)) groups.push_back(known->group);
  }
  return groups;
}

// Whether the client offers a cipher suite, up to TLS 1.2, that such a key can serve.
bool suits_ciphers(SSL* ssl, std::string_view key_type) {
  const std::string_view algorithm = key_type.substr(0, key_type.find('_'));
  const auto* kind = std::ranges::find(kKinds, algorithm, &KeyKind::key_type);
  if (kind == std::end(kKinds)) return true;
  const STACK_OF(SSL_CIPHER)* offered = SSL_get_client_ciphers(ssl);
  for (int i = 0; i < sk_SSL_CIPHER_num(offered); ++i) {
    if (SSL_CIPHER_get_auth_nid(sk_SSL_CIPHER_value(offered, i)) == kind->cipher_auth) return true;
  }
  return false;
}

void add_key_type(SelectionRequest& request, std::string_view key_type) {
  const bool is_known = std::ranges::any_of(
      request.key_types, [&](const auto& known) { return known.algorithm == key_type; });
  if (!key_type.empty() && !is_known) request.key_types.emplace_back(key_type);
}

void add_client_key_types(SSL* ssl, SelectionRequest& request) {
  const unsigned char* types = nullptr;
  const long count = std::max(SSL_get0_certificate_types(ssl, &types), 0L);
  const auto is_wanted = [&](std::string_view key_type) {
    const auto* kind = std::ranges::find(kKinds, key_type, &KeyKind::key_type);
    return kind != std::end(kKinds) &&
           std::find(types, types + count, kind->certificate_type) != types + count;
  };
  if (request.schemes) {
    for (const std::uint16_t scheme : *request.schemes) {
      const std::string_view key_type = key_type_of(scheme);
      if (request.is_tls13 || is_wanted(key_type)) add_key_type(request, key_type);
    }
  } else {
    for (const KeyKind& kind : kKinds) {
      if (is_wanted(kind.key_type)) add_key_type(request, kind.key_type);
    }
  }
}

void add_issuers(SSL* ssl, SelectionRequest& request) {
  const STACK_OF(X509_NAME)* names = SSL_get0_peer_CA_list(ssl);
  for (int i = 0; i < sk_X509_NAME_num(names); ++i) {
    if (const auto canonical = canonical_name(sk_X509_NAME_value(names, i))) {
      request.issuers.emplace(as_text(*canonical));
    }
  }
}

}  // namespace

SelectionRequest handshake_request(SSL* ssl, const HandshakeState& handshake,
                                   const std::vector<std::string>& server_key_types) {
  SelectionRequest request;
  request.role = SSL_is_server(ssl) != 0 ? Role::kServer : Role::kClient;
  request.is_tls13 = SSL_version(ssl) == TLS1_3_VERSION;
  request.now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  if (auto schemes = peer_schemes(ssl); !schemes.empty()) {
    request.certificate_signatures = signatures_of(handshake.certificate_schemes.value_or(schemes));
    request.schemes = std::move(schemes);
  }
  add_issuers(ssl, request);
  if (request.role == Role::kClient) {
    add_client_key_types(ssl, request);
    return request;
  }

  if (!request.is_tls13) request.groups = peer_groups(ssl);
  for (const std::string& key_type : server_key_types) {
    if (request.is_tls13 || suits_ciphers(ssl, key_type)) request.key_types.emplace_back(key_type);
  }
  if (const char* name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name)) {
    request.name = fold_host_name(name);
  } else {
    request.local_address = local_address(SSL_get_fd(ssl));
  }
  return request;
}

}  // namespace keyrack
