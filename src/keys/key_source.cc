// SPDX-License-Identifier: Apache-2.0
#include <keyrack/key_source.h>

#include <mutex>
#include <utility>

#include "keys/alias.h"

namespace keyrack {
namespace {

KeySource::AskPassword always(Password password) {
  return [password = std::move(password)] { return password; };
}

KeySource pem_source(std::vector<std::filesystem::path> paths,
                     KeySource::AskPassword ask_password) {
  std::string alias = paths.front().stem().string();
  return {KeySource::PemFiles{std::move(paths), std::move(ask_password), std::move(alias)}};
}

}  // namespace

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
  return file(std::move(path), always(std::move(password)), std::move(options));
}

KeySource KeySource::file(std::filesystem::path path, AskPassword ask_password,
                          KeyStoreOptions options) {
  return {File{std::move(path), std::move(ask_password), std::move(options)}};
}

KeySource KeySource::pem_file(std::filesystem::path path, Password password) {
  return pem_file(std::move(path), always(std::move(password)));
}

KeySource KeySource::pem_file(std::filesystem::path path, AskPassword ask_password) {
  return pem_source({std::move(path)}, std::move(ask_password));
}

KeySource KeySource::pem_files(std::filesystem::path certificates, std::filesystem::path key,
                               Password password) {
  return pem_files(std::move(certificates), std::move(key), always(std::move(password)));
}

KeySource KeySource::pem_files(std::filesystem::path certificates, std::filesystem::path key,
                               AskPassword ask_password) {
  return pem_source({std::move(certificates), std::move(key)}, std::move(ask_password));
}

KeySource KeySource::identity(std::string alias, Identity identity) {
  return {NamedIdentity{std::move(alias), std::move(identity)}};
}

KeySource KeySource::store(KeyStore store) { return {LiveKeyStore(std::move(store))}; }

KeySource KeySource::live(LiveKeyStore store) { return {std::move(store)}; }

KeySource& KeySource::set_key_password(std::string_view alias, Password password) {
  key_passwords.insert_or_assign(fold_alias(alias), std::move(password));
  return *this;
}

}  // namespace keyrack
