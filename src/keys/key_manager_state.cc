// SPDX-License-Identifier: Apache-2.0
#include "keys/key_manager_state.h"

#include <limits>
#include <utility>

#include "keys/alias.h"
#include "keys/file_source.h"
#include "keys/fixed_source.h"
#include "keys/identity_entry.h"
#include "keys/live_source.h"

namespace keyrack {
namespace {

bool is_frozen_kind(const KeyManagerOptions& options) {
  return options.kind == KeyManagerKind::kSunX509 || options.cache == CachePolicy::kAtInit;
}

std::size_t cache_capacity(const KeyManagerOptions& options) {
  return is_frozen_kind(options) ? std::numeric_limits<std::size_t>::max()
                                 : options.max_cached_keys;
}

}  // namespace

SelectionRules selection_rules(const KeyManagerOptions& options) {
  SelectionRules rules;
  rules.judgement.jdk_compatible_usage = options.jdk_compatible_usage;
  rules.judgement.match_common_name = options.match_common_name;
  rules.constraints.min_rsa_bits = options.min_rsa_bits;
  rules.constraints.min_dsa_bits = options.min_dsa_bits;
  rules.constraints.min_ec_bits = options.min_ec_bits;
  rules.constraints.disabled = 0;
  for (const std::string& digest : options.disabled_digests) {
    rules.constraints.disabled |= signatures_of_digest(digest);
  }
  return rules;
}

KeyManager::State::State(const KeyManagerOptions& options)
    : options_(options),
      rules_(selection_rules(options)),
      names_{options.default_alias, options.refuse_unknown_names},
      cache_(std::make_shared<CredentialCache>(cache_capacity(options))),
      context_{.cache = cache_,
               .match_common_name = options.match_common_name,
               .keeps_credentials =
                   is_frozen_kind(options) || options.cache != CachePolicy::kPerHandshake,
               .library_context = options.library_context} {}

Result<void> KeyManager::State::add(const KeySource& source) {
  Result<std::unique_ptr<ManagedSource>> opened = open(source);
  if (!opened) return std::unexpected(std::move(opened.error()));
  sources_.push_back(std::move(*opened));
  return {};
}

Result<std::unique_ptr<ManagedSource>> KeyManager::State::open(const KeySource& source) {
  if (const auto* file = std::get_if<KeySource::File>(&source.where)) {
    return FileSource::open(*file, source.key_passwords, context_, reload_options());
  }
  if (const auto* files = std::get_if<KeySource::PemFiles>(&source.where)) {
    return FileSource::open(*files, context_, reload_options());
  }
  if (const auto* named = std::get_if<KeySource::NamedIdentity>(&source.where)) {
    return std::make_unique<FixedSource>(
        std::make_shared<const IdentityEntry>(named->alias, named->identity), context_);
  }
  return std::make_unique<LiveSource>(std::get<LiveKeyStore>(source.where), source.key_passwords,
                                      context_);
}

ReloadOptions KeyManager::State::reload_options() {
  ReloadOptions options = options_.reload;
  options.automatic = options.automatic && !is_frozen_kind(options_);
  if (!options_.prewarm) return options;
  options.on_event = [self = weak_from_this(),
                      on_event = options_.reload.on_event](const ReloadEvent& event) {
    const bool is_change = event.kind == ReloadEvent::Kind::kPublished && event.generation > 1;
    if (const auto state = is_change ? self.lock() : nullptr) state->prewarm();
    if (on_event) on_event(event);
  };
  return options;
}

Result<void> KeyManager::State::freeze() {
  SourcesNow frozen;
  for (const auto& source : sources_) {
    if (const Result<void> read = source->refresh(); !read) return read;
    frozen.add(source->current()->without_undecryptable(undecryptable_));
  }
  frozen_ = std::move(frozen);
  return {};
}

SourcesNow KeyManager::State::sources() {
  if (frozen_) return *frozen_;
  SourcesNow now;
  for (const auto& source : sources_) now.add(source->current());
  return now;
}

Result<Chosen> KeyManager::State::choose(const SelectionRequest& request) {
  const SourcesNow now = sources();
  std::optional<Match> match;
  if (request.role == Role::kClient) {
    match = keyrack::choose(now.lists, request, rules_);
  } else if (const auto ranked = choose_by_name(now.lists, request, rules_, names_)) {
    match = ranked->match;
  }
  if (!match) return std::unexpected(nothing_fits(now, request));
  return Chosen{now.snapshots[match->source], *match};
}

std::optional<std::string> KeyManager::State::choose_alias(const SelectionRequest& request) {
  const SourcesNow now = sources();
  const auto match = keyrack::choose(now.lists, request, rules_);
  if (!match) return std::nullopt;
  return make_alias(now, *match);
}

std::vector<std::string> KeyManager::State::list_aliases(const SelectionRequest& request) {
  const SourcesNow now = sources();
  std::vector<std::string> aliases;
  for (const Match& match : list(now.lists, request, rules_)) {
    aliases.push_back(make_alias(now, match));
  }
  return aliases;
}

Result<Chosen> KeyManager::State::find_alias(std::string_view alias) {
  const auto parsed = options_.kind == KeyManagerKind::kSunX509
                          ? ParsedAlias{.source = 0, .alias = alias}
                          : parse_alias(alias);
  const SourcesNow now = sources();
  if (parsed && parsed->source < now.snapshots.size()) {
    const auto& snapshot = now.snapshots[parsed->source];
    if (!snapshot) {
      if (const auto problem = sources_[parsed->source]->status().problem) {
        return std::unexpected(*problem);
      }
    } else if (const auto index = snapshot->candidates()->with_alias(parsed->alias)) {
      return Chosen{snapshot, Match{.source = parsed->source, .index = *index}};
    }
  }
  return std::unexpected(
      Error{ErrorCode::kNoCredential, "there is no key entry '" + std::string(alias) + "'"});
}

std::string KeyManager::State::make_alias(const SourcesNow& now, const Match& match) {
  const std::string& alias = match.candidate(now.lists).alias;
  if (options_.kind == KeyManagerKind::kSunX509) return alias;
  return format_alias(++last_uid_, match.source, alias);
}

Error KeyManager::State::nothing_fits(const SourcesNow& now, const SelectionRequest& request) {
  for (std::size_t i = 0; i < now.snapshots.size(); ++i) {
    if (now.snapshots[i]) continue;
    if (const auto problem = sources_[i]->status().problem) return *problem;
  }
  std::string message = "no key entry fits";
  if (!request.name.empty()) message += " '" + request.name + "'";
  return {ErrorCode::kNoCredential, message + "; explain() tells why"};
}

Result<void> KeyManager::State::refresh() {
  Result<void> result;
  if (frozen_) return result;
  for (const auto& source : sources_) {
    const Result<void> refreshed = source->refresh();
    if (!refreshed && result) result = refreshed;
  }
  return result;
}

void KeyManager::State::prewarm() {
  if (frozen_ || options_.cache == CachePolicy::kPerHandshake) return;
  queue_.submit([self = weak_from_this()] {
    const std::shared_ptr<State> state = self.lock();
    if (!state) return;
    std::vector<Error> failures;
    std::size_t left = state->options_.max_cached_keys;
    for (const auto& snapshot : state->sources().snapshots) {
      const std::size_t size = snapshot ? snapshot->candidates()->candidates().size() : 0;
      for (std::size_t i = 0; i < size && left > 0; ++i, --left) {
        const Result<Credential> loaded = snapshot->credential(i);
        if (!loaded) failures.push_back(loaded.error());
      }
    }
    const std::lock_guard lock(state->mutex_);
    state->undecryptable_ = std::move(failures);
  });
}

std::vector<Error> KeyManager::State::problems() {
  const SourcesNow now = sources();
  std::vector<Error> all;
  for (const KeySourceStatus& source : status()) {
    if (source.problem) all.push_back(*source.problem);
  }
  for (const auto& snapshot : now.snapshots) {
    if (!snapshot) continue;
    for (Error& problem : snapshot->entries().problems()) all.push_back(std::move(problem));
  }
  const std::lock_guard lock(mutex_);
  all.insert(all.end(), undecryptable_.begin(), undecryptable_.end());
  return all;
}

KeyManagerStats KeyManager::State::stats() const {
  const CredentialCache::Counters& counted = cache_->counters();
  return {.hits = counted.hits,
          .misses = counted.misses,
          .kdf_runs = counted.kdf_runs,
          .evictions = counted.evictions,
          .reloads = counted.reloads,
          .cached_keys = cache_->size()};
}

std::vector<std::shared_ptr<SourceCore>> KeyManager::State::cores() const {
  std::vector<std::shared_ptr<SourceCore>> all;
  for (const auto& source : sources_) {
    if (std::shared_ptr<SourceCore> core = source->core()) all.push_back(std::move(core));
  }
  return all;
}

std::vector<KeySourceStatus> KeyManager::State::status() {
  std::vector<KeySourceStatus> all;
  for (const auto& source : sources_) all.push_back(source->status());
  return all;
}

}  // namespace keyrack
