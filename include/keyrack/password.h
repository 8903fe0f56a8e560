// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

namespace keyrack {

// A password (UTF-8) in memory that is wiped when the last copy goes. Copies share it.
//
// "No password" (a default-constructed one) and the empty password are different things: PKCS#12
// encodes them differently. Safe to read from any thread.
class Password {
 public:
  Password() = default;
  explicit Password(std::string_view utf8);

  bool has_value() const { return secret_ != nullptr; }
  // Empty when there is none. Valid while this object, or a copy of it, lives.
  std::string_view view() const;

 private:
  class Secret;
  std::shared_ptr<const Secret> secret_;
};

}  // namespace keyrack
