// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/ticket_keys.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "base/counters.h"
#include "context/ticket_key_ring.h"
#include "reload/source.h"

namespace keyrack {

// Which keys are in service when. Any thread.
class TicketKeys::State {
 public:
  using Ring = std::shared_ptr<const TicketKeyRing>;
  using Clock = std::function<TicketKeyRing::Time()>;
  struct Rules {
    TicketKeySchedule schedule = {};
    bool is_scheduled = false;  // whether the newest key is replaced by itself
    Clock clock = std::chrono::steady_clock::now;
  };

  State(TicketKeyRing first, Rules rules);
  explicit State(Source<TicketKeyRing> files) : files_(std::move(files)) {}

  // Those in service now. Replaces the newest when its time has come and lets go of the retired.
  Ring ring();
  Result<void> rotate(std::shared_ptr<const TicketKey> newest);
  Result<void> retire_older();
  ReloadReport refresh() const { return files_ ? files_->refresh() : ReloadReport{}; }

  struct {
    Counters::Counter issued;
    Counters::Counter accepted;
    Counters::Counter renewed;
    Counters::Counter unknown;
  } counted;

 private:
  Result<void> rotate_locked(std::shared_ptr<const TicketKey> newest, TicketKeyRing::Time now);

  const std::optional<Source<TicketKeyRing>> files_;
  const Rules rules_;
  std::mutex mutex_;
  Ring ring_;
  TicketKeyRing::Time rotates_ = TicketKeyRing::Time::max();
};

}  // namespace keyrack
