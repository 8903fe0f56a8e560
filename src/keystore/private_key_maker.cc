// SPDX-License-Identifier: Apache-2.0
#include "keystore/private_key_maker.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/query.h"
#include "base/secret_bytes.h"

namespace keyrack {
namespace {

// OSSL_PARAMs hold integers in the machine's own byte order.
void write_native(ByteView big_endian, std::span<std::uint8_t> out) {
  if constexpr (std::endian::native == std::endian::little) {
    std::ranges::reverse_copy(big_endian, out.begin());
  } else {
    std::ranges::copy(big_endian, out.begin());
  }
}

EvpPkeyPtr key_from_params(const char* type, OSSL_PARAM* params,
                           const LibraryContext& library_context) {
  const EvpPkeyCtxPtr context(
      EVP_PKEY_CTX_new_from_name(library_context.context, type, query_of(library_context)));
  if (!context || EVP_PKEY_fromdata_init(context.get()) != 1) return nullptr;
  EVP_PKEY* key = nullptr;
  const bool made = EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_KEYPAIR, params) == 1;
  EvpPkeyPtr owned(key);
  return made ? std::move(owned) : nullptr;
}

EvpPkeyPtr make(const RsaNumbers& key, const LibraryContext& library_context) {
  const std::array<std::pair<const char*, ByteView>, 8> numbers{{
      {OSSL_PKEY_PARAM_RSA_N, key.n},
      {OSSL_PKEY_PARAM_RSA_E, key.e},
      {OSSL_PKEY_PARAM_RSA_D, key.d},
      {OSSL_PKEY_PARAM_RSA_FACTOR1, key.p},
      {OSSL_PKEY_PARAM_RSA_FACTOR2, key.q},
      {OSSL_PKEY_PARAM_RSA_EXPONENT1, key.dp},
      {OSSL_PKEY_PARAM_RSA_EXPONENT2, key.dq},
      {OSSL_PKEY_PARAM_RSA_COEFFICIENT1, key.qi},
  }};
  std::size_t total = 0;
  for (const auto& [name, number] : numbers) total += number.size();
  SecretBytes buffer(total);
  std::array<OSSL_PARAM, numbers.size() + 1> params{};
  std::span<std::uint8_t> rest = buffer.span();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto& [name, number] = numbers[i];
    write_native(number, rest);
    params[i] = OSSL_PARAM_construct_BN(name, rest.data(), number.size());
    rest = rest.subspan(number.size());
  }
  params.back() = OSSL_PARAM_construct_end();
  return key_from_params("RSA", params.data(), library_context);
}

BignumPtr secret_number(ByteView big_endian) {
  BignumPtr number(BN_secure_new());
  if (!number ||
      BN_bin2bn(big_endian.data(), static_cast<int>(big_endian.size()), number.get()) == nullptr) {
    return nullptr;
  }
  BN_set_flags(number.get(), BN_FLG_CONSTTIME);
  return number;
}

// Made once: half of what a point costs on P-256. Constants, whatever the library context.
const EC_GROUP* group_of(const NamedCurve& curve) {
  static std::mutex mutex;
  static std::map<const NamedCurve*, EcGroupPtr> groups;
  const std::lock_guard lock(mutex);
  EcGroupPtr& group = groups[&curve];
  if (!group) group.reset(EC_GROUP_new_by_curve_name(EC_curve_nist2nid(curve.name)));
  return group.get();
}

// The uncompressed public point of a private value; empty when libcrypto refuses.
std::vector<std::uint8_t> derive_public_point(const EcNumbers& key) {
  const EC_GROUP* group = group_of(*key.curve);
  const BignumPtr value = secret_number(key.private_value);
  const OpenSslPtr<BN_CTX, BN_CTX_free> scratch(BN_CTX_secure_new());
  if (group == nullptr || !value || !scratch) return {};
  const EcPointPtr point(EC_POINT_new(group));
  std::vector<std::uint8_t> encoded(1 + 2 * key.curve->field_bytes);
  const bool derived =
      point &&
      EC_POINT_mul(group, point.get(), value.get(), nullptr, nullptr, scratch.get()) == 1 &&
      EC_POINT_point2oct(group, point.get(), POINT_CONVERSION_UNCOMPRESSED, encoded.data(),
                         encoded.size(), scratch.get()) == encoded.size();
  if (!derived) encoded.clear();
  return encoded;
}

EvpPkeyPtr make(const EcNumbers& key, const LibraryContext& library_context) {
  std::vector<std::uint8_t> derived;
  if (key.public_point.empty() || key.curve->has_fast_multiplication) {
    derived = derive_public_point(key);
    const bool agrees = key.public_point.empty() || std::ranges::equal(key.public_point, derived);
    if (derived.empty() || !agrees) return nullptr;
  }
  const ByteView point = key.public_point.empty() ? ByteView(derived) : key.public_point;
  SecretBytes value(key.private_value.size());
  write_native(key.private_value, value.span());
  std::array<OSSL_PARAM, 4> params{
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME,
                                       const_cast<char*>(key.curve->name), 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY,
                                        const_cast<std::uint8_t*>(point.data()), point.size()),
      OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, value.data(), value.size()),
      OSSL_PARAM_construct_end(),
  };
  return key_from_params("EC", params.data(), library_context);
}

EvpPkeyPtr make(const RawNumbers& key, const LibraryContext& library_context) {
  return EvpPkeyPtr(
      EVP_PKEY_new_raw_private_key_ex(library_context.context, key.type, query_of(library_context),
                                      key.private_bytes.data(), key.private_bytes.size()));
}

}  // namespace

EvpPkeyPtr make_private_key(const PrivateKeyNumbers& numbers,
                            const LibraryContext& library_context) {
  return std::visit([&](const auto& key) { return make(key, library_context); }, numbers);
}

}  // namespace keyrack
