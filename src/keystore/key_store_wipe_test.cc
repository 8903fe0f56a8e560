// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/key_store.h>
#include <keyrack/key_store_writer.h>
#include <keyrack/openssl.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <algorithm>
#include <utility>

#include "base/openssl_ptr.h"
#include "base/secret_bytes.h"
#include "bytes/byte_view.h"
#include "tests/support/pkcs12_maker.h"
#include "tests/support/secret_scan.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::MaskedBytes;
using testing::Pbe;
using testing::Pkcs12Maker;

using Bytes = std::vector<std::uint8_t>;

// Long enough that what a derivation leaves behind is not reused at once by something small.
constexpr std::size_t kPasswordSize = 120;
constexpr std::size_t kKeySize = 32;  // P-256's private value

// A password of random letters, the private value of a new key, and a file that
// holds the key under that password, one behind the other.
Bytes make_secret_file(const Pbe& pbe) {
  Bytes made(kPasswordSize + kKeySize);
  RAND_bytes(made.data(), kPasswordSize);
  for (std::size_t i = 0; i < kPasswordSize; ++i) {
    made[i] = static_cast<std::uint8_t>('a' + made[i] % 26);
  }
  const EvpPkeyPtr key(EVP_EC_gen("P-256"));
  BIGNUM* value = nullptr;
  EVP_PKEY_get_bn_param(key.get(), "priv", &value);
  const BignumPtr owned(value);
  BN_bn2binpad(value, made.data() + kPasswordSize, kKeySize);
  const Bytes file = Pkcs12Maker(std::string(made.begin(), made.begin() + kPasswordSize))
                         .add_key(key.get(), {.friendly_name = "k"}, pbe)
                         .end_safe(pbe)
                         .make();
  made.insert(made.end(), file.begin(), file.end());
  return made;
}

struct Secrets {
  MaskedBytes password;
  MaskedBytes bmp;  // the password as the PKCS#12 derivation takes it
  MaskedBytes value;
  Bytes file;

  explicit Secrets(const MaskedBytes& made)
      : password(made.part(0, kPasswordSize)), value(made.part(kPasswordSize, kKeySize)) {
    Bytes widened;
    for (const std::uint8_t letter : password.masked()) {
      widened.insert(widened.end(), {MaskedBytes::kMask, letter});
    }
    bmp = MaskedBytes(widened);
    const std::size_t offset = kPasswordSize + kKeySize;
    file.resize(made.size() - offset);
    made.part(offset, file.size()).unmask_to(file);
  }

  Password unmask_password() const {
    SecretBytes plain(kPasswordSize);
    password.unmask_to(plain.span());
    return Password(as_text(std::as_const(plain).span()));
  }
  std::size_t count() const {
    return testing::count_in_memory(password) + testing::count_in_memory(bmp) +
           testing::count_in_memory(value) + testing::count_in_memory(value.reversed());
  }
};

// What is left after the store was opened, its key decrypted, written anew, and
// all let go.
std::size_t count_left_behind(const Secrets& secrets) {
  {
    const Password password = secrets.unmask_password();
    const auto store = KeyStore::from_bytes(secrets.file, password);
    EXPECT_TRUE(store) << store.error().describe();
    const auto key = store->private_key("k");
    EXPECT_TRUE(key) << key.error().describe();
    EXPECT_GT(secrets.count(), 2u) << "the scan finds nothing";
    KeyStoreWriter writer;
    EXPECT_TRUE(writer.set_key("k", *key));
    for (const KeyStoreProfile profile :
         {KeyStoreProfile::kDefault, KeyStoreProfile::kModern, KeyStoreProfile::kJava8}) {
      EXPECT_TRUE(writer.to_bytes(password, {.profile = profile, .iterations = 10}));
    }
  }
  return secrets.count();
}

class WipedStore : public ::testing::TestWithParam<Pbe> {};

TEST_P(WipedStore, LeavesNoPasswordAndNoKeyInMemory) {
  if (!testing::can_scan_memory()) GTEST_SKIP() << "memory cannot be scanned under a sanitizer";
  auto make = [] { return testing::make_elsewhere([] { return make_secret_file(GetParam()); }); };
  // The dynamic linker leaves the vector registers on the stack when a function
  // is first called: that is done with other secrets.
  count_left_behind(Secrets(make()));
  EXPECT_EQ(count_left_behind(Secrets(make())), 0u);
}

// The private value of a new key, and a file that holds the key as it is. The file is large, so
// that what is left of it in memory is not soon overwritten.
Bytes make_plain_file() {
  const EvpPkeyPtr key(EVP_EC_gen("P-256"));
  BIGNUM* value = nullptr;
  EVP_PKEY_get_bn_param(key.get(), "priv", &value);
  const BignumPtr owned(value);
  Bytes made(kKeySize);
  BN_bn2binpad(value, made.data(), kKeySize);
  const Bytes file = Pkcs12Maker(std::nullopt)
                         .add_key(key.get(), {.friendly_name = "k"}, {.algorithm = -1})
                         .add_secret(std::string(100'000, 'x'), {.friendly_name = "s"})
                         .end_safe()
                         .make(nullptr);
  made.insert(made.end(), file.begin(), file.end());
  return made;
}

TEST(PlainStore, LeavesNothingOfAFileWhoseKeysAreNotEncrypted) {
  if (!testing::can_scan_memory()) GTEST_SKIP() << "memory cannot be scanned under a sanitizer";
  const MaskedBytes made = testing::make_elsewhere(make_plain_file);
  const MaskedBytes value = made.part(0, kKeySize);
  const testing::TemporaryFolder folder;
  const auto open_and_drop = [&](bool from_file) {
    SecretBytes file(made.size() - kKeySize);
    made.part(kKeySize, file.size()).unmask_to(file.span());
    const auto store = from_file ? KeyStore::open(folder.write("k.p12", as_text(file.span())))
                                 : KeyStore::from_bytes(file.span());
    ASSERT_TRUE(store) << store.error().describe();
    ASSERT_TRUE(store->private_key("k"));
    EXPECT_GE(testing::count_in_memory(value), 2u) << "the scan finds nothing";
  };
  open_and_drop(false);
  EXPECT_EQ(testing::count_in_memory(value), 0u);
  open_and_drop(true);
  EXPECT_EQ(testing::count_in_memory(value), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Encryptions, WipedStore,
    ::testing::Values(Pbe{.iterations = 10},
                      Pbe{.algorithm = NID_pbe_WithSHA1And3_Key_TripleDES_CBC, .iterations = 10},
                      Pbe{.algorithm = NID_pbe_WithSHA1And40BitRC2_CBC, .iterations = 10}));

}  // namespace
}  // namespace keyrack
