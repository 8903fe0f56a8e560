// SPDX-License-Identifier: Apache-2.0
#include "keystore/private_key.h"

#include <gtest/gtest.h>
#include <keyrack/stats.h>
#include <openssl/core_names.h>
#include <openssl/encoder.h>
#include <openssl/rsa.h>

#include <string>
#include <vector>

#include "bytes/der.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/secret_scan.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encode(EVP_PKEY* key, const char* structure) {
  using EncoderPtr = OpenSslPtr<OSSL_ENCODER_CTX, OSSL_ENCODER_CTX_free>;
  const EncoderPtr encoder(
      OSSL_ENCODER_CTX_new_for_pkey(key, EVP_PKEY_KEYPAIR, "DER", structure, nullptr));
  unsigned char* out = nullptr;
  std::size_t size = 0;
  if (OSSL_ENCODER_to_data(encoder.get(), &out, &size) != 1) return {};
  Bytes der(out, out + size);
  OPENSSL_free(out);
  return der;
}

Bytes pkcs8(EVP_PKEY* key) { return encode(key, "PrivateKeyInfo"); }
Bytes type_specific(EVP_PKEY* key) { return encode(key, "type-specific"); }

struct Loads {
  std::uint64_t loaded, decoded, shared;
  friend bool operator==(const Loads&, const Loads&) = default;
};
Loads since(const Stats& before) {
  const Stats now = stats();
  return {now.private_keys_loaded - before.private_keys_loaded,
          now.private_keys_decoded - before.private_keys_decoded,
          now.private_keys_shared - before.private_keys_shared};
}
void PrintTo(const Loads& loads, std::ostream* out) {
  *out << "loaded " << loads.loaded << ", decoded " << loads.decoded << ", shared " << loads.shared;
}
constexpr Loads kLoaded{1, 0, 0};
constexpr Loads kDecoded{0, 1, 0};
constexpr Loads kShared{0, 0, 1};

struct Sample {
  const char* name;
  EvpPkeyPtr (*make)();
};
void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.name; }
std::string name_of(const ::testing::TestParamInfo<Sample>& sample) { return sample.param.name; }

EvpPkeyPtr generate(const char* type) {
  return EvpPkeyPtr(EVP_PKEY_Q_keygen(nullptr, nullptr, type));
}
EvpPkeyPtr generate_rsa() { return EvpPkeyPtr(EVP_RSA_gen(2048)); }
template <int kBits>
EvpPkeyPtr generate_ec() {
  return EvpPkeyPtr(EVP_EC_gen(("P-" + std::to_string(kBits)).c_str()));
}

class UsualKey : public ::testing::TestWithParam<Sample> {};

TEST_P(UsualKey, IsMadeFromItsNumbers) {
  const EvpPkeyPtr key = GetParam().make();
  const Stats before = stats();
  const auto loaded = load_private_key(PrivateKeyForm::kPkcs8, pkcs8(key.get()));
  ASSERT_TRUE(loaded) << loaded.error().describe();
  EXPECT_EQ(since(before), kLoaded);
  EXPECT_EQ(EVP_PKEY_eq(loaded->get()->get(), key.get()), 1);
  EXPECT_EQ(pkcs8(loaded->get()->get()), pkcs8(key.get()));
}

TEST_P(UsualKey, CutAnywhereIsRefused) {
  const Bytes der = pkcs8(GetParam().make().get());
  for (std::size_t size = 0; size < der.size(); ++size) {
    const auto loaded = load_private_key(PrivateKeyForm::kPkcs8, ByteView(der).first(size));
    ASSERT_FALSE(loaded) << size;
    ASSERT_EQ(loaded.error().code, ErrorCode::kBadDer);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, UsualKey,
                         ::testing::Values(Sample{"RSA", generate_rsa},
                                           Sample{"P256", generate_ec<256>},
                                           Sample{"P384", generate_ec<384>},
                                           Sample{"P521", generate_ec<521>},
                                           Sample{"Ed25519", [] { return generate("ED25519"); }},
                                           Sample{"Ed448", [] { return generate("ED448"); }},
                                           Sample{"X25519", [] { return generate("X25519"); }}),
                         name_of);

TEST(PrivateKey, TraditionalFormsAreMadeFromTheirNumbers) {
  EVP_PKEY* rsa = testing::test_key("traditional", testing::KeyType::kRsa2048);
  EVP_PKEY* ec = testing::test_key("traditional", testing::KeyType::kP384);
  const Stats before = stats();
  const auto pkcs1 = load_private_key(PrivateKeyForm::kPkcs1, type_specific(rsa));
  const auto sec1 = load_private_key(PrivateKeyForm::kSec1, type_specific(ec));
  ASSERT_TRUE(pkcs1 && sec1);
  EXPECT_EQ(since(before), (Loads{2, 0, 0}));
  EXPECT_EQ(EVP_PKEY_eq(pkcs1->get()->get(), rsa), 1);
  EXPECT_EQ(EVP_PKEY_eq(sec1->get()->get(), ec), 1);
}

// What it signs is what its certificate verifies.
TEST(PrivateKey, SignsForThePublicKeyOfTheOriginal) {
  for (const auto type : {testing::KeyType::kRsa2048, testing::KeyType::kP256}) {
    EVP_PKEY* original = testing::test_key("signs", type);
    const auto loaded = load_private_key(PrivateKeyForm::kPkcs8, pkcs8(original));
    ASSERT_TRUE(loaded);
    using DigestPtr = OpenSslPtr<EVP_MD_CTX, EVP_MD_CTX_free>;
    const DigestPtr sign(EVP_MD_CTX_new());
    const DigestPtr verify(EVP_MD_CTX_new());
    const Bytes message(100, 'm');
    Bytes signature(512);
    std::size_t size = signature.size();
    ASSERT_EQ(EVP_DigestSignInit(sign.get(), nullptr, EVP_sha256(), nullptr, loaded->get()->get()),
              1);
    ASSERT_EQ(EVP_DigestSign(sign.get(), signature.data(), &size, message.data(), message.size()),
              1);
    ASSERT_EQ(EVP_DigestVerifyInit(verify.get(), nullptr, EVP_sha256(), nullptr, original), 1);
    EXPECT_EQ(
        EVP_DigestVerify(verify.get(), signature.data(), size, message.data(), message.size()), 1);
  }
}

EvpPkeyPtr without_public_part(EVP_PKEY* key) {
  const EvpPkeyPtr copy(EVP_PKEY_dup(key));
  EVP_PKEY_set_int_param(copy.get(), OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, 0);
  return share(copy.get());
}

// As the JDK writes EC keys.
TEST(PrivateKey, AnEcKeyWithoutItsPublicPartGetsTheDerivedOne) {
  for (const auto type : {testing::KeyType::kP256, testing::KeyType::kP384}) {
    EVP_PKEY* original = testing::test_key("no public part", type);
    const Bytes der = pkcs8(without_public_part(original).get());
    ASSERT_LT(der.size(), pkcs8(original).size());
    const Stats before = stats();
    const auto loaded = load_private_key(PrivateKeyForm::kPkcs8, der);
    ASSERT_TRUE(loaded) << loaded.error().describe();
    EXPECT_EQ(since(before), kLoaded);
    EXPECT_EQ(EVP_PKEY_eq(loaded->get()->get(), original), 1);
  }
}

TEST(PrivateKey, AP256KeyWithAnothersPublicPartIsRefused) {
  Bytes mine = type_specific(testing::test_key("mine"));
  const Bytes others = type_specific(testing::test_key("another's"));
  ASSERT_EQ(mine.size(), others.size());
  // The public point is the end of an ECPrivateKey.
  std::copy(others.end() - 64, others.end(), mine.end() - 64);
  const auto loaded = load_private_key(PrivateKeyForm::kSec1, mine);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kBadDer);
}

TEST(PrivateKey, APublicPointOffItsCurveIsRefused) {
  Bytes der = type_specific(testing::test_key("off the curve", testing::KeyType::kP384));
  der.back() ^= 1;
  EXPECT_FALSE(load_private_key(PrivateKeyForm::kSec1, der));
}

EvpPkeyPtr generate_with(const char* type, OSSL_PARAM* params) {
  const EvpPkeyCtxPtr context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* key = nullptr;
  if (EVP_PKEY_keygen_init(context.get()) != 1 ||
      EVP_PKEY_CTX_set_params(context.get(), params) != 1) {
    return nullptr;
  }
  EVP_PKEY_generate(context.get(), &key);
  return EvpPkeyPtr(key);
}

EvpPkeyPtr three_primes() {
  std::size_t bits = 2048;
  std::size_t primes = 3;
  std::array params{OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_BITS, &bits),
                    OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_PRIMES, &primes),
                    OSSL_PARAM_construct_end()};
  return generate_with("RSA", params.data());
}

EvpPkeyPtr explicit_curve() {
  std::string group = "P-256";
  std::string encoding = "explicit";
  std::array params{
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group.data(), 0),
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_EC_ENCODING, encoding.data(), 0),
      OSSL_PARAM_construct_end()};
  return generate_with("EC", params.data());
}

EvpPkeyPtr compressed_point() {
  EvpPkeyPtr key(EVP_PKEY_dup(testing::test_key("compressed")));
  EVP_PKEY_set_utf8_string_param(key.get(), OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                 "compressed");
  return key;
}

EvpPkeyPtr rsa_pss() {
  std::size_t bits = 2048;
  std::string digest = "SHA256";
  std::array params{OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_BITS, &bits),
                    OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_RSA_DIGEST, digest.data(), 0),
                    OSSL_PARAM_construct_end()};
  return generate_with("RSA-PSS", params.data());
}

EvpPkeyPtr other_curve() { return EvpPkeyPtr(EVP_EC_gen("secp256k1")); }
EvpPkeyPtr sm2() { return generate("SM2"); }

class UnusualKey : public ::testing::TestWithParam<Sample> {};

TEST_P(UnusualKey, TakesTheDecoder) {
  const EvpPkeyPtr key = GetParam().make();
  ASSERT_TRUE(key);
  const Stats before = stats();
  const auto loaded = load_private_key(PrivateKeyForm::kPkcs8, pkcs8(key.get()));
  ASSERT_TRUE(loaded) << loaded.error().describe();
  EXPECT_EQ(since(before), kDecoded);
  EXPECT_EQ(EVP_PKEY_eq(loaded->get()->get(), key.get()), 1);
}

INSTANTIATE_TEST_SUITE_P(Types, UnusualKey,
                         ::testing::Values(Sample{"ThreePrimes", three_primes},
                                           Sample{"ExplicitCurve", explicit_curve},
                                           Sample{"CompressedPoint", compressed_point},
                                           Sample{"RsaPss", rsa_pss},
                                           Sample{"Secp256k1", other_curve}, Sample{"Sm2", sm2}),
                         name_of);

TEST(PrivateKey, EqualBytesAreOneKeyWhileSomebodyHoldsIt) {
  const Bytes der = pkcs8(testing::test_key("shared"));
  auto first = load_private_key(PrivateKeyForm::kPkcs8, der);
  Stats before = stats();
  EXPECT_EQ(*load_private_key(PrivateKeyForm::kPkcs8, der), *first);
  EXPECT_EQ(since(before), kShared);
  first = std::shared_ptr<const PrivateKey>();
  before = stats();
  EXPECT_TRUE(load_private_key(PrivateKeyForm::kPkcs8, der));
  EXPECT_EQ(since(before), kLoaded);
}

struct Secrets {
  testing::MaskedBytes der;
  std::vector<testing::MaskedBytes> numbers;  // 32 bytes out of each secret number
};

// Where `number` stands in `der`, from its end: the bytes before it may be a leading zero.
std::size_t end_offset(ByteView der, ByteView number) {
  return static_cast<std::size_t>(number.data() + number.size() - der.data());
}

Secrets make_secrets(EvpPkeyPtr (*make)()) {
  Secrets secrets;
  secrets.der = testing::make_elsewhere([make] { return pkcs8(make().get()); });
  SecretBytes der(secrets.der.size());
  secrets.der.unmask_to(der.span());
  const auto numbers = read_private_key(PrivateKeyForm::kPkcs8, der.span());
  std::vector<ByteView> views;
  if (const auto* rsa = std::get_if<RsaNumbers>(&*numbers)) {
    views = {rsa->d, rsa->p, rsa->q, rsa->dp, rsa->qi};
  } else {
    views = {std::get<EcNumbers>(*numbers).private_value};
  }
  for (const ByteView view : views) {
    secrets.numbers.push_back(secrets.der.part(end_offset(der.span(), view) - 24, 24));
  }
  return secrets;
}

// How many of the numbers are still in memory after the key has been loaded and let go.
std::size_t count_left_behind(const Secrets& secrets) {
  {
    SecretBytes der(secrets.der.size());
    secrets.der.unmask_to(der.span());
    const auto loaded = load_private_key(PrivateKeyForm::kPkcs8, der.span());
    EXPECT_TRUE(loaded);
    EXPECT_GT(testing::count_in_memory(secrets.numbers.front()), 0u) << "the scan finds nothing";
  }
  std::size_t left = 0;
  for (const testing::MaskedBytes& number : secrets.numbers) {
    left += testing::count_in_memory(number) + testing::count_in_memory(number.reversed());
  }
  return left;
}

class WipedKey : public ::testing::TestWithParam<Sample> {};

TEST_P(WipedKey, LeavesNothingInMemoryAfterItsLastHandle) {
  if (!testing::can_scan_memory()) GTEST_SKIP() << "memory cannot be scanned under a sanitizer";
  // The dynamic linker leaves the vector registers on the stack when a function is first called:
  // that is done with another key.
  count_left_behind(make_secrets(GetParam().make));
  EXPECT_EQ(count_left_behind(make_secrets(GetParam().make)), 0u);
}

INSTANTIATE_TEST_SUITE_P(Types, WipedKey,
                         ::testing::Values(Sample{"RSA", generate_rsa},
                                           Sample{"P256", generate_ec<256>},
                                           Sample{"P384", generate_ec<384>}),
                         name_of);

}  // namespace
}  // namespace keyrack
