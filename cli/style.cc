// SPDX-License-Identifier: Apache-2.0
#include "cli/style.h"

#include <unistd.h>

#include <cstdlib>

namespace keyrack::cli {
namespace {

bool has_colours() {
  static const bool has = [] {
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0') &&
           terminal != nullptr && std::string_view(terminal) != "dumb";
  }();
  return has;
}

const char* escape_of(Tone tone) {
  switch (tone) {
    case Tone::kPlain: return "";
    case Tone::kStrong: return "\033[1m";
    case Tone::kSoft: return "\033[2m";
    case Tone::kGood: return "\033[32m";
    case Tone::kBad: return "\033[31m";
    case Tone::kWarning: return "\033[33m";
  }
  return "";
}

}  // namespace

std::string paint(std::string_view text, Tone tone) {
  if (tone == Tone::kPlain || text.empty() || !has_colours()) return std::string(text);
  return escape_of(tone) + std::string(text) + "\033[0m";
}

}  // namespace keyrack::cli
