// SPDX-License-Identifier: Apache-2.0
#include <keyrack/secure_context.h>
#include <keyrack/secure_context_cache.h>

#include <optional>
#include <vector>

#include "bench/context_maker.h"
#include "bench/failure.h"
#include "bench/material.h"

namespace keyrack::bench {
namespace {

class KeyrackMaker : public ContextMaker {
 public:
  KeyrackMaker(const ContextCase& which, const ContextInputs& inputs)
      : which_(which),
        inputs_(inputs),
        trusted_pem_(inputs.trusted_pem(which.ca)),
        identity_pem_(inputs.identity_pem),
        key_pem_(inputs.key_pem) {
    if (is_held(which.trust)) held_trust_ = must(TrustStore::from_pem(trusted_pem_));
    if (is_held(which.identity)) held_identity_ = must(Identity::from_pem(identity_pem_, key_pem_));
    if (which.is_cached) held_context_ = must(cache_.get(options()));
  }

  void prepare() override {
    if (which_.trust == Seen::kNever) trusted_pem_ = never_seen(inputs_.trusted_pem(which_.ca));
    if (which_.identity == Seen::kNever) {
      identity_pem_ = never_seen(inputs_.identity_pem);
      key_pem_ = never_seen(inputs_.key_pem);
    }
  }

  void make() override {
    contexts_.push_back(
        must(which_.is_cached ? cache_.get(options()) : SecureContext::create(options())));
  }

  void release() override { contexts_.clear(); }

 private:
  SecureContextOptions options() const {
    SecureContextOptions options;
    if (which_.trust == Seen::kObject) {
      options.trust = held_trust_;
    } else if (which_.trust != Seen::kAbsent) {
      options.trust = must(TrustStore::from_pem(trusted_pem_));
    }
    if (which_.identity == Seen::kObject) {
      options.identities.push_back(*held_identity_);
    } else if (which_.identity != Seen::kAbsent) {
      options.identities.push_back(must(Identity::from_pem(identity_pem_, key_pem_)));
    }
    return options;
  }

  static bool is_held(Seen seen) { return seen == Seen::kBefore || seen == Seen::kObject; }

  ContextCase which_;
  ContextInputs inputs_;
  // The texts of the next context.
  std::string trusted_pem_;
  std::string identity_pem_;
  std::string key_pem_;
  std::optional<TrustStore> held_trust_;
  std::optional<Identity> held_identity_;
  SecureContextCache cache_;
  std::optional<SecureContext> held_context_;
  std::vector<SecureContext> contexts_;
};

}  // namespace

std::unique_ptr<ContextMaker> make_keyrack_context_maker(const ContextCase& which,
                                                         const ContextInputs& inputs) {
  return std::make_unique<KeyrackMaker>(which, inputs);
}

}  // namespace keyrack::bench
