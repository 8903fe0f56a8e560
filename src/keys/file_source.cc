// SPDX-License-Identifier: Apache-2.0
#include "keys/file_source.h"

#include <string>
#include <utility>
#include <vector>

#include "base/error_queue.h"
#include "bytes/byte_view.h"
#include "keys/identity_entry.h"
#include "keystore/pem_identity.h"

namespace keyrack {

Result<std::unique_ptr<ManagedSource>> FileSource::open(
    const KeySource::File& file, const StoreEntries::KeyPasswords& key_passwords,
    const SnapshotContext& context, ReloadOptions options) {
  options.max_bytes = file.options.limits.max_bytes;
  const auto read =
      [file, key_passwords](
          std::span<const LoadedFile> files) -> Result<std::shared_ptr<const KeyEntries>> {
    KeyStoreOptions how = file.options;
    how.source_name = files.front().path.string();
    Result<KeyStore> store =
        KeyStore::from_bytes(files.front().bytes.span(), file.ask_password(), how);
    if (!store) return std::unexpected(std::move(store.error()));
    return std::make_shared<const StoreEntries>(std::move(*store), key_passwords);
  };
  return open({file.path}, read, context, std::move(options));
}

Result<std::unique_ptr<ManagedSource>> FileSource::open(const KeySource::PemFiles& files,
                                                        const SnapshotContext& context,
                                                        ReloadOptions options) {
  const auto read =
      [files, library_context = context.library_context](
          std::span<const LoadedFile> loaded) -> Result<std::shared_ptr<const KeyEntries>> {
    std::vector<PemText> texts;
    for (const LoadedFile& file : loaded) {
      texts.push_back({as_text(file.bytes.span()), file.path.string()});
    }
    Result<Identity> identity = identity_from_pem(texts, files.ask_password(), library_context);
    if (!identity) return std::unexpected(std::move(identity.error()));
    return std::make_shared<const IdentityEntry>(files.alias, std::move(*identity));
  };
  return open(files.paths, read, context, std::move(options));
}

Result<std::unique_ptr<ManagedSource>> FileSource::open(std::vector<std::filesystem::path> paths,
                                                        Read read, const SnapshotContext& context,
                                                        ReloadOptions options) {
  if (options.name.empty()) options.name = paths.front().string();
  std::string name = options.name;
  options.lazy = true;
  // One call at a time, so `latest` needs no lock.
  auto load = [read = std::move(read), context, latest = SourceSnapshotPtr()](
                  std::span<const LoadedFile> files) mutable -> Result<SourceSnapshotPtr> {
    const ErrorQueueGuard guard;
    auto entries = read(files);
    if (!entries) return std::unexpected(std::move(entries.error()));
    latest = std::make_shared<const SourceSnapshot>(std::move(*entries), context, latest.get());
    return latest;
  };
  auto source = Source<SourceSnapshotPtr>::open({.paths = std::move(paths),
                                                 .load = std::move(load),
                                                 .on_missing = nullptr,
                                                 .options = std::move(options)});
  if (!source) return std::unexpected(std::move(source.error()));
  return std::unique_ptr<ManagedSource>(new FileSource(std::move(name), std::move(*source)));
}

SourceSnapshotPtr FileSource::current() {
  const std::shared_ptr<const SourceSnapshotPtr> now = source_.current();
  return now ? *now : nullptr;
}

Result<void> FileSource::refresh() {
  ReloadReport report = source_.refresh();
  if (report.outcome == ReloadOutcome::kFailed) return std::unexpected(std::move(report.error));
  return {};
}

KeySourceStatus FileSource::status() {
  const ReloadCounters counters = source_.counters();
  return {.name = name_,
          .generation = counters.published,
          .reload = counters,
          .problem = source_.problem()};
}

}  // namespace keyrack
