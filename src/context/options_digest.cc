// SPDX-License-Identifier: Apache-2.0
#include "context/options_digest.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "bytes/byte_view.h"
#include "trust/crl_store_state.h"
#include "trust/trust_store_state.h"

namespace keyrack {
namespace {

using DigestCtxPtr = OpenSslPtr<EVP_MD_CTX, EVP_MD_CTX_free>;
using Secret = std::array<std::uint8_t, 32>;

// Null when there is no randomness.
const Secret* process_secret() {
  static const std::optional<Secret> secret = []() -> std::optional<Secret> {
    Secret drawn{};
    if (RAND_priv_bytes(drawn.data(), drawn.size()) != 1) return std::nullopt;
    return drawn;
  }();
  return secret ? &*secret : nullptr;
}

// Takes values of the types that options are made of, one after the other. What has no size of its
// own goes in behind its length, so that no two sequences of values look alike.
class OptionsDigest {
 public:
  OptionsDigest() : context_(EVP_MD_CTX_new()) {
    const Secret* secret = process_secret();
    is_good_ = context_ && secret != nullptr &&
               EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1;
    if (is_good_) update(*secret);
  }

  Result<Sha256> finish() {
    Sha256 digest{};
    if (is_good_ && EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1) return digest;
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "cannot make a digest of options"));
  }

  template <typename... Values>
  void add_all(const Values&... values) {
    (add(values), ...);
  }

 private:
  void update(ByteView bytes) {
    is_good_ = is_good_ && EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1;
  }

  template <typename Number>
    requires std::integral<Number> || std::is_enum_v<Number> || std::is_pointer_v<Number>
  void add(Number number) {
    update({reinterpret_cast<const std::uint8_t*>(&number), sizeof number});
  }
  void add(std::chrono::seconds seconds) { add(seconds.count()); }
  void add(ByteView bytes) {
    add(bytes.size());
    update(bytes);
  }
  void add(const std::vector<std::uint8_t>& bytes) { add(ByteView(bytes)); }
  void add(const std::string& text) { add(as_bytes(text)); }
  void add(const Password& password) { add_all(password.has_value(), as_bytes(password.view())); }
  template <typename Value>
  void add(const std::optional<Value>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <typename Value>
  void add(const std::vector<Value>& values) {
    add(values.size());
    for (const Value& value : values) add(value);
  }

  void add(const TrustSource& source) {
    add(source.state());  // null for a store that never changes
    if (source.state() != nullptr) return;
    // Equal content is one index.
    const TrustStore store = source.current();
    add(store.state().parts().size());
    for (const auto& part : store.state().parts()) add_all(part.index.get(), part.hidden.size());
  }
  void add(const CrlSource& source) {
    add(source.state());
    if (source.state() != nullptr) return;
    const CrlStore store = source.current();
    add(store.size());
    for (const auto& crl : store.state().crls()) update(crl->digest);
  }
  // The key is the one that belongs to the leaf.
  void add(const Identity& identity) { add(identity.chain()); }
  void add(const Certificate& certificate) { add(ByteView(certificate.der())); }
  void add(const KeyManager& manager) { add(&manager.state()); }
  void add(const TicketKeys& keys) { add(&keys.state()); }
  void add(const Pkcs12Identity& pkcs12) {
    add(pkcs12.password);
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&pkcs12.where)) add(*bytes);
  }
  void add(const CertificateCompression& compression) {
    add_all(compression.algorithms, compression.if_supported);
  }
  void add(const LibraryContext& library) { add_all(library.context, library.property_query); }

  DigestCtxPtr context_;
  bool is_good_ = false;
};

}  // namespace

Result<Sha256> digest_of(const SecureContextOptions& options) {
  // By number, so that an option that is added cannot be forgotten here.
  const auto& [a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2, b3, b4, b5, b6, b7, b8, b9, c1, c2, c3,
               c4, c5, c6, c7, c8, c9, d1, d2, d3, d4, d5, d6] = options;
  OptionsDigest digest;
  digest.add_all(a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2, b3, b4, b5, b6, b7, b8, b9, c1, c2, c3,
                 c4, c5, c6, c7, c8, c9, d1, d2, d3, d4, d5, d6);
  return digest.finish();
}

}  // namespace keyrack
