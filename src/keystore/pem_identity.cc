// SPDX-License-Identifier: Apache-2.0
#include "keystore/pem_identity.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "bytes/base64.h"
#include "bytes/content_kind.h"
#include "bytes/der.h"
#include "bytes/pem_scanner.h"
#include "keystore/certificate_chain.h"
#include "keystore/pem_private_key.h"

namespace keyrack {
namespace {

constexpr std::size_t kMaxCertificates = 1000;

Result<Certificate> read_certificate(const PemBlock& block) {
  std::vector<std::uint8_t> der(base64::max_decoded_size(block.body.size()) + base64::kSlack);
  const auto size = base64::decode(block.body, der.data());
  if (!size) {
    return std::unexpected(Error{ErrorCode::kBadBase64, "the certificate's body is not base64"});
  }
  ByteView bytes(der.data(), *size);
  // What follows it (trust settings, in a TRUSTED CERTIFICATE) is for anchors, not for what is
  // presented.
  der::Reader reader(bytes);
  if (const auto element = reader.read(der::kSequence)) bytes = element->whole;
  return Certificate::from_der(bytes);
}

class PemIdentityReader {
 public:
  PemIdentityReader(const Password& password, const LibraryContext& library_context,
                    std::shared_ptr<const PrivateKey> key = nullptr)
      : password_(password), library_context_(library_context), key_(std::move(key)) {}

  Result<IdentityParts> read_all(std::span<const PemText> texts) {
    for (const PemText& text : texts) {
      if (auto done = read(text); !done) return std::unexpected(std::move(done.error()));
    }
    return finish();
  }

 private:
  Result<void> read(const PemText& text) {
    if (auto wrong = not_pem_error(sniff(as_bytes(text.text)), text.source)) {
      return std::unexpected(std::move(*wrong));
    }
    PemScanner scanner(as_bytes(text.text));
    while (true) {
      auto block = scanner.next();
      if (!block) {
        block.error().where.source = text.source;
        return std::unexpected(std::move(block.error()));
      }
      if (!*block) return {};
      if (auto added = add(**block); !added) {
        added.error().where = scanner.location_of(**block);
        added.error().where.source = text.source;
        return added;
      }
    }
  }

  Result<IdentityParts> finish() {
    if (!key_) {
      return std::unexpected(
          Error{ErrorCode::kNoPrivateKey, "there is no private key in the text"});
    }
    if (certificates_.empty()) {
      return std::unexpected(
          Error{ErrorCode::kNoCertificates, "there is no certificate in the text"});
    }
    std::vector<X509*> borrowed;
    for (const auto& parsed : parsed_) borrowed.push_back(parsed->get());
    const auto ordered = order_chain(borrowed, key_->get());
    if (!ordered) {
      return std::unexpected(
          Error{ErrorCode::kKeyMismatch, "none of the " + std::to_string(certificates_.size()) +
                                             " certificates belongs to the private key"});
    }
    IdentityParts parts{key_, {}, {}, {}, ordered->was_reordered};
    for (const std::size_t i : ordered->chain) {
      parts.chain.push_back(certificates_[i]);
      parts.parsed_chain.push_back(parsed_[i]);
    }
    for (const std::size_t i : ordered->unused) parts.unused.push_back(certificates_[i]);
    return parts;
  }

  Result<void> add(const PemBlock& block) {
    if (block.kind == PemKind::kCertificate || block.kind == PemKind::kTrustedCertificate) {
      return add_certificate(block);
    }
    return is_private_key(block.kind) ? add_key(block) : Result<void>();
  }

  Result<void> add_certificate(const PemBlock& block) {
    auto certificate = read_certificate(block);
    if (!certificate) return std::unexpected(std::move(certificate.error()));
    if (std::ranges::find(certificates_, *certificate) != certificates_.end()) return {};
    if (certificates_.size() == kMaxCertificates) {
      return std::unexpected(
          Error{ErrorCode::kLimitExceeded, "more than 1000 certificates for one private key"});
    }
    auto parsed = parse_shared(certificate->der(), {}, library_context_);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    certificates_.push_back(std::move(*certificate));
    parsed_.push_back(std::move(*parsed));
    return {};
  }

  Result<void> add_key(const PemBlock& block) {
    auto key = load_private_key(block, password_, library_context_);
    if (!key) return std::unexpected(std::move(key.error()));
    if (key_ && key_ != *key) {
      return std::unexpected(Error{ErrorCode::kKeyMismatch,
                                   "a second private key: an identity has one, so split the text"});
    }
    key_ = std::move(*key);
    return {};
  }

  const Password& password_;
  const LibraryContext& library_context_;
  std::vector<Certificate> certificates_;
  std::vector<std::shared_ptr<const ParsedCertificate>> parsed_;
  std::shared_ptr<const PrivateKey> key_;
};

}  // namespace

Result<IdentityParts> read_pem_identity(std::span<const PemText> texts, const Password& password,
                                        const LibraryContext& library_context) {
  return PemIdentityReader(password, library_context).read_all(texts);
}

Result<IdentityParts> read_pem_certificates(std::span<const PemText> texts,
                                            std::shared_ptr<const PrivateKey> key,
                                            const LibraryContext& library_context) {
  return PemIdentityReader({}, library_context, std::move(key)).read_all(texts);
}

}  // namespace keyrack
