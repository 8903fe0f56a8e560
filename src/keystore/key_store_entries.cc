// SPDX-License-Identifier: Apache-2.0
#include "keystore/key_store_entries.h"

#include <charconv>
#include <utility>

#include "keystore/pkcs12_shrouded_key.h"

namespace keyrack {
namespace {

using Milliseconds = std::chrono::milliseconds;

// The JDK writes the time of creation as a local key identifier: "Time 1700000000000".
std::optional<std::chrono::sys_time<Milliseconds>> creation_time(ByteView local_key_id) {
  constexpr std::string_view kPrefix = "Time ";
  std::string_view text = as_text(local_key_id);
  if (!text.starts_with(kPrefix)) return std::nullopt;
  text.remove_prefix(kPrefix.size());
  std::int64_t milliseconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), milliseconds);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return std::chrono::sys_time<Milliseconds>(Milliseconds(milliseconds));
}

class EntryMaker {
 public:
  EntryMaker(Pkcs12Contents& contents, const KeyStoreOptions& options, std::chrono::sys_seconds now)
      : contents_(contents), options_(options), table_(now) {}

  EntryTable make() {
    read_certificates();
    find_chains();
    for (std::size_t i = 0; i < contents_.bags.size(); ++i) add_entry(i);
    return std::move(table_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void read_certificates() {
    pool_index_.assign(contents_.bags.size(), kNone);
    for (std::size_t i = 0; i < contents_.bags.size(); ++i) {
      const Pkcs12Bag& bag = contents_.bags[i];
      if (bag.kind != BagKind::kCertificate) continue;
      Result<Certificate> certificate = Certificate::from_der(bag.value);
      if (!certificate) {
        add_problem(bag, "certificate", std::move(certificate.error()));
        continue;
      }
      pool_index_[i] = table_.certificates.size();
      table_.certificates.add(*certificate, bag);
    }
  }

  void find_chains() {
    is_in_chain_.assign(table_.certificates.size(), false);
    chains_.resize(contents_.bags.size());
    for (std::size_t i = 0; i < contents_.bags.size(); ++i) {
      const Pkcs12Bag& bag = contents_.bags[i];
      if (bag.kind != BagKind::kKey && bag.kind != BagKind::kShroudedKey) continue;
      const std::optional<std::size_t> leaf = table_.certificates.leaf_of(bag);
      if (!leaf) continue;
      chains_[i] = table_.certificates.chain_of(*leaf);
      for (const std::size_t link : chains_[i]) is_in_chain_[link] = true;
    }
  }

  void add_entry(std::size_t index) {
    const Pkcs12Bag& bag = contents_.bags[index];
    KeyStoreEntry entry;
    entry.bag_index = bag.index;
    entry.created = creation_time(bag.local_key_id);
    switch (bag.kind) {
      case BagKind::kShroudedKey: entry.encryption = encryption_of(bag); [[fallthrough]];
      case BagKind::kKey:
        entry.kind = EntryKind::kPrivateKey;
        for (const std::size_t link : chains_[index]) {
          entry.chain.push_back(table_.certificates[link]);
        }
        break;
      case BagKind::kCertificate: {
        const std::size_t in_pool = pool_index_[index];
        if (in_pool == kNone) return;
        const bool is_trusted = bag.is_trusted || all_are_trusted_;
        if (!is_trusted && is_in_chain_[in_pool]) return;
        entry.kind = is_trusted ? EntryKind::kTrustedCertificate : EntryKind::kCertificate;
        entry.chain.push_back(table_.certificates[in_pool]);
        break;
      }
      case BagKind::kCrl:
        entry.kind = EntryKind::kCrl;
        entry.crl.assign(bag.value.begin(), bag.value.end());
        break;
      case BagKind::kSecret: entry.kind = EntryKind::kSecret; break;
    }
    entry.alias = table_.aliases.add(alias_of(bag, entry.kind), table_.entries.size());
    table_.entries.push_back(std::move(entry));
    table_.bags.push_back(index);
  }

  std::string alias_of(const Pkcs12Bag& bag, EntryKind kind) {
    if (bag.friendly_name) return *bag.friendly_name;
    // What is no entry for the JDK must not move its numbers.
    if (kind == EntryKind::kCertificate || kind == EntryKind::kCrl) {
      return std::string(to_string(kind)) + "-" + std::to_string(bag.index);
    }
    return table_.aliases.next_number();
  }

  std::optional<PasswordAlgorithm> encryption_of(const Pkcs12Bag& bag) {
    ber::Buffers buffers;
    Result<ShroudedKey> key = parse_shrouded_key(bag.value, buffers);
    if (!key) {
      add_problem(bag, "private key", std::move(key.error()));
      return std::nullopt;
    }
    if (Result<void> checked = check_limits(key->encryption.derivation, options_.limits);
        !checked) {
      add_problem(bag, "private key", std::move(checked.error()));
    }
    return describe(key->encryption);
  }

  void add_problem(const Pkcs12Bag& bag, std::string_view stage, Error error) {
    error.message = std::string(stage) + ": " + error.message;
    error.where = Location{.source = options_.source_name, .index = bag.index, .label = "bag"};
    contents_.problems.push_back(std::move(error));
  }

  Pkcs12Contents& contents_;
  const KeyStoreOptions& options_;
  const bool all_are_trusted_ = has_no_keys(contents_.bags);
  EntryTable table_;
  std::vector<std::size_t> pool_index_;           // of each bag, kNone for other kinds
  std::vector<std::vector<std::size_t>> chains_;  // of each bag, in the pool
  std::vector<bool> is_in_chain_;                 // of each certificate of the pool
};

}  // namespace

EntryTable make_entries(Pkcs12Contents& contents, const KeyStoreOptions& options,
                        std::chrono::sys_seconds now) {
  return EntryMaker(contents, options, now).make();
}

}  // namespace keyrack
