// SPDX-License-Identifier: Apache-2.0
#include "context/ocsp_response.h"

#include <openssl/ocsp.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <span>
#include <utility>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

using ResponsePtr = OpenSslPtr<OCSP_RESPONSE, OCSP_RESPONSE_free>;
using BasicPtr = OpenSslPtr<OCSP_BASICRESP, OCSP_BASICRESP_free>;
using Bytes = std::vector<std::uint8_t>;

constexpr int kMaxSingles = 100;

Bytes bytes_of(const ASN1_STRING* string) {
  const unsigned char* data = ASN1_STRING_get0_data(string);
  return {data, data + ASN1_STRING_length(string)};
}

Bytes der_of(const ASN1_INTEGER* number) {
  Bytes der(static_cast<std::size_t>(std::max(i2d_ASN1_INTEGER(number, nullptr), 0)));
  unsigned char* out = der.data();
  if (!der.empty()) i2d_ASN1_INTEGER(number, &out);
  return der;
}

std::optional<OcspResponse::Time> time_of(const ASN1_GENERALIZEDTIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  return OcspResponse::Time(std::chrono::seconds(timegm(&parts)));
}

// Calls hash(buffer, size), one of libcrypto's digests of a certificate's part.
template <typename Hash>
bool has_hash(const Bytes& expected, Hash hash) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  return hash(digest.data(), &size) == 1 &&
         std::ranges::equal(std::span(digest.data(), size), expected);
}

}  // namespace

bool OcspResponse::Single::is_about(X509* leaf, X509* issuer) const {
  const EVP_MD* how = EVP_get_digestbynid(digest);
  if (how == nullptr || der_of(X509_get0_serialNumber(leaf)) != serial) return false;
  return has_hash(issuer_name_hash,
                  [&](unsigned char* out, unsigned* size) {
                    return X509_NAME_digest(X509_get_issuer_name(leaf), how, out, size);
                  }) &&
         (issuer == nullptr || has_hash(issuer_key_hash, [&](unsigned char* out, unsigned* size) {
            return X509_pubkey_digest(issuer, how, out, size);
          }));
}

std::optional<OcspResponse::Single> OcspResponse::read(OCSP_SINGLERESP* single) {
  ASN1_OCTET_STRING* name = nullptr;
  ASN1_OBJECT* digest = nullptr;
  ASN1_OCTET_STRING* key = nullptr;
  ASN1_INTEGER* serial = nullptr;
  // OCSP_id_get0_info only reads.
  auto* id = const_cast<OCSP_CERTID*>(OCSP_SINGLERESP_get0_id(single));
  ASN1_GENERALIZEDTIME* this_update = nullptr;
  ASN1_GENERALIZEDTIME* next_update = nullptr;
  if (OCSP_id_get0_info(&name, &digest, &key, &serial, id) != 1 ||
      OCSP_single_get0_status(single, nullptr, nullptr, &this_update, &next_update) < 0) {
    return std::nullopt;
  }
  Single read{OBJ_obj2nid(digest), bytes_of(name), bytes_of(key), der_of(serial), {}};
  const auto since = time_of(this_update);
  const auto until = next_update == nullptr ? Time::max() : time_of(next_update);
  if (!since || !until) return std::nullopt;
  read.this_update = *since;
  read.next_update = *until;
  return read;
}

Result<OcspResponse> OcspResponse::from_der(ByteView der) {
  const auto malformed = [](const char* how) {
    return std::unexpected(openssl_error(ErrorCode::kBadDer, how));
  };
  const unsigned char* at = der.data();
  const ResponsePtr response(d2i_OCSP_RESPONSE(nullptr, &at, static_cast<long>(der.size())));
  if (!response || at != der.data() + der.size()) return malformed("not an OCSP response in DER");
  if (OCSP_response_status(response.get()) != OCSP_RESPONSE_STATUS_SUCCESSFUL) {
    return malformed("an OCSP response that says that there is none");
  }
  const BasicPtr basic(OCSP_response_get1_basic(response.get()));
  const int count = basic ? OCSP_resp_count(basic.get()) : 0;
  if (count <= 0 || count > kMaxSingles) {
    return malformed("an OCSP response about no certificate, or about more than 100");
  }
  OcspResponse read;
  read.der_.assign(der.begin(), der.end());
  for (int i = 0; i < count; ++i) {
    auto single = OcspResponse::read(OCSP_resp_get0(basic.get(), i));
    if (!single) return malformed("an OCSP response with a malformed part");
    read.singles_.push_back(std::move(*single));
  }
  return read;
}

std::optional<OcspResponse::Time> OcspResponse::good_about(X509* leaf, X509* issuer,
                                                           Time when) const {
  for (const Single& single : singles_) {
    if (single.this_update <= when && when < single.next_update && single.is_about(leaf, issuer)) {
      return single.this_update;
    }
  }
  return std::nullopt;
}

bool OcspResponse::is_about(X509* leaf, X509* issuer) const {
  return std::ranges::any_of(singles_,
                             [&](const Single& single) { return single.is_about(leaf, issuer); });
}

}  // namespace keyrack
