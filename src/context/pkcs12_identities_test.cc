// SPDX-License-Identifier: Apache-2.0
#include "context/pkcs12_identities.h"

#include <fstream>

#include "context/contexts_for_test.h"
#include "tests/support/pkcs12_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::Handshake;
using ::testing::HasSubstr;
using testing::make_certificate;
using testing::make_context;
using testing::Pkcs12Maker;
using testing::received_chain;
using testing::shake_hands;
using testing::TestCertificate;

constexpr const char* kPassword = "secret";

struct Server {
  TestCertificate root = make_certificate({.common_name = "PKCS#12 root", .is_ca = true});
  TestCertificate issuer =
      make_certificate({.common_name = "PKCS#12 issuer", .issuer = &root, .is_ca = true});
  TestCertificate leaf = make_certificate(
      {.common_name = "PKCS#12 leaf", .issuer = &issuer, .dns_names = {"localhost"}});

  std::vector<std::uint8_t> file() const {
    return Pkcs12Maker(kPassword)
        .add_key(leaf.key, {.friendly_name = "server", .local_key_id = "1"})
        .end_safe()
        .add_certificate(leaf.certificate.get(), {.local_key_id = "1"})
        .add_certificate(issuer.certificate.get())
        .add_certificate(root.certificate.get())
        .end_safe()
        .make();
  }
  SecureContextOptions options() const {
    return {.role = Role::kServer, .pkcs12 = Pkcs12Identity{file(), Password(kPassword)}};
  }
};

TEST(Pkcs12Option, PresentsTheKeyWithItsChain) {
  const Server server;
  SecureContextOptions calling{.trust = testing::trust_in(server.root)};
  const Handshake hands =
      shake_hands(native(make_context(calling)), native(make_context(server.options())));
  ASSERT_TRUE(hands.is_connected) << hands.client.error();
  EXPECT_EQ(received_chain(hands.client.ssl()).size(), 2u);  // no root
}

TEST(Pkcs12Option, TakesAPathToo) {
  const Server server;
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "server.p12";
  const auto bytes = server.file();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  EXPECT_TRUE(SecureContext::create(
      {.role = Role::kServer, .pkcs12 = Pkcs12Identity{path, Password(kPassword)}}));
}

TEST(Pkcs12Option, WidensNoTrustUnlessToldTo) {
  const Server server;
  SecureContextOptions options{.trust = testing::trust_in(context_pki().root),
                               .pkcs12 = Pkcs12Identity{server.file(), Password(kPassword)}};
  EXPECT_EQ(make_context(options).trust().size(), 1u);
  options.trust_pkcs12_extras = true;
  const SecureContext trusting = make_context(options);
  EXPECT_EQ(trusting.trust().size(), 3u);
  EXPECT_TRUE(shake_hands(native(trusting), native(make_context(server.options()))).is_connected);
}

TEST(Pkcs12Option, SaysWhatIsWrongWithTheFile) {
  const Server server;
  const auto refusal = [](const Pkcs12Identity& pkcs12) {
    return SecureContext::create({.role = Role::kServer, .pkcs12 = pkcs12}).error();
  };
  EXPECT_EQ(refusal({server.file(), Password("wrong")}).code, ErrorCode::kWrongPassword);
  EXPECT_THAT(refusal({server.file(), Password("wrong")}).message, HasSubstr("pkcs12: "));
  EXPECT_EQ(refusal({"/does/not/exist.p12", {}}).code, ErrorCode::kIo);
  const auto without_key =
      Pkcs12Maker(kPassword).add_certificate(server.root.certificate.get()).end_safe().make();
  EXPECT_EQ(refusal({without_key, Password(kPassword)}).code, ErrorCode::kNoPrivateKey);
  const auto without_certificate =
      Pkcs12Maker(kPassword).add_key(server.leaf.key, {.friendly_name = "k"}).end_safe().make();
  EXPECT_EQ(refusal({without_certificate, Password(kPassword)}).code, ErrorCode::kNoCertificates);
}

}  // namespace
}  // namespace keyrack
