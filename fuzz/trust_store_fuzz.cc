// SPDX-License-Identifier: Apache-2.0
// A source in any form under every policy: what libcrypto loads, the store holds, in order.
#include <keyrack/trust_store.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "bytes/byte_view.h"
#include "bytes/content_kind.h"

namespace keyrack {
namespace {

void require(bool condition) {
  if (!condition) __builtin_trap();
}

using Encoded = std::vector<std::uint8_t>;

// The certificate as libcrypto writes it: the input may have been BER.
Encoded encode(X509* certificate) {
  unsigned char* der = nullptr;
  const int size = i2d_X509(certificate, &der);
  require(size > 0);
  Encoded bytes(der, der + size);
  OPENSSL_free(der);
  return bytes;
}

void add_once(std::vector<Encoded>& all, Encoded one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
}

std::vector<Encoded> encode_all(const std::vector<Certificate>& certificates) {
  std::vector<Encoded> all;
  for (const Certificate& certificate : certificates) {
    const unsigned char* at = certificate.der().data();
    const X509Ptr parsed(d2i_X509(nullptr, &at, static_cast<long>(certificate.der().size())));
    require(parsed != nullptr);
    add_once(all, encode(parsed.get()));
  }
  return all;
}

// What PEM_X509_INFO_read_bio finds, each once; nothing when it refuses the text.
std::optional<std::vector<Encoded>> load_plainly(ByteView text) {
  const ErrorQueueGuard guard;
  const BioPtr memory(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  const auto refuse_password = [](char*, int, int, void*) { return -1; };
  STACK_OF(X509_INFO)* found =
      PEM_X509_INFO_read_bio(memory.get(), nullptr, refuse_password, nullptr);
  if (found == nullptr) return std::nullopt;
  std::vector<Encoded> all;
  for (int i = 0; i < sk_X509_INFO_num(found); ++i) {
    X509* certificate = sk_X509_INFO_value(found, i)->x509;
    if (certificate != nullptr) add_once(all, encode(certificate));
  }
  sk_X509_INFO_pop_free(found, X509_INFO_free);
  return all;
}

// Whether a strict reading of `bytes` must find what libcrypto finds, if both accept them.
bool is_comparable(ByteView bytes) {
  const auto has = [text = as_text(bytes)](const char* word) {
    return text.find(word) != std::string_view::npos;
  };
  return sniff(bytes) == ContentKind::kPem && !has("PKCS7") && !has("CMS");
}

}  // namespace
}  // namespace keyrack

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace keyrack;
  const ByteView bytes(data, size);
  for (const auto policy : {ReadPolicy::kStrict, ReadPolicy::kLenient, ReadPolicy::kPrefix}) {
    const auto store = TrustStore::from_bytes(bytes, {.policy = policy});
    if (!store) continue;
    const auto certificates = store->certificates();
    require(certificates.size() == store->size() && store->size() > 0);
    require(policy == ReadPolicy::kLenient || store->problems().empty());
    // Opened again while it is held, it is the same.
    const auto again = TrustStore::from_bytes(bytes, {.policy = policy});
    require(again && again->certificates() == certificates);
    require(again->problems().size() == store->problems().size());

    if (policy != ReadPolicy::kStrict || !is_comparable(bytes)) continue;
    const auto plain = load_plainly(bytes);
    if (plain) require(*plain == encode_all(certificates));
  }
  return 0;
}
