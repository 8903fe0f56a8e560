// SPDX-License-Identifier: Apache-2.0
#include <keyrack/trust_source.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "trust/trust_source_state.h"
#include "trust/trust_sources.h"

namespace keyrack {
namespace {

using LoadStore = Result<TrustStore> (*)(std::span<const LoadedFile>, const TrustStoreOptions&);

Result<TrustStore> load_each(std::span<const LoadedFile> files, const TrustStoreOptions& options) {
  std::vector<TrustStore> stores;
  for (const LoadedFile& file : files) {
    Result<TrustStore> store =
        open_bytes(file.bytes.span(), SourceForm::kAny, file.path.string(), options);
    if (!store) return store;
    stores.push_back(std::move(*store));
  }
  return TrustStore::merge(stores);
}

Result<std::shared_ptr<LiveTrustStore::State>> follow(const std::filesystem::path& path,
                                                      const TrustStoreOptions& options,
                                                      ReloadOptions reload, LoadStore load) {
  reload.max_bytes = std::min(reload.max_bytes, options.max_bytes);
  auto source = Source<TrustStore>::open(
      {.paths = {path},
       .load = [options, load](std::span<const LoadedFile> files) { return load(files, options); },
       .on_missing = nullptr,
       .options = std::move(reload)});
  if (!source) return std::unexpected(std::move(source.error()));
  return std::make_shared<LiveTrustStore::State>(std::move(*source));
}

}  // namespace

LiveTrustStore::LiveTrustStore(TrustStore first)
    : state_(std::make_shared<State>(Source<TrustStore>::hold(std::move(first)))) {}

void LiveTrustStore::replace(TrustStore store) const { state_->source().set(std::move(store)); }

TrustStore LiveTrustStore::current() const { return state_->current(); }

TrustSource::TrustSource(TrustStore fixed) : from_(std::move(fixed)) {}

TrustSource::TrustSource(LiveTrustStore live) : from_(live.state()) {}

Result<TrustSource> TrustSource::follow_file(const std::filesystem::path& path,
                                             const TrustStoreOptions& options,
                                             ReloadOptions reload) {
  auto followed = follow(path, options, std::move(reload), load_each);
  if (!followed) return std::unexpected(std::move(followed.error()));
  return TrustSource(std::move(*followed));
}

Result<TrustSource> TrustSource::follow_directory(const std::filesystem::path& path,
                                                  const TrustStoreOptions& options,
                                                  ReloadOptions reload) {
  auto followed = follow(path, options, std::move(reload), open_folder_files);
  if (!followed) return std::unexpected(std::move(followed.error()));
  return TrustSource(std::move(*followed));
}

const LiveTrustStore::State* TrustSource::state() const {
  const Shared* shared = std::get_if<Shared>(&from_);
  return shared == nullptr ? nullptr : shared->get();
}

TrustStore TrustSource::current() const {
  const auto* fixed = std::get_if<TrustStore>(&from_);
  return fixed != nullptr ? *fixed : state()->current();
}

std::uint64_t TrustSource::generation() const {
  return is_fixed() ? 1 : state()->source().generation();
}

ReloadReport TrustSource::refresh() const {
  if (!is_fixed()) return state()->source().refresh();
  ReloadReport unchanged;
  unchanged.generation = generation();
  return unchanged;
}

ReloadCounters TrustSource::counters() const {
  return is_fixed() ? ReloadCounters{} : state()->source().counters();
}

}  // namespace keyrack
