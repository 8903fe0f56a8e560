// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/peers.h"

#include "tests/support/client_commands.h"

namespace keyrack::testing {
namespace {

std::string script(const char* name) {
  return std::string(KEYRACK_SOURCE_DIR "/tests/interop/scripts/") + name;
}

const char* openssl_flag(const std::string& version) {
  return version == "TLSv1.3" ? "-tls1_3" : "-tls1_2";
}

Command s_client(const ClientCall& call) {
  return with(
      with(s_client_command(call.port, call.files.ca), {"-ign_eof", openssl_flag(call.version)}),
      {"-cert", call.files.certificate, "-key", call.files.key, "-cert_chain",
       call.files.certificate},
      call.presents_certificate);
}

Command curl(const ClientCall& call) {
  const std::string number = call.version.substr(4);
  return with(
      with(curl_command(call.port), {"--cacert", call.files.ca, "--tlsv" + number, "--tls-max",
                                     number, "--write-out", "\nused " + call.version + "\n"}),
      {"--cert", call.files.certificate, "--key", call.files.key}, call.presents_certificate);
}

Command script_client(const Command& interpreter, const ClientCall& call) {
  return with(with(interpreter, {std::to_string(call.port), call.files.ca, call.version}),
              {call.files.certificate, call.files.key}, call.presents_certificate);
}

Command node_client(const ClientCall& call) {
  return script_client({"node", script("client.mjs")}, call);
}

Command python_client(const ClientCall& call) {
  return script_client({"python3", script("client.py")}, call);
}

Command java_client(const ClientCall& call) {
  const Command command{"java",
                        "-XX:TieredStopAtLevel=1",
                        script("Client.java"),
                        std::to_string(call.port),
                        call.files.ca,
                        call.version};
  return with(command, {call.files.pkcs12, call.files.pkcs12_password}, call.presents_certificate);
}

Command s_server(const ServerCall& call) {
  const Command command{"openssl",
                        "s_server",
                        "-accept",
                        "127.0.0.1:0",
                        "-naccept",
                        "1",
                        "-www",
                        "-cert",
                        call.files.certificate,
                        "-key",
                        call.files.key,
                        "-cert_chain",
                        call.files.certificate,
                        openssl_flag(call.version)};
  return with(command, {"-Verify", "2", "-verify_return_error", "-CAfile", call.files.ca},
              call.verifies_client);
}

Command script_server(const Command& interpreter, const ServerCall& call) {
  return with(with(interpreter, {call.files.certificate, call.files.key, call.version}),
              {call.files.ca}, call.verifies_client);
}

Command node_server(const ServerCall& call) {
  return script_server({"node", script("server.mjs")}, call);
}

Command python_server(const ServerCall& call) {
  return script_server({"python3", script("server.py")}, call);
}

}  // namespace

const std::vector<PeerClient> kPeerClients{{"openssl", "openssl", s_client},
                                           {"curl", "curl", curl},
                                           {"node", "node", node_client},
                                           {"java", "java", java_client},
                                           {"python", "python3", python_client}};

const std::vector<PeerServer> kPeerServers{
    {"openssl", "openssl", "ACCEPT 127.0.0.1:", "Ciphers supported", s_server},
    {"node", "node", "listening ", "keyrack-ok", node_server},
    {"python", "python3", "listening ", "keyrack-ok", python_server}};

}  // namespace keyrack::testing
