// SPDX-License-Identifier: Apache-2.0
#include <keyrack/crl_store.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/error_queue.h"
#include "base/file.h"
#include "bytes/base64.h"
#include "bytes/content_kind.h"
#include "bytes/pem_scanner.h"
#include "trust/crl_store_state.h"

namespace keyrack {
namespace {

// Reads CRLs one behind the other; an error has no source yet.
class CrlReader {
 public:
  explicit CrlReader(const CrlStoreOptions& options) : options_(options) {}

  Result<void> read_pem(ByteView text) {
    PemScanner scanner(text);
    while (true) {
      const auto block = scanner.next();
      if (!block) return std::unexpected(block.error());
      if (!*block) return {};
      if ((*block)->kind != PemKind::kCrl) continue;
      if (auto added = add_block(**block); !added) {
        added.error().where = scanner.location_of(**block);
        return added;
      }
    }
  }

  Result<void> read_der(ByteView bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
      auto size = add(bytes.subspan(at));
      if (!size) {
        size.error().where = {.offset = at, .index = static_cast<std::uint32_t>(crls_.size())};
        return std::unexpected(std::move(size.error()));
      }
      at += *size;
    }
    return {};
  }

  CrlStore::State::Crls& crls() { return crls_; }

 private:
  Result<void> add_block(const PemBlock& block) {
    std::vector<std::uint8_t> der(base64::max_decoded_size(block.body.size()) + base64::kSlack);
    const auto size = base64::decode(block.body, der.data());
    if (!size) {
      return std::unexpected(Error{ErrorCode::kBadBase64, "the body is not base64", {}, ""});
    }
    const auto added = add(ByteView(der).first(*size));
    return added ? Result<void>() : std::unexpected(added.error());
  }

  // The CRL at the start of `bytes`, and how long it is.
  Result<std::size_t> add(ByteView bytes) {
    if (crls_.size() == options_.max_crls) {
      return std::unexpected(Error{ErrorCode::kLimitExceeded,
                                   "more than the limit of " + std::to_string(options_.max_crls) +
                                       " CRLs; raise max_crls if it is meant to be",
                                   {},
                                   ""});
    }
    const unsigned char* end = bytes.data();
    X509CrlPtr crl(d2i_X509_CRL(nullptr, &end, static_cast<long>(bytes.size())));
    if (!crl) {
      return std::unexpected(openssl_error(ErrorCode::kBadDer, "not a well-formed CRL"));
    }
    const auto size = static_cast<std::size_t>(end - bytes.data());
    sort_entries(crl.get());
    const Result<Sha256> digest = sha256(bytes.first(size));
    if (!digest) return std::unexpected(digest.error());
    crls_.push_back(std::make_shared<const ParsedCrl>(std::move(crl), *digest));
    return size;
  }

  const CrlStoreOptions& options_;
  CrlStore::State::Crls crls_;
};

Error error_of(ErrorCode code, std::string message, std::string_view source) {
  return {code, std::move(message), {.source = std::string(source)}, ""};
}

}  // namespace

Result<CrlStore> open_crls(ByteView bytes, std::string_view source,
                           const CrlStoreOptions& options) {
  const ErrorQueueGuard guard;
  if (bytes.size() > options.max_bytes) {
    return std::unexpected(error_of(
        ErrorCode::kLimitExceeded,
        "larger than the limit of " + std::to_string(options.max_bytes) + " bytes", source));
  }
  CrlReader reader(options);
  const ContentKind kind = sniff(bytes);
  Result<void> read;
  if (kind == ContentKind::kPem) read = reader.read_pem(bytes);
  if (kind == ContentKind::kDerCrl) read = reader.read_der(bytes);
  if (!read) {
    read.error().where.source = source;
    return std::unexpected(std::move(read.error()));
  }
  const bool may_be_empty =
      options.allow_empty && (kind == ContentKind::kEmpty || kind == ContentKind::kPem);
  if (reader.crls().empty() && !may_be_empty) {
    return std::unexpected(
        error_of(ErrorCode::kNoCertificates,
                 "no certificate revocation list in this " + std::string(to_string(kind)), source));
  }
  return CrlStore(std::make_shared<const CrlStore::State>(std::move(reader.crls())));
}

CrlStore CrlStore::empty() {
  // Never destroyed: contexts may outlive main().
  static const auto* const none = new CrlStore(std::make_shared<const State>());
  return *none;
}

Result<CrlStore> CrlStore::from_file(const std::filesystem::path& path, const Options& options) {
  const auto content = read_file(path, options.max_bytes);
  if (!content) return std::unexpected(content.error());
  return open_crls(content->bytes(), path.string(), options);
}

Result<CrlStore> CrlStore::from_bytes(std::span<const std::uint8_t> bytes, const Options& options) {
  return open_crls(bytes, options.source_name, options);
}

CrlStore CrlStore::merge(std::span<const CrlStore> stores) {
  if (stores.size() == 1) return stores.front();
  if (stores.empty()) return empty();
  State::Crls all;
  std::set<Sha256> known;
  for (const CrlStore& store : stores) {
    for (const auto& crl : store.state().crls()) {
      if (known.insert(crl->digest).second) all.push_back(crl);
    }
  }
  return CrlStore(std::make_shared<const State>(std::move(all)));
}

std::size_t CrlStore::size() const { return state_->crls().size(); }

}  // namespace keyrack
