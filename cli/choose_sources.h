// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/key_source.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/password_option.h"

namespace keyrack::cli {

// What `keyrack choose` chooses among.
struct ChooseSource {
  std::string name;  // of its file, or files
  KeySource source;

  // The certificate of an entry.
  Certificate leaf(const std::string& alias) const;
};

// Key stores and PEM identities, told apart by content, opened now: a command that names a file
// wants to hear that it cannot be read. A PEM file with certificates alone and one with a key alone
// that follow one another are one identity. Throws CommandFailure.
std::vector<ChooseSource> open_choose_sources(const std::vector<std::string>& paths,
                                              const PasswordOption& password);

}  // namespace keyrack::cli
