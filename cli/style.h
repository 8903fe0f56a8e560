// SPDX-License-Identifier: Apache-2.0
// Colours of standard output, when that is a terminal that has them (and NO_COLOR is not set).
#pragma once

#include <string>
#include <string_view>

namespace keyrack::cli {

enum class Tone { kPlain, kStrong, kSoft, kGood, kBad, kWarning };

std::string paint(std::string_view text, Tone tone);

}  // namespace keyrack::cli
