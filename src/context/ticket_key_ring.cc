// SPDX-License-Identifier: Apache-2.0
#include "context/ticket_key_ring.h"

#include <openssl/rand.h>

#include <algorithm>
#include <string>

#include "context/option_error.h"

namespace keyrack {

Result<std::shared_ptr<const TicketKey>> TicketKey::from_bytes(
    std::span<const std::uint8_t> bytes) {
  if (bytes.size() != kNodeBytes && bytes.size() != kOpenSslBytes) {
    return bad_option("ticket_keys", std::to_string(bytes.size()) + " bytes",
                      "a key has 48 (Node.js) or 80 (OpenSSL) bytes");
  }
  return std::make_shared<const TicketKey>(SecretBytes(bytes));
}

Result<std::shared_ptr<const TicketKey>> TicketKey::random() {
  SecretBytes bytes(kOpenSslBytes);
  // The name is public, the rest is not.
  if (RAND_bytes(bytes.data(), kNameBytes) != 1 ||
      RAND_priv_bytes(bytes.data() + kNameBytes, kOpenSslBytes - kNameBytes) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "cannot make a ticket key"));
  }
  return std::make_shared<const TicketKey>(std::move(bytes));
}

Result<TicketKeyRing> TicketKeyRing::from_entries(std::vector<Entry> entries) {
  if (entries.empty() || entries.size() > kMaxKeys) {
    return bad_option("ticket_keys", std::to_string(entries.size()) + " keys", "has 1 to 64 keys");
  }
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const TicketKey::Name name = entries[i].key->name();
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (std::ranges::equal(entries[earlier].key->name(), name)) {
        return bad_option("ticket_keys", "number " + std::to_string(i + 1),
                          "has the name of an earlier one, the first 16 bytes");
      }
    }
  }
  return TicketKeyRing(std::move(entries));
}

const TicketKey* TicketKeyRing::find(TicketKey::Name name) const {
  const auto found = std::ranges::find_if(
      entries_, [name](const Entry& entry) { return std::ranges::equal(entry.key->name(), name); });
  return found == entries_.end() ? nullptr : found->key.get();
}

bool TicketKeyRing::has_retired(Time now) const {
  return std::ranges::any_of(entries_, [now](const Entry& entry) { return entry.retires <= now; });
}

}  // namespace keyrack
