// SPDX-License-Identifier: Apache-2.0
#include "preload/bundle.h"

#include <cstdint>
#include <utility>

#include "bytes/base64.h"
#include "preload/plain_pem.h"
#include "trust/trust_store_state.h"

namespace keyrack::preload {
namespace {

X509CrlPtr parse_crl(ByteView body) {
  std::vector<std::uint8_t> der(base64::max_decoded_size(body.size()) + base64::kSlack);
  const auto size = base64::decode(body, der.data());
  const unsigned char* at = der.data();
  return X509CrlPtr(size ? d2i_X509_CRL(nullptr, &at, static_cast<long>(*size)) : nullptr);
}

std::size_t der_size(const TrustStore& trust) {
  std::size_t size = 0;
  trust.state().for_each(
      [&size](const auto& index, std::uint32_t entry) { size += index->view().der(entry).size(); });
  return size;
}

}  // namespace

std::shared_ptr<const Bundle> read_bundle(ByteView text, std::string& reason) {
  const auto pem = read_plain_pem(text);
  if (!pem || pem->certificates == 0) {
    reason = "not plain PEM of certificates";
    return nullptr;
  }
  auto trust = TrustStore::from_pem(as_text(text));
  if (!trust) {
    reason = trust.error().describe();
    return nullptr;
  }
  auto bundle = std::make_shared<Bundle>();
  for (const ByteView body : pem->crls) {
    bundle->crls.push_back(parse_crl(body));
    if (!bundle->crls.back()) {
      reason = "a CRL cannot be read";
      return nullptr;
    }
  }
  bundle->trust = std::move(*trust);
  bundle->certificates = pem->certificates;
  bundle->has_settings = pem->has_settings;
  bundle->is_exact = static_cast<std::size_t>(pem->certificates) == bundle->trust.size() &&
                     pem->certificate_size == der_size(bundle->trust);
  return bundle;
}

}  // namespace keyrack::preload
