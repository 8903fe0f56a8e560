// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/ssl.h>

#include <memory>

namespace keyrack {

// What the callbacks of one subject need of their SSL_CTX. In its ex_data, because connections keep
// the SSL_CTX alive and not the SecureContext. One object of each type for a context.
template <typename Data>
class ContextData {
 public:
  // Null: memory is out.
  static Data* give(SSL_CTX* context, std::unique_ptr<Data> data) {
    if (SSL_CTX_set_ex_data(context, slot(), data.get()) != 1) return nullptr;
    return data.release();
  }
  // Null when none was given.
  static Data* of(const SSL_CTX* context) {
    return static_cast<Data*>(SSL_CTX_get_ex_data(context, slot()));
  }

 private:
  static void free(void*, void* data, CRYPTO_EX_DATA*, int, long, void*) {
    delete static_cast<Data*>(data);
  }
  static int slot() {
    static const int index = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, free);
    return index;
  }
};

}  // namespace keyrack
