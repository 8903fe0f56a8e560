// SPDX-License-Identifier: Apache-2.0
#include <keyrack/trust_store.h>

#include <string>
#include <utility>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/file.h"
#include "bytes/base64.h"
#include "bytes/byte_view.h"
#include "bytes/keyed_hash.h"
#include "trust/index_registry.h"
#include "trust/trust_reader.h"
#include "trust/trust_store_state.h"
#include "x509/certificate_fields.h"
#include "x509/certificate_state.h"

namespace keyrack {
namespace {

enum class Form : std::uint8_t { kAny, kPem };

// Of certificates in a text with lines of 64 characters, close enough for the memory to be kept as
// it is.
std::size_t expected_der_size(std::size_t source_size) {
  return base64::max_decoded_size(source_size / 65 * 64) + base64::kSlack;
}

Result<TrustStore> open(ByteView bytes, Form form, std::string_view source,
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
  if (auto index = registry.find(bytes); index && index->size() <= options.max_certificates) {
    return TrustStore(
        std::make_shared<const TrustStore::State>(std::move(index), std::vector<Error>()));
  }
  TrustIndexBuilder builder(expected_der_size(bytes.size()), process_seed());
  TrustReader reader(builder, options);
  const auto read =
      form == Form::kPem ? reader.read_pem(bytes, source) : reader.read(bytes, source);
  if (!read) return std::unexpected(read.error());
  auto index = registry.share(std::move(builder).build(), bytes);
  return TrustStore(
      std::make_shared<const TrustStore::State>(std::move(index), std::move(reader.problems())));
}

}  // namespace

TrustStore TrustStore::empty() {
  static const TrustStore nobody(std::make_shared<const State>());
  return nobody;
}

Result<TrustStore> TrustStore::from_file(const std::filesystem::path& path,
                                         const TrustStoreOptions& options) {
  const auto content = read_file(path, options.max_bytes);
  if (!content) return std::unexpected(content.error());
  return open(content->bytes, Form::kAny, path.string(), options);
}

Result<TrustStore> TrustStore::from_bytes(std::span<const std::uint8_t> bytes,
                                          const TrustStoreOptions& options) {
  return open(bytes, Form::kAny, options.source_name, options);
}

Result<TrustStore> TrustStore::from_pem(std::string_view pem, const TrustStoreOptions& options) {
  return open(as_bytes(pem), Form::kPem, options.source_name, options);
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
