// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/library_context.h>

namespace keyrack {

// The property query as OpenSSL's functions take it: null for none. Lives as long as `context`.
inline const char* query_of(const LibraryContext& context) {
  return context.property_query.empty() ? nullptr : context.property_query.c_str();
}

}  // namespace keyrack
