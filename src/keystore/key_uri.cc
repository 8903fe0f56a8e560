// SPDX-License-Identifier: Apache-2.0
#include "keystore/key_uri.h"

#include <openssl/store.h>
#include <openssl/ui.h>

#include <cstring>
#include <string_view>
#include <utility>

#include "base/error_queue.h"
#include "base/query.h"

namespace keyrack {
namespace {

inline void close_store(OSSL_STORE_CTX* store) { OSSL_STORE_close(store); }
using StorePtr = OpenSslPtr<OSSL_STORE_CTX, close_store>;
using InfoPtr = OpenSslPtr<OSSL_STORE_INFO, OSSL_STORE_INFO_free>;
using UiMethodPtr = OpenSslPtr<UI_METHOD, UI_destroy_method>;

constexpr int kMaxObjects = 100;

std::unexpected<Error> refused(const std::string& uri, std::string_view reason) {
  std::string message = "private_key_uri = " + uri.substr(0, uri.find_first_of("?;")) + ": ";
  return std::unexpected(openssl_error(ErrorCode::kBadOption, message.append(reason)));
}

int give_pin(char* buffer, int size, int, void* argument) {
  const auto& pin = *static_cast<const Password*>(argument);
  const std::string_view text = pin.view();
  if (!pin.has_value() || text.size() > static_cast<std::size_t>(size)) return -1;
  std::memcpy(buffer, text.data(), text.size());
  return static_cast<int>(text.size());
}

}  // namespace

Result<EvpPkeyPtr> open_key_uri(const std::string& uri, const Password& pin,
                                const LibraryContext& library_context) {
  if (uri.find(':') == std::string::npos || uri.find('\0') != std::string::npos) {
    return refused(uri, "is no URI: it has no scheme");
  }
  const UiMethodPtr ui(UI_UTIL_wrap_read_pem_callback(give_pin, 0));
  Password asked = pin;
  const StorePtr store(ui == nullptr ? nullptr
                                     : OSSL_STORE_open_ex(uri.c_str(), library_context.context,
                                                          query_of(library_context), ui.get(),
                                                          &asked, nullptr, nullptr, nullptr));
  if (!store || OSSL_STORE_expect(store.get(), OSSL_STORE_INFO_PKEY) != 1) {
    return refused(uri, "OpenSSL cannot open it");
  }
  EvpPkeyPtr key;
  for (int i = 0; i < kMaxObjects && OSSL_STORE_eof(store.get()) != 1; ++i) {
    const InfoPtr info(OSSL_STORE_load(store.get()));
    if (!info || OSSL_STORE_INFO_get_type(info.get()) != OSSL_STORE_INFO_PKEY) continue;
    if (key) return refused(uri, "holds more than one private key");
    key.reset(OSSL_STORE_INFO_get1_PKEY(info.get()));
  }
  if (!key) return refused(uri, "holds no private key that can be opened");
  return key;
}

}  // namespace keyrack
