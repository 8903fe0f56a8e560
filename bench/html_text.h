// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace keyrack::bench {

// `text` with everything that HTML and SVG would take for markup made harmless.
std::string escape_html(std::string_view text);

// The class that gives a variant the same colour in every chart and table.
std::string variant_class(std::string_view variant);

}  // namespace keyrack::bench
