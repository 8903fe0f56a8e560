// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/key_manager.h>
#include <keyrack/openssl.h>
#include <openssl/rand.h>

#include <variant>

#include "base/secret_bytes.h"
#include "keys/key_stores_for_test.h"
#include "keystore/private_key_numbers.h"
#include "tests/support/memory_handshake.h"
#include "tests/support/secret_scan.h"

namespace keyrack {
namespace {

using testing::KeyType;
using testing::MaskedBytes;

constexpr std::size_t kPasswordSize = 32;

// A key store made in another process, and what must not be left of it in this one.
struct SecretStore {
  std::vector<std::uint8_t> file;
  MaskedBytes password;
  std::vector<MaskedBytes> secrets;  // the password, and 24 bytes of each secret number
};

std::string random_password() {
  std::string password(kPasswordSize, '\0');
  RAND_bytes(reinterpret_cast<unsigned char*>(password.data()), kPasswordSize);
  for (char& c : password) c = static_cast<char>('a' + (static_cast<unsigned char>(c) % 26));
  return password;
}

void append(std::vector<std::uint8_t>& to, ByteView bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

// Size of the key's DER in two bytes, the DER, the password, the file.
std::vector<std::uint8_t> make_packed(KeyType type) {
  const testing::TestCertificate made =
      testing::make_certificate({.common_name = "secret", .key_type = type});
  const std::string password = random_password();
  const Pkcs8Ptr info(EVP_PKEY2PKCS8(made.key));
  std::vector<std::uint8_t> der(
      static_cast<std::size_t>(i2d_PKCS8_PRIV_KEY_INFO(info.get(), nullptr)));
  unsigned char* out = der.data();
  i2d_PKCS8_PRIV_KEY_INFO(info.get(), &out);

  std::vector<std::uint8_t> packed{static_cast<std::uint8_t>(der.size() >> 8),
                                   static_cast<std::uint8_t>(der.size() & 0xff)};
  append(packed, der);
  append(packed, as_bytes(password));
  append(packed, testing::make_pkcs12({{.alias = "secret", .certificate = &made}}, password));
  return packed;
}

std::vector<ByteView> secret_numbers(ByteView der) {
  const auto numbers = read_private_key(PrivateKeyForm::kPkcs8, der);
  if (const auto* rsa = std::get_if<RsaNumbers>(&*numbers)) return {rsa->d, rsa->p, rsa->q};
  return {std::get<EcNumbers>(*numbers).private_value};
}

SecretStore make_secret_store(KeyType type) {
  const MaskedBytes packed = testing::make_elsewhere([type] { return make_packed(type); });
  std::vector<std::uint8_t> head(2);
  packed.part(0, 2).unmask_to(head);
  const std::size_t der_size = static_cast<std::size_t>(head[0]) << 8 | head[1];
  const std::size_t file_at = 2 + der_size + kPasswordSize;

  SecretStore store;
  store.password = packed.part(2 + der_size, kPasswordSize);
  store.secrets = {store.password};
  SecretBytes der(der_size);
  packed.part(2, der_size).unmask_to(der.span());
  for (const ByteView number : secret_numbers(der.span())) {
    const auto end = static_cast<std::size_t>(number.data() + number.size() - der.data());
    store.secrets.push_back(packed.part(2 + end - 24, 24));
  }
  store.file.resize(packed.size() - file_at);
  packed.part(file_at, store.file.size()).unmask_to(store.file);
  return store;
}

// Serves a handshake with the key and lets everything go.
void serve_once(const SecretStore& store) {
  SecretBytes password(kPasswordSize);
  store.password.unmask_to(password.span());
  KeyStore opened = KeyStore::from_bytes(store.file, Password(as_text(password.span()))).value();
  const KeyManager manager = KeyManager::create({KeySource::store(std::move(opened))}).value();
  const SslCtxPtr server = testing::make_server_context();
  ASSERT_TRUE(attach(server.get(), manager));
  const SslCtxPtr client = testing::make_client_context();
  testing::MemoryHandshake handshake(client.get(), server.get());
  ASSERT_TRUE(handshake.run());
  ASSERT_GT(testing::count_in_memory(store.secrets.back()), 0u) << "the scan finds nothing";
}

class WipingTest : public ::testing::TestWithParam<KeyType> {};
INSTANTIATE_TEST_SUITE_P(Types, WipingTest, ::testing::Values(KeyType::kRsa2048, KeyType::kP256),
                         [](const auto& parameter) {
                           return parameter.param == KeyType::kP256 ? "P256" : "Rsa2048";
                         });

TEST_P(WipingTest, NothingOfPasswordAndKeyIsLeftWhenTheLastHandleIsGone) {
  if (!testing::can_scan_memory()) GTEST_SKIP() << "a sanitizer's memory has no end";
  const SecretStore store = make_secret_store(GetParam());
  serve_once(store);
  for (const MaskedBytes& secret : store.secrets) {
    EXPECT_EQ(testing::count_in_memory(secret), 0u);
    EXPECT_EQ(testing::count_in_memory(secret.reversed()), 0u);
  }
}

}  // namespace
}  // namespace keyrack
