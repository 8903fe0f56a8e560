// SPDX-License-Identifier: Apache-2.0
#include <keyrack/reload.h>

#include <memory>

#include "reload/reloader_state.h"

namespace keyrack {

Reloader::Reloader() {
  // Never destroyed: sources may outlive every static object.
  static const auto& state =
      *new std::shared_ptr<State>(std::make_shared<State>(State::Driver::kThread));
  state_ = state;
}

Result<Reloader> Reloader::for_event_loop() {
  auto state = std::make_shared<State>(State::Driver::kEventLoop);
  if (const Result<void> opened = state->open_descriptors(); !opened) {
    return std::unexpected(opened.error());
  }
  return Reloader(std::move(state));
}

int Reloader::descriptor() const { return state_->descriptor(); }

void Reloader::run_due() const { state_->run_due(); }

void Reloader::stop() const { state_->stop(); }

Result<void> Reloader::start() const { return state_->start(); }

}  // namespace keyrack
