// SPDX-License-Identifier: Apache-2.0
#include "context/peer_name.h"

#include <gtest/gtest.h>

namespace keyrack {
namespace {

std::string read(std::string_view host) {
  const auto peer = read_peer_name(host);
  if (!peer) return "refused";
  return (peer->is_address ? "address " : "name ") + peer->text;
}

TEST(PeerName, IsADnsNameInLowerCaseWithoutATrailingDot) {
  EXPECT_EQ(read("www.Example.COM"), "name www.example.com");
  EXPECT_EQ(read("example.com."), "name example.com");
  EXPECT_EQ(read("localhost"), "name localhost");
  EXPECT_EQ(read("xn--bcher-kva.example"), "name xn--bcher-kva.example");
  EXPECT_EQ(read("_service.1.example"), "name _service.1.example");
  EXPECT_EQ(read(std::string(63, 'a') + ".b"), "name " + std::string(63, 'a') + ".b");
}

TEST(PeerName, OrAnAddress) {
  EXPECT_EQ(read("127.0.0.1"), "address 127.0.0.1");
  EXPECT_EQ(read("::1"), "address ::1");
  EXPECT_EQ(read("[2001:db8::1]"), "address 2001:db8::1");
}

TEST(PeerName, AndNothingElse) {
  using namespace std::string_view_literals;
  for (const std::string_view host :
       {""sv, "."sv, "a..b"sv, ".a"sv, "a b"sv, "a/b"sv, "a:443"sv, "bücher.example"sv, "*.a.b"sv,
        "user@a"sv, "127.1"sv, "0x7f.0.0.1"sv, "1.2.3.4.5"sv, "[::1"sv, "[a.b]"sv, "a\0.b"sv,
        "127.0.0.1\0.example.com"sv, "::1%eth0"sv}) {
    EXPECT_EQ(read(host), "refused") << host;
  }
  EXPECT_EQ(read(std::string(64, 'a') + ".b"), "refused");
  EXPECT_EQ(read(std::string(300, 'a')), "refused");
}

}  // namespace
}  // namespace keyrack
