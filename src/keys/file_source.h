// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_source.h>

#include <memory>

#include "keys/managed_source.h"
#include "keys/store_entries.h"
#include "reload/source.h"

namespace keyrack {

// A PKCS#12 file or a PEM identity: read when first asked for, followed from then on.
class FileSource final : public ManagedSource {
 public:
  // Reads nothing. Fails for a relative path when there is no working directory.
  static Result<std::unique_ptr<ManagedSource>> open(
      const KeySource::File& file, const StoreEntries::KeyPasswords& key_passwords,
      const SnapshotContext& context, ReloadOptions options);
  static Result<std::unique_ptr<ManagedSource>> open(const KeySource::PemFiles& files,
                                                     const SnapshotContext& context,
                                                     ReloadOptions options);

  SourceSnapshotPtr current() override;
  Result<void> refresh() override;
  KeySourceStatus status() override;
  std::shared_ptr<SourceCore> core() const override { return source_.share_core(); }

 private:
  using Read =
      std::function<Result<std::shared_ptr<const KeyEntries>>(std::span<const LoadedFile>)>;

  static Result<std::unique_ptr<ManagedSource>> open(std::vector<std::filesystem::path> paths,
                                                     Read read, const SnapshotContext& context,
                                                     ReloadOptions options);
  FileSource(std::string name, Source<SourceSnapshotPtr> source)
      : name_(std::move(name)), source_(std::move(source)) {}

  const std::string name_;
  const Source<SourceSnapshotPtr> source_;
};

}  // namespace keyrack
