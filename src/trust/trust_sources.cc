// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_sources.h"

#include <string>
#include <utility>
#include <vector>

#include "base/error_queue.h"
#include "bytes/base64.h"
#include "bytes/content_kind.h"
#include "bytes/keyed_hash.h"
#include "trust/index_registry.h"
#include "trust/trust_reader.h"
#include "trust/trust_store_state.h"

namespace keyrack {
namespace {

// Of the certificates in a text with lines of 64 characters, as nearly all have: close enough that
// the memory need not be made smaller afterwards.
std::size_t expected_der_size(std::size_t text_size) {
  return base64::max_decoded_size(text_size / 65 * 64) + base64::kSlack;
}

TrustStore make_store(std::shared_ptr<const TrustIndex> index, std::vector<Error> problems) {
  return TrustStore(
      std::make_shared<const TrustStore::State>(std::move(index), std::move(problems)));
}

}  // namespace

Result<TrustStore> open_bytes(ByteView bytes, SourceForm form, std::string_view source,
                              const TrustStoreOptions& options) {
  const ErrorQueueGuard guard;
  if (bytes.size() > options.max_bytes) {
    return std::unexpected(Error{ErrorCode::kLimitExceeded,
                                 "larger than the limit of " + std::to_string(options.max_bytes) +
                                     " bytes; raise max_bytes if it is meant to be",
                                 {.source = std::string(source)},
                                 ""});
  }
  IndexRegistry& registry = IndexRegistry::instance();
  const bool is_pem = form == SourceForm::kPem || sniff(bytes) == ContentKind::kPem;
  if (is_pem) {
    auto index = registry.find(bytes);
    if (index && index->size() <= options.max_certificates) return make_store(std::move(index), {});
  }
  TrustIndexBuilder builder(expected_der_size(bytes.size()), process_seed());
  TrustReader reader(builder, options);
  const auto read =
      form == SourceForm::kPem ? reader.read_pem(bytes, source) : reader.read(bytes, source);
  if (!read) return std::unexpected(read.error());
  return make_store(registry.share(std::move(builder).build(), is_pem ? bytes : ByteView()),
                    std::move(reader.problems()));
}

Result<TrustStore> open_file(const std::filesystem::path& path, const TrustStoreOptions& options,
                             FilesRead& read) {
  const auto content = read_file(path, options.max_bytes);
  if (!content) return std::unexpected(content.error());
  read.insert(content->id);
  return open_bytes(content->bytes(), SourceForm::kAny, path.string(), options);
}

}  // namespace keyrack
