// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/store_source.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace keyrack {

struct CrlStoreOptions {
  // Whether a source without one CRL is an empty store, instead of an error.
  bool allow_empty = false;
  // What errors call the bytes, where they came from memory.
  std::string source_name = "memory";
  std::size_t max_bytes = 64u << 20;  // of one source
  std::size_t max_crls = 10'000;      // of one source
};

// An immutable set of certificate revocation lists (RFC 5280 section 5), parsed when it is made.
// OpenSSL gets every CRL of an issuer, partitioned ones too, and picks; where the only ones have
// expired, verification fails. A cheap handle to shared state, for any thread.
class CrlStore {
 public:
  using Options = CrlStoreOptions;

  static CrlStore empty();
  // PEM (other blocks are passed over) or DER, one CRL or several.
  static Result<CrlStore> from_file(const std::filesystem::path& path, const Options& options = {});
  static Result<CrlStore> from_bytes(std::span<const std::uint8_t> bytes,
                                     const Options& options = {});
  // All of them, equal ones once. Nothing is copied.
  static CrlStore merge(std::span<const CrlStore> stores);

  std::size_t size() const;

  class State;
  explicit CrlStore(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

// Where CRLs come from: see store_source.h. A CrlStore is one. Every file of a folder that is
// followed must be good.
using CrlSource = StoreSource<CrlStore>;
using LiveCrlStore = LiveStore<CrlStore>;

extern template class LiveStore<CrlStore>;
extern template class StoreSource<CrlStore>;

// Which certificates of a chain must be known not to be revoked.
enum class CrlCheck {
  kLeaf,
  kWholeChain,  // its anchor too; as in nginx and Node.js
};

}  // namespace keyrack
