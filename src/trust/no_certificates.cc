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

// "2 PRIVATE KEY, 1 X509 CRL" of the well-formed blocks of a text.
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
    if (!list.empty()) list += ", ";
    list += std::to_string(count) + " " + std::string(label);
  }
  return list;
}

}  // namespace

Error no_certificates_error(ByteView bytes, std::string_view source, std::size_t refused) {
  const ContentKind kind = sniff(bytes);
  std::string found;
  if (kind == ContentKind::kPem) {
    found = list_blocks(bytes);
  } else if (auto error = not_pem_error(kind, source)) {
    return std::move(*error);
  }
  std::string message = "no certificate in this " + std::string(to_string(kind));
  if (!found.empty()) message += "; it has " + found;
  if (refused != 0) message += "; malformed blocks: " + std::to_string(refused);
  return {ErrorCode::kNoCertificates, std::move(message), {.source = std::string(source)}, ""};
}

}  // namespace keyrack
