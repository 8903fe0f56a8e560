// SPDX-License-Identifier: Apache-2.0
// What the shared objects themselves need and show.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "preload/tests/preloaded.h"
#include "tests/support/child_process.h"

namespace keyrack {
namespace {

using testing::Preload;

// The text between brackets of each line of `readelf -dW` that has `tag`.
std::set<std::string> dynamic(const std::string& library, const std::string& tag) {
  std::istringstream lines(testing::run({"readelf", "-dW", library}, Preload::kNone).output);
  std::set<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('[');
    if (!line.contains(tag) || begin == std::string::npos) continue;
    found.insert(line.substr(begin + 1, line.find(']') - begin - 1));
  }
  return found;
}

class PreloadLibrary : public ::testing::Test {
 protected:
  void SetUp() override {
    if (testing::find_program("readelf").empty()) GTEST_SKIP() << "readelf is not installed";
  }
};

TEST_F(PreloadLibrary, NeedsNothingButLibc) {
  EXPECT_EQ(dynamic(KEYRACK_PRELOAD, "(NEEDED)"), std::set<std::string>{"libc.so.6"});
}

TEST_F(PreloadLibrary, ItsEngineNeedsLibcryptoAndNeitherLibsslNorLibstdcxx) {
  const std::set<std::string> needed = dynamic(KEYRACK_ENGINE, "(NEEDED)");
  EXPECT_TRUE(needed.contains("libcrypto.so.3"));
  EXPECT_FALSE(needed.contains("libssl.so.3"));
  EXPECT_FALSE(needed.contains("libstdc++.so.6"));
}

TEST_F(PreloadLibrary, ExportsOnlyFunctionsOfOpenSslWithItsVersions) {
  std::istringstream lines(
      testing::run({"nm", "-D", "--defined-only", KEYRACK_PRELOAD}, Preload::kNone).output);
  int functions = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.contains(" T ")) continue;
    ++functions;
    const bool is_known = line.contains("@@OPENSSL_3.0.0") || line.contains("@@OPENSSL_3.3.0");
    const bool is_openssl =
        line.contains(" T X509_") || line.contains(" T SSL_") || line.contains(" T d2i_");
    EXPECT_TRUE(is_known && is_openssl) << line;
  }
  EXPECT_EQ(functions, 24);
}

}  // namespace
}  // namespace keyrack
