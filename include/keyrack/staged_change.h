// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/crl_store.h>
#include <keyrack/error.h>
#include <keyrack/key_manager.h>
#include <keyrack/trust_source.h>

#include <memory>
#include <vector>

namespace keyrack {

class SourceCore;

// The files of several sources loaded together, looked at together, and put in service at one
// moment or not at all: a new key store and the new client CA that belongs to it. Meant for sources
// that are not ReloadOptions::automatic; others may take up a change before it is committed.
//
// For one thread. Dropping it abandons the change.
class StagedChange {
 public:
  // What follows files: a key manager with all of its sources, trust, CRLs. What never changes, or
  // is replaced by its owner, takes no part.
  class Item {
   public:
    Item(const KeyManager& keys);    // NOLINT: a list of them is written as it is
    Item(const TrustSource& trust);  // NOLINT
    Item(const CrlSource& crls);     // NOLINT

   private:
    friend class StagedChange;
    std::vector<std::shared_ptr<SourceCore>> cores_;
  };

  // Loads all of them and publishes nothing. Fails with the first failure, which is counted and
  // reported at its source too.
  static Result<StagedChange> prepare(const std::vector<Item>& items);
  StagedChange(StagedChange&&) noexcept;
  StagedChange& operator=(StagedChange&&) noexcept;
  ~StagedChange();

  // What the source, one of those prepared, will serve after the commit.
  TrustStore value_of(const TrustSource& trust) const;
  CrlStore value_of(const CrlSource& crls) const;

  // False, with nothing changed: one of the sources has served something newer meanwhile. Call
  // once. A handshake that chooses its key and verifies its peer while this happens may do the one
  // before and the other after.
  [[nodiscard]] bool commit();

 private:
  class State;
  explicit StagedChange(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace keyrack
