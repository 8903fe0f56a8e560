// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

struct ossl_lib_ctx_st;  // OpenSSL's OSSL_LIB_CTX

namespace keyrack {

// Which OpenSSL library context, and which algorithms in it, make the objects of a call. The
// default is OpenSSL's own default context with no property query. A FIPS deployment names its
// context and "fips=yes".
//
// The context is borrowed: it must outlive everything made with it.
struct LibraryContext {
  ossl_lib_ctx_st* context = nullptr;
  std::string property_query;

  bool is_default() const { return context == nullptr && property_query.empty(); }
  friend bool operator==(const LibraryContext&, const LibraryContext&) = default;
};

}  // namespace keyrack
