// SPDX-License-Identifier: Apache-2.0
#include <keyrack/password.h>

#include <span>

#include "base/secret_bytes.h"

namespace keyrack {

class Password::Secret {
 public:
  explicit Secret(std::string_view utf8)
      : bytes_(std::span(reinterpret_cast<const std::uint8_t*>(utf8.data()), utf8.size())) {}
  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

 private:
  SecretBytes bytes_;
};

Password::Password(std::string_view utf8) : secret_(std::make_shared<const Secret>(utf8)) {}

std::string_view Password::view() const { return secret_ ? secret_->view() : std::string_view(); }

}  // namespace keyrack
