// SPDX-License-Identifier: Apache-2.0
// keyrack against the TLS of other programs, where they are installed. A missing one is skipped by
// name; where CI=true is set it is a failure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/openssl.h>
#include <keyrack/secure_context.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <tuple>

#include "tests/interop/peers.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/child_process.h"
#include "tests/support/handshake.h"
#include "tests/support/pkcs12_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::ChildProcess;
using ::testing::Combine;
using testing::Deadline;
using ::testing::HasSubstr;
using testing::in_seconds;
using testing::KeyType;
using testing::make_certificate;
using testing::PeerClient;
using testing::PeerFiles;
using testing::PeerServer;
using testing::TestCertificate;
using testing::TlsEnd;
using ::testing::Values;
using ::testing::ValuesIn;

constexpr int kSeconds = 60;  // a JVM on a busy machine takes its time
constexpr const char* kAnswer =
    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nkeyrack-ok";

// A certification authority with a server and a client, in files.
class Pki {
 public:
  Pki() {
    files.ca = folder_.write("ca.pem", root.pem());
    files.certificate = folder_.write("leaf.pem", leaf.pem() + intermediate.pem());
    files.key = folder_.write("key.pem", leaf.key_pem());
    files.pkcs12_password = "changeit";
    files.pkcs12 = folder_.write("leaf.p12", pkcs12());
  }

  Identity identity() const {
    return Identity::from_pem(leaf.pem() + intermediate.pem(), leaf.key_pem()).value();
  }
  TrustStore trust() const { return TrustStore::from_file(files.ca).value(); }

  TestCertificate root =
      make_certificate({.common_name = "Interop root",
                        .is_ca = true,
                        .extensions = {{"keyUsage", "critical,keyCertSign,cRLSign"}}});
  TestCertificate intermediate =
      make_certificate({.common_name = "Interop intermediate",
                        .issuer = &root,
                        .is_ca = true,
                        .extensions = {{"keyUsage", "critical,keyCertSign,cRLSign"}}});
  // Serves and calls.
  TestCertificate leaf = make_certificate({.common_name = "localhost",
                                           .key_type = KeyType::kRsa2048,
                                           .issuer = &intermediate,
                                           .dns_names = {"localhost"},
                                           .ip_addresses = {"127.0.0.1"}});
  PeerFiles files;

 private:
  std::string pkcs12() {
    testing::Pkcs12Maker maker(files.pkcs12_password);
    const testing::BagAttributes pair{.friendly_name = "leaf", .local_key_id = "1"};
    maker.add_key(leaf.key, pair).end_safe();
    maker.add_certificate(leaf.certificate.get(), pair)
        .add_certificate(intermediate.certificate.get())
        .end_safe();
    const std::vector<std::uint8_t> bytes = maker.make();
    return std::string(bytes.begin(), bytes.end());
  }

  testing::TemporaryFolder folder_;
};

const Pki& pki() {
  static const Pki instance;
  return instance;
}

TlsVersion version_named(const std::string& name) {
  return name == "TLSv1.3" ? TlsVersion::kTls1_3 : TlsVersion::kTls1_2;
}

SecureContext make(SecureContextOptions options, const std::string& version) {
  options.min_version = options.max_version = version_named(version);
  auto made = SecureContext::create(options);
  if (!made) throw std::runtime_error(made.error().describe());
  return *made;
}

bool is_missing(const char* program) { return testing::find_program(program).empty(); }

bool must_be_installed() {
  const char* ci = std::getenv("CI");
  return ci != nullptr && std::string(ci) == "true";
}

#define SKIP_IF_MISSING(program)                                       \
  if (is_missing(program)) {                                           \
    if (must_be_installed()) FAIL() << program << " is not installed"; \
    GTEST_SKIP() << program << " is not installed";                    \
  }                                                                    \
  static_assert(true)

// Serves one connection with `context` while `command` runs.
struct Served {
  bool is_connected = false;
  std::string error;
  std::optional<int> exit_status;
  std::string output;
};

Served serve(const SecureContext& context, const PeerClient& peer, testing::ClientCall call) {
  const Deadline deadline = in_seconds(kSeconds);
  const testing::Listener listener;
  call.port = listener.port();
  Served served;
  ChildProcess child(peer.command(call), testing::kRequest);
  std::jthread serving([&] {
    TlsEnd end(native(context), listener.accept(deadline));
    served.is_connected = end.handshake(true, deadline);
    served.error = end.error();
    const auto is_request = [](const std::string& text) { return text.ends_with("\r\n\r\n"); };
    if (served.is_connected && is_request(end.read_until(is_request, deadline))) {
      end.write(kAnswer, deadline);
    }
    end.shut_down();
  });
  served.exit_status = child.wait(deadline);
  serving.join();
  served.output = child.output();
  return served;
}

using ClientParameters = std::tuple<PeerClient, const char*>;

class InteropClient : public ::testing::TestWithParam<ClientParameters> {
 protected:
  const PeerClient& peer() const { return std::get<0>(GetParam()); }
  std::string version() const { return std::get<1>(GetParam()); }
};

std::string name_of(const std::string& peer, const std::string& version) {
  return peer + (version == "TLSv1.3" ? "_1_3" : "_1_2");
}

INSTANTIATE_TEST_SUITE_P(Clients, InteropClient,
                         Combine(ValuesIn(testing::kPeerClients), Values("TLSv1.2", "TLSv1.3")),
                         [](const ::testing::TestParamInfo<ClientParameters>& parameters) {
                           return name_of(std::get<0>(parameters.param).name,
                                          std::get<1>(parameters.param));
                         });

TEST_P(InteropClient, IsServed) {
  SKIP_IF_MISSING(peer().program);
  const SecureContext server =
      make({.role = Role::kServer, .identities = {pki().identity()}}, version());
  const Served served = serve(server, peer(), {.version = version(), .files = pki().files});
  EXPECT_TRUE(served.is_connected) << served.error << served.output;
  EXPECT_EQ(served.exit_status, 0) << served.output;
  EXPECT_THAT(served.output, HasSubstr("keyrack-ok"));
  EXPECT_THAT(served.output, HasSubstr(version()));
}

TEST_P(InteropClient, IsVerifiedByItsCertificate) {
  SKIP_IF_MISSING(peer().program);
  const SecureContext server = make({.role = Role::kServer,
                                     .trust = pki().trust(),
                                     .identities = {pki().identity()},
                                     .client_auth = ClientAuth::kRequire},
                                    version());
  const Served served = serve(
      server, peer(), {.version = version(), .files = pki().files, .presents_certificate = true});
  EXPECT_TRUE(served.is_connected) << served.error << served.output;
  EXPECT_THAT(served.output, HasSubstr("keyrack-ok"));
}

TEST_P(InteropClient, IsRefusedWithoutTheRequiredCertificate) {
  SKIP_IF_MISSING(peer().program);
  const SecureContext server = make({.role = Role::kServer,
                                     .trust = pki().trust(),
                                     .identities = {pki().identity()},
                                     .client_auth = ClientAuth::kRequire},
                                    version());
  const Served served = serve(server, peer(), {.version = version(), .files = pki().files});
  EXPECT_FALSE(served.is_connected);
  EXPECT_THAT(served.error, HasSubstr("peer did not return a certificate"));
  EXPECT_THAT(served.output, ::testing::Not(HasSubstr("keyrack-ok")));
}

// Calls the server that `peer` runs. What it answered, or the error.
struct Called {
  bool is_connected = false;
  std::string answer = {};
  std::string error = {};
};

Called call(const SecureContext& context, const PeerServer& peer, const testing::ServerCall& how) {
  const Deadline deadline = in_seconds(kSeconds);
  ChildProcess child(peer.command(how));
  std::size_t port_at = std::string::npos;
  const bool is_listening = child.read_until(
      [&](const std::string& text) {
        port_at = text.find(peer.before_port);
        if (port_at == std::string::npos) return false;
        port_at += std::string(peer.before_port).size();
        const std::size_t end = text.find_first_not_of("0123456789", port_at);
        return end != std::string::npos;
      },
      deadline);
  if (!is_listening) return {.error = "the server does not listen: " + child.output()};
  const auto port = static_cast<std::uint16_t>(std::stoi(child.output().substr(port_at)));

  TlsEnd end(native(context), testing::connect_to(port, deadline));
  testing::call_host(end.ssl(), "localhost");
  Called called;
  called.is_connected = end.handshake(false, deadline) && end.write(testing::kRequest, deadline);
  if (called.is_connected) {
    called.answer = end.read_until(
        [&](const std::string& text) { return text.find(peer.answer) != std::string::npos; },
        deadline);
  }
  called.error = end.error() + " / " + child.output();
  end.shut_down();
  return called;
}

using ServerParameters = std::tuple<PeerServer, const char*>;

class InteropServer : public ::testing::TestWithParam<ServerParameters> {
 protected:
  const PeerServer& peer() const { return std::get<0>(GetParam()); }
  std::string version() const { return std::get<1>(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Servers, InteropServer,
                         Combine(ValuesIn(testing::kPeerServers), Values("TLSv1.2", "TLSv1.3")),
                         [](const ::testing::TestParamInfo<ServerParameters>& parameters) {
                           return name_of(std::get<0>(parameters.param).name,
                                          std::get<1>(parameters.param));
                         });

TEST_P(InteropServer, IsCalledAndVerified) {
  SKIP_IF_MISSING(peer().program);
  const SecureContext client = make({.trust = pki().trust()}, version());
  const Called called = call(client, peer(), {.version = version(), .files = pki().files});
  EXPECT_TRUE(called.is_connected) << called.error;
  EXPECT_THAT(called.answer, HasSubstr(peer().answer)) << called.error;
}

TEST_P(InteropServer, OfAnUnknownAuthorityIsRefused) {
  SKIP_IF_MISSING(peer().program);
  const SecureContext client = make({}, version());
  const Called called = call(client, peer(), {.version = version(), .files = pki().files});
  EXPECT_FALSE(called.is_connected);
  EXPECT_THAT(called.error, HasSubstr("certificate verify failed"));
}

TEST_P(InteropServer, VerifiesOurCertificate) {
  SKIP_IF_MISSING(peer().program);
  const SecureContext client =
      make({.trust = pki().trust(), .identities = {pki().identity()}}, version());
  const Called called =
      call(client, peer(), {.version = version(), .files = pki().files, .verifies_client = true});
  EXPECT_TRUE(called.is_connected) << called.error;
  EXPECT_THAT(called.answer, HasSubstr(peer().answer)) << called.error;
}

}  // namespace
}  // namespace keyrack
