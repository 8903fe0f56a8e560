// SPDX-License-Identifier: Apache-2.0
#include "preload/tests/client_programs.h"

#include "tests/support/client_commands.h"

namespace keyrack::testing {
namespace {

std::string url(const ClientCall& call) {
  return "https://localhost:" + std::to_string(call.port) + "/";
}

std::string script(const char* name) {
  return std::string(KEYRACK_SOURCE_DIR "/preload/tests/scripts/") + name;
}

ClientCommand curl_by_option(const ClientCall& call) {
  return {with(with(curl_command(call.port), {"--cacert", call.bundle}), {"--crlfile", call.crl},
               !call.crl.empty()),
          {}};
}

ClientCommand curl_by_variable(const ClientCall& call) {
  return {curl_command(call.port), {"SSL_CERT_FILE=" + call.bundle}};
}

// Debian's own: another one on the PATH may have an OpenSSL inside.
constexpr const char* kPython = "/usr/bin/python3";

ClientCommand python_ssl(const ClientCall& call) {
  return {with({kPython, script("ssl_client.py"), std::to_string(call.port), call.bundle},
               {call.crl}, !call.crl.empty()),
          {}};
}

ClientCommand python_urllib(const ClientCall& call) {
  return {{kPython, script("urllib_client.py"), url(call)}, {"SSL_CERT_FILE=" + call.bundle}};
}

ClientCommand s_client(const ClientCall& call) {
  return {with(with(s_client_command(call.port, call.bundle), {"-brief"}),
               {"-crl_check", "-CRL", call.crl}, !call.crl.empty()),
          {}};
}

ClientCommand verify(const ClientCall& call) {
  const Command command{"openssl",      "verify",           "-CAfile",
                        call.bundle,    "-no-CApath",       "-no-CAstore",
                        "-x509_strict", "-verify_hostname", "localhost"};
  return {with(with(command, {"-crl_check", "-CRLfile", call.crl}, !call.crl.empty()), {call.leaf}),
          {}};
}

ClientCommand verify_by_uri(const ClientCall& call) {
  return {{"openssl", "verify", "-CAstore", call.bundle, "-no-CAfile", "-no-CApath",
           "-verify_hostname", "localhost", call.leaf},
          {}};
}

ClientCommand ruby(const ClientCall& call) {
  return {with({"ruby", script("client.rb"), std::to_string(call.port), call.bundle}, {call.crl},
               !call.crl.empty()),
          {}};
}

ClientCommand php(const ClientCall& call) {
  return {{"php", "-n", script("client.php"), std::to_string(call.port), call.bundle}, {}};
}

ClientCommand psql(const ClientCall& call) {
  const std::string where =
      "host=localhost hostaddr=127.0.0.1 port=" + std::to_string(call.port) +
      " user=keyrack dbname=postgres sslmode=verify-full sslrootcert=" + call.bundle;
  return {{"psql", "-X", "-w", "-Atc", "SELECT 'keyrack-ok'",
           where + (call.crl.empty() ? "" : " sslcrl=" + call.crl)},
          {"HOME=" + call.folder}};
}

}  // namespace

const ClientProgram kPsql{"psql", "psql", true, false, psql};

const std::vector<ClientProgram> kClientPrograms{
    {"curl_by_option", "curl", true, false, curl_by_option},
    {"curl_by_variable", "curl", false, false, curl_by_variable},
    {"python_ssl", kPython, true, false, python_ssl},
    {"python_urllib", kPython, false, false, python_urllib},
    {"openssl_s_client", "openssl", true, false, s_client},
    {"openssl_verify", "openssl", true, false, verify},
    {"openssl_verify_by_uri", "openssl", false, false, verify_by_uri},
    {"ruby", "ruby", true, false, ruby},
    {"php", "php", false, true, php},
};

}  // namespace keyrack::testing
