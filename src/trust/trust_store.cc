// SPDX-License-Identifier: Apache-2.0
#include <keyrack/trust_store.h>

#include <utility>

#include "bytes/byte_view.h"
#include "trust/trust_sources.h"
#include "trust/trust_store_state.h"
#include "x509/certificate_fields.h"
#include "x509/certificate_state.h"

namespace keyrack {

TrustStore TrustStore::empty() {
  // Never destroyed: contexts may outlive main().
  static const auto* const nobody = new TrustStore(std::make_shared<const State>());
  return *nobody;
}

Result<TrustStore> TrustStore::from_file(const std::filesystem::path& path,
                                         const TrustStoreOptions& options) {
  FilesRead once;
  return open_file(path, options, once);
}

Result<TrustStore> TrustStore::from_directory(const std::filesystem::path& path,
                                              const TrustStoreOptions& options) {
  FilesRead once;
  return open_directory(path, options, once);
}

Result<TrustStore> TrustStore::from_bytes(std::span<const std::uint8_t> bytes,
                                          const TrustStoreOptions& options) {
  return open_bytes(bytes, SourceForm::kAny, options.source_name, options);
}

Result<TrustStore> TrustStore::from_pem(std::string_view pem, const TrustStoreOptions& options) {
  return open_bytes(as_bytes(pem), SourceForm::kPem, options.source_name, options);
}

TrustStore TrustStore::merge(std::span<const TrustStore> stores) {
  if (stores.size() == 1) return stores.front();
  auto state = std::make_shared<State>();
  for (const TrustStore& store : stores) {
    for (const State::Part& part : store.state().parts()) state->append(part.index);
    state->add_problems(store.problems());
  }
  return TrustStore(std::move(state));
}

std::size_t TrustStore::size() const { return state_->size(); }

std::size_t TrustStore::parsed() const {
  std::size_t count = 0;
  state_->for_each([&](const auto& index, std::uint32_t entry) {
    if (index->is_parsed(entry)) ++count;
  });
  return count;
}

const std::vector<Error>& TrustStore::problems() const { return state_->problems(); }

std::vector<Certificate> TrustStore::certificates() const {
  std::vector<Certificate> list;
  list.reserve(size());
  state_->for_each([&](const auto& index, std::uint32_t entry) {
    const ByteView der = index->view().der(entry);
    if (const auto fields = peek_certificate(der)) {
      list.push_back(view_certificate(*fields, index));
    } else if (auto parsed = Certificate::from_der(der)) {
      list.push_back(std::move(*parsed));
    }
  });
  return list;
}

}  // namespace keyrack
