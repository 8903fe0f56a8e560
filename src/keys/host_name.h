// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace keyrack {

// The form that DNS names are compared in: ASCII letters in lower case, one trailing dot dropped.
// Names are A-labels already, in certificates and in TLS (RFC 6066 section 3).
std::string fold_host_name(std::string_view name);

// What stands for `name` in a certificate with a wildcard: "*.example.com" for "www.example.com".
// The wildcard is the whole first label and stands for exactly one (RFC 6125 section 6.4.3); one
// for a whole top-level domain is none. Empty when there is no such form. `name` is folded.
std::string wildcard_form(std::string_view name);

}  // namespace keyrack
