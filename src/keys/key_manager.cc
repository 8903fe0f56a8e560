// SPDX-License-Identifier: Apache-2.0
#include <keyrack/key_manager.h>

#include "base/error_queue.h"
#include "keys/explain.h"
#include "keys/key_manager_state.h"

namespace keyrack {
namespace {

Result<void> check(const std::vector<KeySource>& sources, const KeyManagerOptions& options) {
  const auto refuse = [](std::string message) {
    return std::unexpected(Error{ErrorCode::kBadOption, std::move(message)});
  };
  if (sources.empty()) return refuse("a key manager needs at least one source");
  if (options.kind == KeyManagerKind::kSunX509 && sources.size() != 1) {
    return refuse("a SunX509 key manager has one source, not " + std::to_string(sources.size()));
  }
  if (options.reload.poll_interval < std::chrono::milliseconds::zero()) {
    return refuse("reload.poll_interval is negative");
  }
  return {};
}

SelectionRequest listing(Role role, std::string_view key_type,
                         const std::vector<std::vector<std::uint8_t>>& issuers) {
  return SelectionRequest(
      KeyRequest{.role = role, .key_types = {std::string(key_type)}, .issuers = issuers});
}

}  // namespace

Result<KeyManager> KeyManager::create(std::vector<KeySource> sources,
                                      const KeyManagerOptions& options) {
  const ErrorQueueGuard guard;
  if (const Result<void> checked = check(sources, options); !checked) {
    return std::unexpected(checked.error());
  }
  const auto state = std::make_shared<State>(options);
  for (const KeySource& source : sources) {
    if (const Result<void> added = state->add(source); !added) {
      return std::unexpected(added.error());
    }
  }
  if (options.kind == KeyManagerKind::kSunX509 || options.cache == CachePolicy::kAtInit) {
    if (const Result<void> frozen = state->freeze(); !frozen) {
      return std::unexpected(frozen.error());
    }
  } else if (options.prewarm) {
    state->prewarm();
  }
  return KeyManager(state);
}

Result<Credential> KeyManager::choose(const KeyRequest& request) const {
  const ErrorQueueGuard guard;
  const Result<Chosen> chosen = state_->choose(SelectionRequest(request));
  if (!chosen) return std::unexpected(chosen.error());
  return chosen->credential();
}

Explanation KeyManager::explain(const KeyRequest& request) const {
  const ErrorQueueGuard guard;
  return keyrack::explain(state_->sources().lists, SelectionRequest(request), state_->rules(),
                          state_->names());
}

std::optional<std::string> KeyManager::choose_alias(const KeyRequest& request) const {
  const ErrorQueueGuard guard;
  return state_->choose_alias(SelectionRequest(request));
}

std::vector<std::string> KeyManager::server_aliases(
    std::string_view key_type, const std::vector<std::vector<std::uint8_t>>& issuers) const {
  const ErrorQueueGuard guard;
  return state_->list_aliases(listing(Role::kServer, key_type, issuers));
}

std::vector<std::string> KeyManager::client_aliases(
    std::string_view key_type, const std::vector<std::vector<std::uint8_t>>& issuers) const {
  const ErrorQueueGuard guard;
  return state_->list_aliases(listing(Role::kClient, key_type, issuers));
}

Result<Credential> KeyManager::credential(std::string_view alias) const {
  const ErrorQueueGuard guard;
  if (const auto fetched = state_->fetched().find(alias)) return *fetched;
  const Result<Chosen> chosen = state_->find_alias(alias);
  if (!chosen) return std::unexpected(chosen.error());
  Result<Credential> credential = chosen->credential();
  if (credential) state_->fetched().add(alias, *credential);
  return credential;
}

std::optional<Result<Credential>> KeyManager::credential(std::string_view alias,
                                                         CredentialCallback callback) const {
  const ErrorQueueGuard guard;
  if (const auto fetched = state_->fetched().find(alias)) return *fetched;
  const Result<Chosen> chosen = state_->find_alias(alias);
  if (!chosen) return std::unexpected(chosen.error());
  // The job holds the state, so that a fetched alias is kept whoever lets go meanwhile.
  const auto remember = [state = state_, name = std::string(alias),
                         callback = std::move(callback)](const Result<Credential>& result) {
    if (result) state->fetched().add(name, *result);
    callback(result);
  };
  const auto found = chosen->snapshot->credential(
      chosen->match.index, remember,
      [this](std::function<void()> work) { state_->queue().submit(std::move(work)); });
  if (!found) return std::nullopt;
  state_->fetched().add(alias, *found);
  return *found;
}

Result<void> KeyManager::refresh() const {
  const ErrorQueueGuard guard;
  return state_->refresh();
}

void KeyManager::prewarm() const { state_->prewarm(); }

std::vector<Error> KeyManager::problems() const {
  const ErrorQueueGuard guard;
  return state_->problems();
}

KeyManagerStats KeyManager::stats() const { return state_->stats(); }

std::vector<KeySourceStatus> KeyManager::sources() const { return state_->status(); }

}  // namespace keyrack
