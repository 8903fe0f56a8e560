// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/identity.h>
#include <keyrack/key_store.h>
#include <keyrack/password.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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
  // A PEM identity: certificates and their key, in one file or in two, in any order. Read as one
  // whole, through one resolved folder, and taken only when they match: one file that is renewed
  // before the other never shows. Its alias, which stays when the content changes, is the name of
  // the first file without its extension. An encrypted key is decrypted when the files are read,
  // not later: nothing else tells whether it matches.
  static KeySource pem_file(std::filesystem::path path, Password password = {});
  static KeySource pem_file(std::filesystem::path path, AskPassword ask_password);
  static KeySource pem_files(std::filesystem::path certificates, std::filesystem::path key,
                             Password password = {});
  static KeySource pem_files(std::filesystem::path certificates, std::filesystem::path key,
                             AskPassword ask_password);
  // In memory: an identity, a key store, or one that its owner replaces.
  static KeySource identity(std::string alias, Identity identity);
  static KeySource store(KeyStore store);
  static KeySource live(LiveKeyStore store);

  // The password of one entry's key, where it is not its key store's.
  KeySource& set_key_password(std::string_view alias, Password password);

  struct File {
    std::filesystem::path path;
    AskPassword ask_password;
    KeyStoreOptions options;
  };
  struct PemFiles {
    std::vector<std::filesystem::path> paths;  // one or two
    AskPassword ask_password;
    std::string alias;
  };
  struct NamedIdentity {
    std::string alias;
    Identity identity;
  };
  std::variant<File, PemFiles, NamedIdentity, LiveKeyStore> where;
  std::map<std::string, Password> key_passwords = {};  // by alias in lower case
};

}  // namespace keyrack
