// SPDX-License-Identifier: Apache-2.0
#include "bench/handshake_input.h"

#include <keyrack/identity.h>
#include <keyrack/key_store_writer.h>
#include <keyrack/openssl.h>

#include "bench/failure.h"
#include "bench/material.h"

namespace keyrack::bench {
namespace {

EvpPkeyPtr new_key(ServerKey key) {
  return EvpPkeyPtr(key == ServerKey::kP256 ? EVP_EC_gen("P-256") : EVP_RSA_gen(2048));
}

// All entries share one key: it is not the making of keys that is measured.
KeyStoreWriter make_entries(ServerKey key, std::size_t entries) {
  const KeyAndCertificate root =
      make_certificate(new_key(ServerKey::kP256), {.common_name = "Root", .is_ca = true});
  const KeyAndCertificate authority = make_certificate(
      new_key(ServerKey::kP256), {.common_name = "Authority", .issuer = &root, .is_ca = true});
  const EvpPkeyPtr shared = new_key(key);
  KeyStoreWriter writer;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::string name = HandshakeInput::name(i);
    const KeyAndCertificate leaf = make_certificate(
        share(shared.get()), {.common_name = name, .issuer = &authority, .dns_name = name});
    must(writer.set_key(
        name, must(Identity::from_pem(leaf.certificate_pem() + authority.certificate_pem(),
                                      leaf.key_pem()))));
  }
  return writer;
}

}  // namespace

HandshakeInput::HandshakeInput(ServerKey key, std::size_t entries) : entries_(entries) {
  const KeyStoreWriter writer = make_entries(key, entries);
  const auto bytes = must(writer.to_bytes(Password(kHandshakePassword)));
  file_ = folder_.write("keys.p12", std::string(bytes.begin(), bytes.end()));
}

std::string HandshakeInput::name(std::size_t entry) {
  return "host" + std::to_string(entry) + ".example.com";
}

KeyManager make_handshake_manager(const std::string& variant, const KeySource& source) {
  KeyManagerOptions options;
  if (variant == "SunX509") options.kind = KeyManagerKind::kSunX509;
  if (variant == "PKIX-uncached") options.cache = CachePolicy::kPerHandshake;
  return must(KeyManager::create({source}, options));
}

SslCtxPtr make_handshake_server(const std::string& variant, const HandshakeInput& input,
                                int max_version) {
  SslCtxPtr context(SSL_CTX_new(TLS_server_method()));
  must(context && SSL_CTX_set_max_proto_version(context.get(), max_version) == 1, "SSL_CTX_new");
  if (variant != "raw") {
    must(attach(context.get(), make_handshake_manager(variant, input.source())));
    return context;
  }
  KeyRequest request{.key_types = {"EC", "RSA"}};
  const Credential credential =
      must(make_handshake_manager("PKIX", input.source()).choose(request));
  const X509Ptr leaf(must(to_x509(credential.chain()[0])));
  X509StackPtr issuers(sk_X509_new_null());
  must(issuers && sk_X509_push(issuers.get(), must(to_x509(credential.chain()[1]))) == 1,
       "sk_X509_push");
  must(SSL_CTX_use_cert_and_key(context.get(), leaf.get(), native_key(credential), issuers.get(),
                                1) == 1,
       "SSL_CTX_use_cert_and_key");
  return context;
}

}  // namespace keyrack::bench
