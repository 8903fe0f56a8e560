// SPDX-License-Identifier: Apache-2.0
#include "context/cipher_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SslCtxPtr new_context() { return SslCtxPtr(SSL_CTX_new(TLS_method())); }

Result<void> apply(std::string_view ciphers, std::string_view suites = {}) {
  const SslCtxPtr context = new_context();
  return apply_ciphers(context.get(), ciphers, suites, {});
}

// What Node.js 20 has as its default.
constexpr const char* kNodeDefault =
    "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:"
    "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:"
    "ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:"
    "DHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:"
    "ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:"
    "!PSK:!SRP:!CAMELLIA";

TEST(CipherList, IsSplitIntoTls13SuitesAndTheRest) {
  const CipherLists lists =
      split_ciphers("TLS_AES_128_GCM_SHA256:ECDHE+AESGCM, !aNULL;TLS_CHACHA20_POLY1305_SHA256");
  EXPECT_THAT(lists.suites, ElementsAre("TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256"));
  EXPECT_THAT(lists.elements, ElementsAre("ECDHE+AESGCM", "!aNULL"));
  EXPECT_THAT(split_ciphers("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256").suites, IsEmpty());
}

TEST(CipherList, TakesWhatIsInUse) {
  for (const char* list :
       {"DEFAULT", "HIGH:!aNULL:!MD5", "ECDHE+AESGCM:ECDHE+CHACHA20", "DEFAULT@SECLEVEL=1",
        "DEFAULT:@STRENGTH", "ALL:!EXPORT:!LOW:!SSLv2:!RC4:+HIGH:!3DES:!IDEA",
        "ECDHE-ECDSA-AES128-GCM-SHA256:-AES256"}) {
    const auto applied = apply(list);
    EXPECT_TRUE(applied) << list << ": " << applied.error().describe();
  }
}

TEST(CipherList, ATypoAnywhereIsNamed) {
  for (const auto& [list, typo] :
       {std::pair{"ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES999-GCM-SHA256",
                  "ECDHE-RSA-AES999-GCM-SHA256"},
        std::pair{"HIGH:!aNUL", "!aNUL"}, std::pair{"HIGH:!MD5:-aDS", "-aDS"},
        std::pair{"ECDHE+AESGCN:HIGH", "ECDHE+AESGCN"},
        std::pair{"HIGH:@SECLEVEL=9", "@SECLEVEL=9"}, std::pair{"HIGH:RC4", "RC4"},
        std::pair{"TLS_AES_128_GCM_SHA255:HIGH", "TLS_AES_128_GCM_SHA255"}}) {
    const auto applied = apply(list);
    ASSERT_FALSE(applied) << list;
    EXPECT_EQ(applied.error().code, ErrorCode::kBadOption);
    EXPECT_THAT(applied.error().message, HasSubstr("ciphers = " + std::string(typo) + ":"));
  }
}

TEST(CipherList, NodesCombinedListSetsBothKinds) {
  const SslCtxPtr context = new_context();
  const auto applied = apply_ciphers(context.get(), kNodeDefault, "", {});
  ASSERT_TRUE(applied) << applied.error().describe();
  const STACK_OF(SSL_CIPHER)* ciphers = SSL_CTX_get_ciphers(context.get());
  EXPECT_STREQ(SSL_CIPHER_get_name(sk_SSL_CIPHER_value(ciphers, 0)), "TLS_AES_256_GCM_SHA384");
  EXPECT_STREQ(SSL_CIPHER_get_name(sk_SSL_CIPHER_value(ciphers, 3)), "ECDHE-RSA-AES128-GCM-SHA256");
  EXPECT_EQ(SSL_CTX_get_min_proto_version(context.get()), 0);
}

TEST(CipherList, OnlyTls13SuitesRaiseTheMinimumVersion) {
  const SslCtxPtr context = new_context();
  ASSERT_TRUE(apply_ciphers(context.get(), "TLS_AES_128_GCM_SHA256", "", {}));
  EXPECT_EQ(SSL_CTX_get_min_proto_version(context.get()), TLS1_3_VERSION);
  EXPECT_STREQ(SSL_CIPHER_get_name(sk_SSL_CIPHER_value(SSL_CTX_get_ciphers(context.get()), 0)),
               "TLS_AES_128_GCM_SHA256");
}

TEST(CipherList, SuitesOfTheirOwnAreCheckedOneByOne) {
  EXPECT_TRUE(apply("", "TLS_AES_128_GCM_SHA256:TLS_AES_128_CCM_SHA256"));
  EXPECT_THAT(apply("", "TLS_AES_128_GCM_SHA256:TLS_AES_129_GCM_SHA256").error().message,
              HasSubstr("ciphersuites = TLS_AES_129_GCM_SHA256:"));
  EXPECT_THAT(apply("", "ECDHE-RSA-AES128-GCM-SHA256").error().message,
              HasSubstr("not a TLS 1.3 suite"));
  EXPECT_FALSE(apply("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384")) << "two lists of suites";
  EXPECT_FALSE(apply(" : ")) << "an empty list";
}

TEST(CipherList, AZeroByteHidesNothing) {
  using namespace std::string_view_literals;
  EXPECT_THAT(apply("ALL\0nonsense"sv).error().message, HasSubstr("ciphers: has a zero byte"));
  EXPECT_THAT(keyrack::apply("", "TLS_AES_128_GCM_SHA256\0:x"sv).error().message,
              HasSubstr("ciphersuites: has a zero byte"));
}

TEST(CipherList, ACipherThatTheSecurityLevelLeavesOutIsRefused) {
  EXPECT_THAT(apply("AES128-SHA:NULL-SHA256").error().message,
              HasSubstr("ciphers = NULL-SHA256: OpenSSL never uses it at security level"));
  EXPECT_TRUE(apply("AES128-SHA:NULL-SHA256:@SECLEVEL=0"));
  EXPECT_THAT(apply("ECDHE-RSA-AES128-GCM-SHA256:AES128-SHA:@SECLEVEL=3").error().message,
              HasSubstr("ciphers = AES128-SHA: OpenSSL never uses it at security level 3"));
  EXPECT_TRUE(apply("ECDHE-RSA-AES128-GCM-SHA256:HIGH:@SECLEVEL=3")) << "groups may shrink";
}

}  // namespace
}  // namespace keyrack
