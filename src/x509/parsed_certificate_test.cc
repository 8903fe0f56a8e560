// SPDX-License-Identifier: Apache-2.0
#include "x509/parsed_certificate.h"

#include <gtest/gtest.h>
#include <keyrack/stats.h>
#include <unistd.h>

#include <latch>
#include <thread>
#include <vector>

#include "tests/support/certificate_maker.h"
#include "tests/support/unprivileged.h"
#include "x509/certificate_registry.h"

namespace keyrack {
namespace {

using testing::make_certificate;

using Bytes = std::vector<std::uint8_t>;
using Parsed = std::shared_ptr<const ParsedCertificate>;

Bytes certificate(const std::string& name) { return make_certificate({.common_name = name}).der(); }

const Bytes kAlias = {0x30, 0x03, 0x0c, 0x01, 'a'};  // X509_CERT_AUX { alias "a" }

struct Counted {
  std::uint64_t parsed = stats().certificates_parsed;
  std::uint64_t shared = stats().certificates_shared;

  std::uint64_t parsed_since() const { return stats().certificates_parsed - parsed; }
  std::uint64_t shared_since() const { return stats().certificates_shared - shared; }
};

TEST(ParseShared, MakesOneX509OfEqualBytesWhileItIsHeld) {
  const Bytes der = certificate("held"), copy = der;
  const Counted since;
  const Parsed first = parse_shared(der, {}, {}).value();
  const Parsed second = parse_shared(copy, {}, {}).value();
  EXPECT_EQ(first->get(), second->get());
  EXPECT_EQ(since.parsed_since(), 1u);
  EXPECT_EQ(since.shared_since(), 1u);
}

TEST(ParseShared, ForgetsWithTheLastHolder) {
  const Bytes der = certificate("dropped");
  const Counted since;
  ASSERT_TRUE(parse_shared(der, {}, {}).has_value());
  ASSERT_TRUE(parse_shared(der, {}, {}).has_value());
  EXPECT_EQ(since.parsed_since(), 2u);
  EXPECT_EQ(since.shared_since(), 0u);
}

TEST(ParseShared, TellsTrustSettingsAndLibraryContextsApart) {
  const Bytes der = certificate("apart");
  const LibCtxPtr other(OSSL_LIB_CTX_new());
  std::vector<Parsed> all;
  all.push_back(parse_shared(der, {}, {}).value());
  all.push_back(parse_shared(der, kAlias, {}).value());
  all.push_back(parse_shared(der, {}, {other.get(), ""}).value());
  all.push_back(parse_shared(der, {}, {nullptr, "provider=default"}).value());
  all.push_back(parse_shared(der, kAlias, {other.get(), ""}).value());
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(all[a]->get(), all[b]->get()) << a << " " << b;
  }
  int size = 0;
  EXPECT_EQ(X509_alias_get0(all[0]->get(), &size), nullptr);
  EXPECT_NE(X509_alias_get0(all[1]->get(), &size), nullptr);
  EXPECT_NE(X509_alias_get0(all[4]->get(), &size), nullptr);
  all.clear();
}

TEST(ParseShared, RefusesWhatLibcryptoRefuses) {
  const Bytes der = certificate("refused");
  Bytes longer = der, settings = {0x30, 0x03, 0x02, 0x01};
  longer.push_back(0);
  for (const auto& refused : {parse_shared(Bytes{0x30, 0x00}, {}, {}), parse_shared(longer, {}, {}),
                              parse_shared(der, settings, {}), parse_shared(Bytes{}, {}, {})}) {
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::kBadDer);
  }
}

TEST(ParseShared, RefusesTheSameInALibraryContextOfItsOwn) {
  const LibCtxPtr other(OSSL_LIB_CTX_new());
  const LibraryContext context{other.get(), ""};
  const Bytes der = certificate("refused elsewhere");
  EXPECT_FALSE(parse_shared(Bytes{0x30, 0x00}, {}, context).has_value());
  EXPECT_FALSE(parse_shared(Bytes{0x30, 0x00}, kAlias, context).has_value());
  EXPECT_FALSE(parse_shared(der, Bytes{0x30, 0x03, 0x02, 0x01}, context).has_value());
}

TEST(ParseShared, TakesExtensionsThatContradictThemselvesAsD2iDoes) {
  const Bytes der = make_certificate({.common_name = "twice",
                                      .extensions = {{"keyUsage", "digitalSignature"},
                                                     {"keyUsage", "keyCertSign"}}})
                        .der();
  const LibCtxPtr other(OSSL_LIB_CTX_new());
  EXPECT_TRUE(parse_shared(der, {}, {}).has_value());
  EXPECT_TRUE(parse_shared(der, {}, {other.get(), ""}).has_value());
}

TEST(ParseShared, HasComputedTheExtensions) {
  testing::CertificateRequest request{.common_name = "authority", .is_ca = true};
  const Parsed parsed = parse_shared(make_certificate(request).der(), {}, {}).value();
  EXPECT_NE(X509_get_extension_flags(parsed->get()) & EXFLAG_CA, 0u);
}

TEST(ParseShared, ParsesOnceForAllThreadsThatAskAtTheSameTime) {
  constexpr std::size_t kThreads = 8, kRounds = 40;
  for (std::size_t round = 0; round < kRounds; ++round) {
    const Bytes der = certificate("threads " + std::to_string(round % 4));
    const Counted since;
    std::vector<Parsed> got(kThreads);
    {
      std::latch start(kThreads);
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          start.arrive_and_wait();
          got[i] = parse_shared(der, {}, {}).value();
        });
      }
    }
    for (const Parsed& parsed : got) EXPECT_EQ(parsed->get(), got[0]->get());
    EXPECT_EQ(since.parsed_since(), 1u);
    EXPECT_EQ(since.shared_since(), kThreads - 1);
  }
}

TEST(ParseShared, IsNotWaitedForInTheChildOfAForkWhenTheParentWasAtIt) {
  const Bytes der = certificate("forked");
  const LibraryContext context;
  const auto begun = CertificateRegistry::instance().find_or_add({der, {}, context});
  ASSERT_TRUE(begun.is_new);
  testing::in_child([&der] {
    constexpr unsigned kSecondsToLive = 30;
    ::alarm(kSecondsToLive);
    EXPECT_TRUE(parse_shared(der, {}, {}).has_value());
  });
  begun.certificate->make();
  EXPECT_EQ(parse_shared(der, {}, {}).value()->get(), begun.certificate->get());
}

TEST(ParseShared, LivesThroughThreadsThatTakeAndDropAtTheSameTime) {
  std::vector<Bytes> ders;
  for (int i = 0; i < 3; ++i) ders.push_back(certificate("contended " + std::to_string(i)));
  std::vector<std::jthread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&ders, thread] {
      for (unsigned i = 0; i < 100; ++i) {
        const auto parsed = parse_shared(ders[(i + thread) % ders.size()], {}, {});
        ASSERT_TRUE(parsed.has_value());
        ASSERT_NE(X509_get_subject_name((*parsed)->get()), nullptr);
      }
    });
  }
}

TEST(ParseShared, GivesTheSameErrorToAllThreadsThatWaited) {
  const Bytes broken = {0x30, 0x03, 0x02, 0x01, 0x05};
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&broken] {
      const auto refused = parse_shared(broken, {}, {});
      ASSERT_FALSE(refused.has_value());
      EXPECT_FALSE(refused.error().openssl_reason.empty());
    });
  }
}

}  // namespace
}  // namespace keyrack
