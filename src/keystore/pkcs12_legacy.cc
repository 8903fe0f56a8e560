// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_legacy.h"

#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

using ProviderPtr = OpenSslPtr<OSSL_PROVIDER, OSSL_PROVIDER_unload>;

struct LegacyContext {
  LibCtxPtr context;
  ProviderPtr provider;

  LegacyContext() : context(OSSL_LIB_CTX_new()) {
    if (context) provider.reset(OSSL_PROVIDER_load(context.get(), "legacy"));
  }
};

}  // namespace

OSSL_LIB_CTX* legacy_library_context() {
  // Never destroyed: threads may still decrypt while static objects go.
  static const LegacyContext& legacy = *new LegacyContext();
  return legacy.provider ? legacy.context.get() : nullptr;
}

}  // namespace keyrack
