// SPDX-License-Identifier: Apache-2.0
#include "cli/choose_sources.h"

#include <openssl/crypto.h>

#include <filesystem>
#include <span>
#include <utility>
#include <variant>

#include "bytes/content_kind.h"
#include "bytes/pem_scanner.h"
#include "cli/input.h"
#include "cli/open_asking.h"
#include "keystore/pem_identity.h"
#include "keystore/pem_private_key.h"

namespace keyrack::cli {
namespace {

struct PemParts {
  bool has_certificate = false;
  bool has_key = false;
};

// As far as the text can be read; whoever opens it says what is wrong.
PemParts parts_of(ByteView text) {
  PemParts parts;
  PemScanner scanner(text);
  for (auto block = scanner.next(); block && *block; block = scanner.next()) {
    const PemKind kind = (*block)->kind;
    parts.has_key = parts.has_key || is_private_key(kind);
    parts.has_certificate = parts.has_certificate || kind == PemKind::kCertificate ||
                            kind == PemKind::kTrustedCertificate;
  }
  return parts;
}

bool complete_each_other(const PemParts& a, const PemParts& b) {
  return a.has_certificate != b.has_certificate && a.has_key != b.has_key &&
         a.has_certificate != a.has_key;
}

class SourceOpener {
 public:
  SourceOpener(const std::vector<std::string>& paths, const PasswordOption& password)
      : password_(password.get()) {
    for (const std::string& path : paths) files_.push_back(value_or_fail(read_input(path)));
  }
  ~SourceOpener() {
    for (Input& file : files_) OPENSSL_cleanse(file.bytes.data(), file.bytes.size());
  }
  SourceOpener(const SourceOpener&) = delete;
  SourceOpener& operator=(const SourceOpener&) = delete;

  std::vector<ChooseSource> open() {
    std::vector<ChooseSource> sources;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (sniff(files_[i].bytes) != ContentKind::kPem) {
        sources.push_back(open_store(files_[i]));
      } else if (is_pair(i)) {
        sources.push_back(open_identity({&files_[i], 2}));
        ++i;
      } else {
        sources.push_back(open_identity({&files_[i], 1}));
      }
    }
    return sources;
  }

 private:
  bool is_pair(std::size_t first) const {
    return first + 1 < files_.size() && sniff(files_[first + 1].bytes) == ContentKind::kPem &&
           complete_each_other(parts_of(files_[first].bytes), parts_of(files_[first + 1].bytes));
  }

  ChooseSource open_store(const Input& file) const {
    Password password = password_;
    KeyStore store = open_asking(
        [&](const Password& with) {
          return KeyStore::from_bytes(file.bytes, with, {.source_name = file.name});
        },
        password, file.name);
    return {file.name, KeySource::store(std::move(store))};
  }

  ChooseSource open_identity(std::span<const Input> files) const {
    std::vector<PemText> texts;
    std::string name;
    for (const Input& file : files) {
      texts.push_back({as_text(file.bytes), file.name});
      name += (name.empty() ? "" : " ") + file.name;
    }
    Password password = password_;
    Identity identity = open_asking(
        [&](const Password& with) { return identity_from_pem(texts, with, {}); }, password, name);
    const std::string alias = std::filesystem::path(files.front().name).stem().string();
    return {std::move(name), KeySource::identity(alias, std::move(identity))};
  }

  const Password password_;
  std::vector<Input> files_;
};

}  // namespace

Certificate ChooseSource::leaf(const std::string& alias) const {
  if (const auto* named = std::get_if<KeySource::NamedIdentity>(&source.where)) {
    return named->identity.chain().front();
  }
  return std::get<LiveKeyStore>(source.where).current().find(alias)->chain.front();
}

std::vector<ChooseSource> open_choose_sources(const std::vector<std::string>& paths,
                                              const PasswordOption& password) {
  return SourceOpener(paths, password).open();
}

}  // namespace keyrack::cli
