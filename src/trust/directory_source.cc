// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error_queue.h"
#include "bytes/keyed_hash.h"
#include "trust/index_registry.h"
#include "trust/trust_reader.h"
#include "trust/trust_sources.h"
#include "trust/trust_store_state.h"

namespace keyrack {
namespace {

// The names in a folder, sorted, so that the result does not depend on the file system.
Result<std::vector<std::filesystem::path>> names_in(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> names;
  std::filesystem::directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    names.push_back(at->path());
  }
  if (error) {
    return std::unexpected(
        Error{ErrorCode::kIo, "cannot list: " + error.message(), {.source = folder.string()}, ""});
  }
  std::ranges::sort(names);
  return names;
}

// Whether an error is about malformed content, and not about a file that is something else.
bool is_malformed(ErrorCode code) {
  return code == ErrorCode::kPemEndMissing || code == ErrorCode::kPemEndMismatch ||
         code == ErrorCode::kBadBase64 || code == ErrorCode::kBadDer;
}

class FolderReader {
 public:
  explicit FolderReader(const TrustStoreOptions& options)
      : options_(options), builder_(0, process_seed()), reader_(builder_, options) {}

  // What is in the file `path`, or why it could not be read.
  Result<void> add(const Result<ByteView>& bytes, const std::filesystem::path& path) {
    auto added = bytes ? reader_.read(*bytes, path.string()) : std::unexpected(bytes.error());
    if (builder_.size() > options_.max_certificates) {
      return std::unexpected(Error{ErrorCode::kLimitExceeded,
                                   "the folder has more certificates than max_certificates",
                                   {.source = path.parent_path().string()},
                                   ""});
    }
    if (added) return {};
    const ErrorCode code = added.error().code;
    const bool is_fatal = code == ErrorCode::kLimitExceeded ||
                          (options_.policy == ReadPolicy::kStrict && is_malformed(code));
    if (is_fatal) return added;
    reader_.problems().push_back(std::move(added.error()));
    return {};
  }

  Result<TrustStore> finish(const std::filesystem::path& folder) && {
    if (builder_.size() == 0 && !options_.allow_empty) {
      return std::unexpected(
          Error{ErrorCode::kNoCertificates,
                "no certificate in this folder; files that were not understood: " +
                    std::to_string(reader_.problems().size()),
                {.source = folder.string()},
                ""});
    }
    auto index = IndexRegistry::instance().share(std::move(builder_).build(), {});
    return TrustStore(
        std::make_shared<const TrustStore::State>(std::move(index), std::move(reader_.problems())));
  }

 private:
  const TrustStoreOptions& options_;
  TrustIndexBuilder builder_;
  TrustReader reader_;
};

Result<void> add_named(FolderReader& folder, const std::filesystem::path& path,
                       const TrustStoreOptions& options, FilesRead& read) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  const bool is_dangling = status.type() == std::filesystem::file_type::not_found;
  if (!is_dangling && !std::filesystem::is_regular_file(status)) return {};
  const auto id = identify_file(path);
  if (id && !read.insert(*id).second) return {};
  const auto content = read_file(path, options.max_bytes);
  if (!content) return folder.add(std::unexpected(content.error()), path);
  return folder.add(ByteView(content->bytes()), path);
}

}  // namespace

Result<TrustStore> open_directory(const std::filesystem::path& path,
                                  const TrustStoreOptions& options, FilesRead& read) {
  const ErrorQueueGuard guard;
  const auto names = names_in(path);
  if (!names) return std::unexpected(names.error());
  FolderReader folder(options);
  for (const auto& name : *names) {
    if (const auto added = add_named(folder, name, options, read); !added) {
      return std::unexpected(added.error());
    }
  }
  return std::move(folder).finish(path);
}

Result<TrustStore> open_folder_files(std::span<const LoadedFile> files,
                                     const TrustStoreOptions& options) {
  const ErrorQueueGuard guard;
  FolderReader folder(options);
  for (const LoadedFile& file : files) {
    if (const auto added = folder.add(ByteView(file.bytes.span()), file.path); !added) {
      return std::unexpected(added.error());
    }
  }
  return std::move(folder).finish(files.empty() ? "" : files[0].path.parent_path());
}

}  // namespace keyrack
