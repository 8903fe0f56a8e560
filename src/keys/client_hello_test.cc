// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "keys/attach_keys.h"
#include "keys/client_hello_for_test.h"
#include "keys/key_stores_for_test.h"

namespace keyrack {
namespace {

using namespace testing;

// Two EC keys, the second one certified by an RSA key.
std::string presented_with(const AttachRules& rules, const std::vector<std::uint8_t>& hello) {
  const auto root =
      make_certificate({.common_name = "RSA root", .key_type = KeyType::kRsa2048, .is_ca = true});
  const KeyStore store = make_store({{"by-ec"}, {"by-rsa", {.issuer = &root}}});
  const SslCtxPtr context = make_server_context();
  EXPECT_TRUE(
      attach_keys(context.get(), KeyManager::create({KeySource::store(store)}).value(), rules));
  return presented_to(hello, context.get());
}

const AttachRules kOwn{.may_take_client_hello = true};

TEST(ClientHelloTest, SignatureAlgorithmsCertDecidesAboutCertificatesAlone) {
  EXPECT_EQ(presented_with(kOwn, with_certificate_algorithms(kRsaPkcs1Sha256)), "by-rsa");
  EXPECT_EQ(presented_with(kOwn, with_certificate_algorithms(kEcdsaSha256)), "by-ec");
}

TEST(ClientHelloTest, WithoutItSignatureAlgorithmsHoldForCertificatesToo) {
  EXPECT_EQ(presented_with(kOwn, client_hello({})), "by-ec");
  EXPECT_EQ(presented_with({}, with_certificate_algorithms(kRsaPkcs1Sha256)), "by-ec")
      << "in a context of the program's own the client-hello callback is the program's";
}

}  // namespace
}  // namespace keyrack
