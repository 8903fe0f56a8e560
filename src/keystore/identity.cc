// SPDX-License-Identifier: Apache-2.0
#include <keyrack/identity.h>
#include <keyrack/openssl.h>
#include <openssl/crypto.h>

#include <array>
#include <utility>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/weak_registry.h"
#include "bytes/keyed_hash.h"
#include "keystore/identity_state.h"
#include "keystore/key_uri.h"
#include "keystore/pem_identity.h"

namespace keyrack {
namespace {

WeakRegistry<Identity::State>& registry() {
  // Never destroyed: an identity may be let go while static objects are destroyed.
  static auto& instance = *new WeakRegistry<Identity::State>;
  return instance;
}

bool is_equal(ByteView a, ByteView b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

bool is_equal(const Password& a, const Password& b) {
  return a.has_value() == b.has_value() && is_equal(as_bytes(a.view()), as_bytes(b.view()));
}

X509StackPtr issuers_of(const IdentityParts& parts) {
  X509StackPtr issuers(sk_X509_new_null());
  for (std::size_t i = 1; issuers && i < parts.chain.size(); ++i) {
    if (parts.chain[i].is_self_issued()) break;
    X509Ptr shared = share(parts.parsed_chain[i]->get());
    if (sk_X509_push(issuers.get(), shared.get()) == 0) return nullptr;
    static_cast<void>(shared.release());
  }
  return issuers;
}

}  // namespace

Result<Identity> identity_of(IdentityParts parts, const LibraryContext& library_context) {
  auto state = std::make_shared<const Identity::State>(std::move(parts),
                                                       IdentityText({}, {}, {}, library_context));
  if (state->issuers() == nullptr) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "out of memory"));
  }
  return Identity(std::move(state));
}

IdentityText::IdentityText(std::string_view certificates, std::string_view key, Password password,
                           LibraryContext library_context)
    : certificates_(as_bytes(certificates)),
      key_(as_bytes(key)),
      password_(std::move(password)),
      library_context_(std::move(library_context)) {}

bool IdentityText::equals(std::string_view certificates, std::string_view key,
                          const Password& password, const LibraryContext& library_context) const {
  return is_equal(certificates_.span(), as_bytes(certificates)) &&
         is_equal(key_.span(), as_bytes(key)) && is_equal(password_, password) &&
         library_context_ == library_context;
}

Identity::State::State(IdentityParts parts, IdentityText text)
    : parts_(std::move(parts)), text_(std::move(text)), issuers_(issuers_of(parts_)) {}

Result<Identity> identity_from_pem(std::span<const PemText> texts, const Password& password,
                                   const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  const std::string_view first = texts[0].text;
  const std::string_view second = texts.size() == 2 ? texts[1].text : std::string_view();
  const std::uint64_t hash =
      keyed_hash(as_bytes(second), keyed_hash(as_bytes(first), process_seed()));
  const auto is_same = [&](const Identity::State& state) {
    return state.text().equals(first, second, password, library_context);
  };
  if (auto found = registry().find(hash, is_same)) {
    counters().private_keys_shared.add();
    return Identity(std::move(found));
  }
  auto parts = read_pem_identity(texts, password, library_context);
  if (!parts) return std::unexpected(std::move(parts.error()));
  auto state = std::make_shared<const Identity::State>(
      std::move(*parts), IdentityText(first, second, password, library_context));
  if (state->issuers() == nullptr) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "out of memory"));
  }
  return Identity(registry().publish(hash, std::move(state), is_same));
}

Result<Identity> Identity::from_pem(std::string_view certificates_and_key, const Password& password,
                                    const LibraryContext& library_context) {
  const std::array texts{PemText{certificates_and_key, "memory"}};
  return identity_from_pem(texts, password, library_context);
}

Result<Identity> Identity::from_pem(std::string_view certificates, std::string_view key,
                                    const Password& password,
                                    const LibraryContext& library_context) {
  const std::array texts{PemText{certificates, "certificates"}, PemText{key, "key"}};
  return identity_from_pem(texts, password, library_context);
}

Result<Identity> Identity::from_key_uri(std::string_view certificates, const std::string& uri,
                                        const Password& pin,
                                        const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  auto opened = open_key_uri(uri, pin, library_context);
  if (!opened) return std::unexpected(std::move(opened.error()));
  auto key = std::make_shared<const PrivateKey>(std::move(*opened), PrivateKeyForm::kPkcs8,
                                                ByteView(), library_context);
  const std::array texts{PemText{certificates, "certificates"}};
  auto parts = read_pem_certificates(texts, std::move(key), library_context);
  if (!parts) return std::unexpected(std::move(parts.error()));
  return identity_of(std::move(*parts), library_context);
}

const std::vector<Certificate>& Identity::chain() const { return state_->parts().chain; }
bool Identity::was_reordered() const { return state_->parts().was_reordered; }
const std::vector<Certificate>& Identity::unused_certificates() const {
  return state_->parts().unused;
}

EVP_PKEY* native_key(const Identity& identity) { return identity.state().key(); }

}  // namespace keyrack
