// SPDX-License-Identifier: Apache-2.0
// nginx as a client of an HTTPS upstream, with the preload library and without.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

#include "preload/tests/preloaded.h"
#include "preload/tests/situations.h"
#include "preload/tests/tls_server.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::ChildProcess;
using testing::Outcome;
using testing::Preload;
using testing::preloaded;
using testing::Situation;
using testing::SituationFiles;
using testing::TemporaryFolder;

// `upstreams` locations that each name the bundle.
std::string configuration(const SituationFiles& files, const TemporaryFolder& folder,
                          std::uint16_t port, int upstreams) {
  const std::string here = folder.path().string();
  std::string text = "daemon off; master_process off; error_log stderr warn; pid " + here +
                     "/pid;\nevents {}\nhttp {\naccess_log off; client_body_temp_path " + here +
                     "/body; proxy_temp_path " + here + "/proxy; fastcgi_temp_path " + here +
                     "/fastcgi; uwsgi_temp_path " + here + "/uwsgi; scgi_temp_path " + here +
                     "/scgi;\nserver {\nlisten unix:" + here + "/socket;\n";
  for (int i = 0; i < upstreams; ++i) {
    text += "location /" + std::to_string(i) +
            " { proxy_pass https://127.0.0.1:" + std::to_string(port) +
            "; proxy_ssl_verify on; proxy_ssl_name localhost; " + "proxy_ssl_trusted_certificate " +
            files.bundle + "; " + (files.crl.empty() ? "" : "proxy_ssl_crl " + files.crl + "; ") +
            "}\n";
  }
  return text + "}\n}\n";
}

// Without the time and the process.
std::string comparable(const std::string& log) {
  return std::regex_replace(log, std::regex("[0-9/]+ [0-9:]+ (\\[\\w+\\]) [0-9]+#[0-9]+:"), "$1");
}

// Starts nginx, asks it for a page and tells what it answered and logged.
std::string ask(const std::string& conf, const TemporaryFolder& folder, Preload preload) {
  const std::filesystem::path socket = folder.path() / "socket";
  std::filesystem::remove(socket);
  ChildProcess nginx(preloaded({"nginx", "-c", conf}, preload));
  const auto is_up = [&socket](const std::string&) { return std::filesystem::exists(socket); };
  while (!is_up({})) {
    if (nginx.wait(std::chrono::steady_clock::now() + std::chrono::milliseconds(20))) break;
  }
  if (!is_up({})) return comparable(nginx.output());
  const Outcome page = testing::run({"curl", "-q", "-sS", "--unix-socket", socket.string(),
                                     "--write-out", "status %{http_code}", "http://localhost/0"},
                                    Preload::kNone);
  // What nginx has to say of a failure is written before the page is.
  nginx.read_until([](const std::string&) { return false; },
                   std::chrono::steady_clock::now() + std::chrono::milliseconds(50));
  return page.output + comparable(nginx.output());
}

bool is_missing() { return testing::find_program("nginx").empty(); }

class PreloadedNginx : public ::testing::TestWithParam<Situation> {
 protected:
  void SetUp() override {
    if (!is_missing()) return;
    ASSERT_EQ(std::getenv("CI"), nullptr) << "nginx is not installed";
    GTEST_SKIP() << "nginx is not installed";
  }
};

TEST_P(PreloadedNginx, ServesAndLogsAsWithoutThePreload) {
  constexpr int kUpstreams = 5;
  const TemporaryFolder folder;
  const SituationFiles files = write_files(GetParam(), folder);
  const testing::TlsServer upstream(leaf_of(GetParam()));
  const auto conf =
      folder.write("nginx.conf", configuration(files, folder, upstream.port(), kUpstreams));
  const std::string plain = ask(conf, folder, Preload::kNone);
  EXPECT_EQ(ask(conf, folder, Preload::kSilent), plain);
  EXPECT_EQ(plain.contains("keyrack-ok"), GetParam().is_good) << plain;
}

INSTANTIATE_TEST_SUITE_P(Preload, PreloadedNginx, ::testing::ValuesIn(testing::kSituations),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(PreloadedNginxStart, ReadsABundleThatManyLinesNameOnce) {
  if (is_missing()) GTEST_SKIP() << "nginx is not installed";
  constexpr int kUpstreams = 200;
  const TemporaryFolder folder;
  const SituationFiles files = write_files(testing::kSituations.front(), folder);
  const auto conf = folder.write("nginx.conf", configuration(files, folder, 1, kUpstreams));
  const Outcome outcome = testing::run({"nginx", "-t", "-c", conf}, Preload::kLogging);
  EXPECT_EQ(outcome.exit_status, 0) << outcome;
  const std::string::size_type first = outcome.output.find(": indexed ");
  ASSERT_NE(first, std::string::npos) << outcome;
  const int count = std::atoi(outcome.output.c_str() + first + 10);
  EXPECT_TRUE(outcome.output.contains("in all: indexed " + std::to_string(count) + ", parsed 0"))
      << outcome;
}

}  // namespace
}  // namespace keyrack
