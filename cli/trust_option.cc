// SPDX-License-Identifier: Apache-2.0
#include "cli/trust_option.h"

#include "cli/exit_code.h"
#include "cli/input.h"

namespace keyrack::cli {
namespace {

TrustStore open_file(const std::string& path, const PasswordOption& password) {
  const Input input = value_or_fail(read_input(path));
  TrustStoreOptions options;
  options.source_name = input.name;
  options.password = password.get();
  Result<TrustStore> store = TrustStore::from_bytes(input.bytes, options);
  if (!store && store.error().code == ErrorCode::kPasswordRequired) {
    options.password = PasswordOption::ask(input.name);
    if (options.password.has_value()) store = TrustStore::from_bytes(input.bytes, options);
  }
  return value_or_fail(std::move(store));
}

}  // namespace

TrustStore open_trust(const std::vector<std::string>& sources, const PasswordOption& password) {
  std::vector<TrustStore> stores;
  for (const std::string& source : sources) {
    if (source == "bundled") {
      stores.push_back(TrustStore::bundled());
    } else if (source == "system") {
      stores.push_back(value_or_fail(TrustStore::system()));
    } else {
      stores.push_back(open_file(source, password));
    }
  }
  return stores.size() == 1 ? stores.front() : TrustStore::merge(stores);
}

}  // namespace keyrack::cli
