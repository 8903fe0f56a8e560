// SPDX-License-Identifier: Apache-2.0
#include "bench/environment.h"

#include <array>
#include <cstdlib>

namespace keyrack::bench {
namespace {

constexpr std::array kTrustVariables{"SSL_CERT_FILE",
                                     "SSL_CERT_DIR",
                                     "OPENSSL_CONF",
                                     "OPENSSL_MODULES",
                                     "NODE_EXTRA_CA_CERTS",
                                     "NODE_OPTIONS",
                                     "NODE_USE_SYSTEM_CA",
                                     "BUN_OPTIONS",
                                     "DENO_CERT",
                                     "DENO_TLS_CA_STORE",
                                     "CURL_CA_BUNDLE",
                                     "REQUESTS_CA_BUNDLE",
                                     "PIP_CERT",
                                     "GIT_SSL_CAINFO",
                                     "AWS_CA_BUNDLE",
                                     "HTTPLIB2_CA_CERTS",
                                     "NIX_SSL_CERT_FILE",
                                     "JAVA_TOOL_OPTIONS",
                                     "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
                                     "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE"};

}  // namespace

std::span<const char* const> trust_variables() { return kTrustVariables; }

std::vector<std::pair<std::string, std::string>> trust_variables_set() {
  std::vector<std::pair<std::string, std::string>> set;
  for (const char* const name : kTrustVariables) {
    if (const char* const value = std::getenv(name)) set.emplace_back(name, value);
  }
  return set;
}

void remove_trust_variables() {
  for (const char* const name : kTrustVariables) ::unsetenv(name);
}

}  // namespace keyrack::bench
