// SPDX-License-Identifier: Apache-2.0
#include <keyrack/crl_store.h>
#include <keyrack/trust_source.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "trust/crl_store_state.h"
#include "trust/store_source_state.h"
#include "trust/trust_sources.h"

namespace keyrack {
namespace {

Result<TrustStore> read_one(const LoadedFile& file, const TrustStoreOptions& options) {
  return open_bytes(file.bytes.span(), SourceForm::kAny, file.path.string(), options);
}

Result<CrlStore> read_one(const LoadedFile& file, const CrlStoreOptions& options) {
  return open_crls(file.bytes.span(), file.path.string(), options);
}

template <typename Store>
Result<Store> read_each(std::span<const LoadedFile> files, const typename Store::Options& options) {
  std::vector<Store> stores;
  for (const LoadedFile& file : files) {
    Result<Store> store = read_one(file, options);
    if (!store) return store;
    stores.push_back(std::move(*store));
  }
  return Store::merge(stores);
}

Result<TrustStore> read_folder(std::span<const LoadedFile> files,
                               const TrustStoreOptions& options) {
  return open_folder_files(files, options);
}

Result<CrlStore> read_folder(std::span<const LoadedFile> files, const CrlStoreOptions& options) {
  return read_each<CrlStore>(files, options);
}

template <typename Store>
Result<std::shared_ptr<typename LiveStore<Store>::State>> follow(
    const std::filesystem::path& path, const typename Store::Options& options, ReloadOptions reload,
    Result<Store> (*read)(std::span<const LoadedFile>, const typename Store::Options&)) {
  reload.max_bytes = std::min(reload.max_bytes, options.max_bytes);
  auto source = Source<Store>::open(
      {.paths = {path},
       .load = [options, read](std::span<const LoadedFile> files) { return read(files, options); },
       .on_missing = nullptr,
       .options = std::move(reload)});
  if (!source) return std::unexpected(std::move(source.error()));
  return std::make_shared<typename LiveStore<Store>::State>(std::move(*source));
}

}  // namespace

template <typename Store>
LiveStore<Store>::LiveStore(Store first)
    : state_(std::make_shared<State>(Source<Store>::hold(std::move(first)))) {}

template <typename Store>
void LiveStore<Store>::replace(Store store) const {
  state_->source().set(std::move(store));
}

template <typename Store>
Store LiveStore<Store>::current() const {
  return state_->current();
}

template <typename Store>
Result<StoreSource<Store>> StoreSource<Store>::follow_file(const std::filesystem::path& path,
                                                           const Options& options,
                                                           ReloadOptions reload) {
  auto followed = follow<Store>(path, options, std::move(reload), read_each<Store>);
  if (!followed) return std::unexpected(std::move(followed.error()));
  return StoreSource(std::move(*followed));
}

template <typename Store>
Result<StoreSource<Store>> StoreSource<Store>::follow_directory(const std::filesystem::path& path,
                                                                const Options& options,
                                                                ReloadOptions reload) {
  auto followed = follow<Store>(path, options, std::move(reload), read_folder);
  if (!followed) return std::unexpected(std::move(followed.error()));
  return StoreSource(std::move(*followed));
}

template <typename Store>
const typename LiveStore<Store>::State* StoreSource<Store>::state() const {
  const Shared* shared = std::get_if<Shared>(&from_);
  return shared == nullptr ? nullptr : shared->get();
}

template <typename Store>
Store StoreSource<Store>::current() const {
  const auto* fixed = std::get_if<Store>(&from_);
  return fixed != nullptr ? *fixed : state()->current();
}

template <typename Store>
std::uint64_t StoreSource<Store>::generation() const {
  return is_fixed() ? 1 : state()->source().generation();
}

template <typename Store>
ReloadReport StoreSource<Store>::refresh() const {
  if (!is_fixed()) return state()->source().refresh();
  ReloadReport unchanged;
  unchanged.generation = generation();
  return unchanged;
}

template <typename Store>
ReloadCounters StoreSource<Store>::counters() const {
  return is_fixed() ? ReloadCounters{} : state()->source().counters();
}

template class LiveStore<TrustStore>;
template class StoreSource<TrustStore>;
template class LiveStore<CrlStore>;
template class StoreSource<CrlStore>;

}  // namespace keyrack
