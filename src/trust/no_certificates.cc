// SPDX-License-Identifier: Apache-2.0
#include "trust/no_certificates.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bytes/content_kind.h"
#include "bytes/pem_scanner.h"

namespace keyrack {
namespace {

// More different labels than these are not a list that anybody reads.
constexpr std::size_t kMaxLabels = 8;

// "; it has 2 PRIVATE KEY, 1 X509 CRL" of the well-formed blocks of a text.
std::string list_blocks(ByteView text) {
  std::vector<std::pair<std::string_view, std::size_t>> labels;
  PemScanner scanner(text);
  for (auto block = scanner.next(); !block || *block; block = scanner.next()) {
    if (!block) continue;
    const std::string_view label = (*block)->label;
    const auto known =
        std::ranges::find(labels, label, [](const auto& pair) { return pair.first; });
    if (known != labels.end()) {
      ++known->second;
    } else if (labels.size() < kMaxLabels) {
      labels.emplace_back(label, 1);
    }
  }
  std::string list;
  for (const auto& [label, count] : labels) {
    list += (list.empty() ? "; it has " : ", ") + std::to_string(count) + " " + std::string(label);
  }
  return list;
}

// Forms for which there is no other advice than that they hold no certificate.
bool is_known_form(ContentKind kind) {
  switch (kind) {
    case ContentKind::kPem:
    case ContentKind::kDerCertificate:
    case ContentKind::kDerCrl:
    case ContentKind::kDerPrivateKey:
    case ContentKind::kPkcs7:
    case ContentKind::kPkcs12: return true;
    default: return false;
  }
}

}  // namespace

Error no_certificates_error(ByteView bytes, std::string_view source, std::size_t refused,
                            bool is_pem_wanted) {
  const ContentKind kind = sniff(bytes);
  if (is_pem_wanted || !is_known_form(kind)) {
    if (auto error = not_pem_error(kind, source)) return std::move(*error);
  }
  std::string message = "no certificate in this " + std::string(to_string(kind));
  if (kind == ContentKind::kPem) message += list_blocks(bytes);
  if (refused != 0) message += "; malformed pieces: " + std::to_string(refused);
  return {ErrorCode::kNoCertificates, std::move(message), {.source = std::string(source)}, ""};
}

}  // namespace keyrack
