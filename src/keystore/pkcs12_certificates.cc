// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_certificates.h"

#include "base/error_queue.h"
#include "keystore/pkcs12_reader.h"

namespace keyrack {

Result<std::vector<std::vector<std::uint8_t>>> read_pkcs12_certificates(
    ByteView bytes, const Password& password, std::string_view source_name) {
  const ErrorQueueGuard guard;
  KeyStoreOptions options;
  options.source_name = source_name;
  Result<Pkcs12Contents> contents = read_pkcs12(bytes, password, options);
  if (!contents) return std::unexpected(std::move(contents.error()));
  if (!contents->problems.empty()) return std::unexpected(std::move(contents->problems.front()));

  const bool all_are_trusted = has_no_keys(contents->bags);
  std::vector<std::vector<std::uint8_t>> certificates;
  for (const Pkcs12Bag& bag : contents->bags) {
    if (bag.kind != BagKind::kCertificate || !(bag.is_trusted || all_are_trusted)) continue;
    certificates.emplace_back(bag.value.begin(), bag.value.end());
  }
  return certificates;
}

}  // namespace keyrack
