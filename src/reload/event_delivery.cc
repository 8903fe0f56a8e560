// SPDX-License-Identifier: Apache-2.0
#include "reload/event_delivery.h"

#include <memory>

namespace keyrack {

void EventDelivery::deliver(Lock& lock) {
  if (is_delivering_) return;
  is_delivering_ = true;
  deliverer_ = std::this_thread::get_id();
  while (!events_.empty() && !is_closed_) {
    const ReloadEvent event = std::move(events_.front());
    events_.pop_front();
    lock.unlock();
    try {
      callback_(event);
    } catch (...) {
      // It promised not to throw, and there is nobody to tell; reloading goes on.
    }
    lock.lock();
  }
  is_delivering_ = false;
  done_.notify_all();
}

void EventDelivery::close(Lock& lock) {
  is_closed_ = true;
  events_.clear();
  if (is_delivering_ && deliverer_ == std::this_thread::get_id()) return;
  done_.wait(lock, [this] { return !is_delivering_; });
}

void EventDelivery::reset_after_fork() {
  std::construct_at(&done_);  // see SingleFlight::reset_after_fork
  is_delivering_ = false;
  events_.clear();
}

}  // namespace keyrack
