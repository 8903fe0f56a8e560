// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_store.h>
#include <keyrack/password.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace keyrack {

// A key store in memory whose owner may replace it: the next choice of every manager over it sees
// the new one. A cheap handle for any thread.
class LiveKeyStore {
 public:
  explicit LiveKeyStore(KeyStore store);
  void replace(KeyStore store) const;
  KeyStore current() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// Where a key manager takes entries from: one of its sources. A plain value.
struct KeySource {
  // Asked for each time the file is read. Any thread; must not throw.
  using AskPassword = std::function<Password()>;

  // A PKCS#12 file that is read when it is first needed, and again when it changed.
  static KeySource file(std::filesystem::path path, Password password = {},
                        KeyStoreOptions options = {});
  static KeySource file(std::filesystem::path path, AskPassword ask_password,
                        KeyStoreOptions options = {});
  // One in memory, which never changes or which its owner replaces.
  static KeySource store(KeyStore store);
  static KeySource live(LiveKeyStore store);

  // The password of one entry's key, where it is not the store's.
  KeySource& set_key_password(std::string_view alias, Password password);

  struct File {
    std::filesystem::path path;
    AskPassword ask_password;
    KeyStoreOptions options;
  };
  std::variant<File, LiveKeyStore> where;
  std::map<std::string, Password> key_passwords = {};  // by alias in lower case
};

}  // namespace keyrack
