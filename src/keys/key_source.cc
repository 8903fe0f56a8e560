// SPDX-License-Identifier: Apache-2.0
#include <keyrack/key_source.h>

#include <mutex>
#include <utility>

#include "keys/alias.h"

namespace keyrack {

struct LiveKeyStore::State {
  explicit State(KeyStore initial) : store(std::move(initial)) {}
  std::mutex mutex;
  KeyStore store;
};

LiveKeyStore::LiveKeyStore(KeyStore store) : state_(std::make_shared<State>(std::move(store))) {}

void LiveKeyStore::replace(KeyStore store) const {
  const std::lock_guard lock(state_->mutex);
  std::swap(state_->store, store);
}

KeyStore LiveKeyStore::current() const {
  const std::lock_guard lock(state_->mutex);
  return state_->store;
}

KeySource KeySource::file(std::filesystem::path path, Password password, KeyStoreOptions options) {
  return file(
      std::move(path), [password = std::move(password)] { return password; }, std::move(options));
}

KeySource KeySource::file(std::filesystem::path path, AskPassword ask_password,
                          KeyStoreOptions options) {
  return {File{std::move(path), std::move(ask_password), std::move(options)}};
}

KeySource KeySource::store(KeyStore store) { return {LiveKeyStore(std::move(store))}; }

KeySource KeySource::live(LiveKeyStore store) { return {std::move(store)}; }

KeySource& KeySource::set_key_password(std::string_view alias, Password password) {
  key_passwords.insert_or_assign(fold_alias(alias), std::move(password));
  return *this;
}

}  // namespace keyrack
