// SPDX-License-Identifier: Apache-2.0
#include "context/algorithm_lists.h"

#include <openssl/ssl.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "context/client_hello_probe.h"
#include "context/option_error.h"
#include "context/remembered.h"

namespace keyrack {
namespace {

using Numbers = std::vector<std::uint16_t>;

struct ListOption {
  const char* name;
  const std::string& value;
  bool (*set)(SSL_CTX*, const std::string&);
  Numbers (ClientHelloProbe::*offered)(const std::string&);
};

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> elements;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    elements.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return elements;
}

// Lists that were found to be offered in full, with all that this depends on.
Remembered& known_lists() {
  static auto& instance = *new Remembered;
  return instance;
}

std::string circumstances(SSL_CTX* context, const ListOption& option) {
  std::string text(option.name);
  for (const long number :
       {static_cast<long>(SSL_CTX_get_security_level(context)),
        SSL_CTX_get_min_proto_version(context), SSL_CTX_get_max_proto_version(context)}) {
    text.append(" ").append(std::to_string(number));
  }
  return text.append(" ").append(option.value);
}

Result<void> check_offered(SSL_CTX* context, const ListOption& option,
                           const LibraryContext& library_context) {
  ClientHelloProbe probe(context, library_context);
  Numbers expected;
  for (const std::string& element : split(option.value)) {
    const Numbers offered = (probe.*option.offered)(element);
    if (offered.empty()) {
      return bad_option(option.name, element.empty() ? "\"\"" : element,
                        "names nothing that OpenSSL uses at security level " +
                            std::to_string(SSL_CTX_get_security_level(context)) +
                            " in the versions that are switched on");
    }
    expected.insert(expected.end(), offered.begin(), offered.end());
  }
  if ((probe.*option.offered)(option.value) == expected) return {};
  return bad_option(option.name, option.value,
                    "OpenSSL makes another list of it: is something in it twice?");
}

Result<void> apply_list(SSL_CTX* context, const ListOption& option,
                        const LibraryContext& library_context) {
  if (option.value.empty()) return {};
  if (auto fine = refuse_zero_bytes(option.name, option.value); !fine) return fine;
  const std::string remembered = circumstances(context, option);
  const bool is_known = library_context.is_default() && known_lists().contains(remembered);
  if (!is_known) {
    if (auto fine = check_offered(context, option, library_context); !fine) return fine;
    if (library_context.is_default()) known_lists().add(remembered);
  }
  if (!option.set(context, option.value)) {
    return bad_option(option.name, option.value, "OpenSSL refuses it");
  }
  return {};
}

}  // namespace

Result<void> apply_algorithm_lists(SSL_CTX* context, const SecureContextOptions& options) {
  const ListOption groups{"groups", options.groups,
                          [](SSL_CTX* to, const std::string& list) {
                            return SSL_CTX_set1_groups_list(to, list.c_str()) == 1;
                          },
                          &ClientHelloProbe::groups};
  if (auto done = apply_list(context, groups, options.library_context); !done) return done;
  const ListOption sigalgs{"sigalgs", options.sigalgs,
                           [](SSL_CTX* to, const std::string& list) {
                             return SSL_CTX_set1_sigalgs_list(to, list.c_str()) == 1;
                           },
                           &ClientHelloProbe::signature_algorithms};
  return apply_list(context, sigalgs, options.library_context);
}

}  // namespace keyrack
