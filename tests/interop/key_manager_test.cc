// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/key_manager.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bytes/hex.h"
#include "tests/interop/run_tool.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

constexpr int kCases = 60;
constexpr int kSeed = 1;
constexpr int kJdk = 17;  // whose choices are keyrack's

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::string> words(const std::string& field) {
  return field == "-" ? std::vector<std::string>() : split(field, ',');
}

std::vector<std::uint8_t> unhex(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::vector<std::vector<std::uint8_t>> issuers(const std::string& field) {
  std::vector<std::vector<std::uint8_t>> names;
  for (const std::string& name : words(field)) names.push_back(unhex(name));
  return names;
}

Role role(const std::string& field) { return field == "server" ? Role::kServer : Role::kClient; }

// Plays the questions of one case to a manager of keyrack's. See KeyManagerAnswers.java for the
// lines.
class Player {
 public:
  explicit Player(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void play(const std::string& line) {
    const std::vector<std::string> fields = split(line, '\t');
    if (fields[0] == "jdk") {
      jdk_ = std::stoi(fields[1]);
      return;
    }
    if (fields[0] == "case") return begin(fields);
    const auto equals = std::ranges::find(fields, "=");
    const std::vector<std::string> expected(equals + 1, fields.end());
    ++questions_;
    if (fields[0] == "choose") return choose(fields, expected[0], line);
    if (fields[0] == "list") return list(fields, expected, line);
    fetch(fields[1], expected[0], line);
  }
  int questions() const { return questions_; }
  int chosen() const { return chosen_; }

 private:
  void begin(const std::vector<std::string>& fields) {
    is_sun_ = fields[1] == "SunX509";
    std::vector<KeySource> sources;
    for (std::size_t i = 2; i < fields.size(); ++i) {
      sources.push_back(KeySource::file(folder_ / fields[i], Password("changeit")));
    }
    manager_ = KeyManager::create(std::move(sources), {.kind = is_sun_ ? KeyManagerKind::kSunX509
                                                                       : KeyManagerKind::kPkix,
                                                       .jdk_compatible_usage = true})
                   .value();
  }

  void choose(const std::vector<std::string>& fields, const std::string& expected,
              const std::string& line) {
    KeyRequest request{
        .role = role(fields[1]), .key_types = words(fields[2]), .issuers = issuers(fields[3])};
    if (fields[4] != "-") request.certificate_signature_algorithms = words(fields[4]);
    if (fields[5] != "-") request.server_name = fields[5];
    const std::string answer = manager_->choose_alias(request).value_or("null");
    chosen_ += expected != "null" ? 1 : 0;
    // The SunX509 manager of JDK 17 judges nothing and answers in the order of a hash table:
    // keyrack's, like that of newer JDKs, judges. Whether there is an answer can be compared.
    // So it is where newer ones weigh several key types against each other in another way.
    const bool may_differ = is_sun_ || (jdk_ > kJdk && request.key_types.size() > 1);
    if (may_differ) {
      EXPECT_TRUE(expected != "null" || answer == "null") << line;
    } else {
      EXPECT_EQ(answer, expected) << line;
    }
  }

  void list(const std::vector<std::string>& fields, std::vector<std::string> expected,
            const std::string& line) {
    std::vector<std::string> answer = role(fields[1]) == Role::kServer
                                          ? manager_->server_aliases(fields[2], issuers(fields[3]))
                                          : manager_->client_aliases(fields[2], issuers(fields[3]));
    if (answer.empty()) answer = {"null"};
    if (is_sun_) {
      std::ranges::sort(answer);
      std::ranges::sort(expected);
    }
    EXPECT_EQ(answer, expected) << line;
  }

  void fetch(const std::string& alias, const std::string& expected, const std::string& line) const {
    const auto credential = manager_->credential(alias);
    const std::string answer =
        credential ? to_hex(credential->chain().front().sha256()) : std::string("null");
    EXPECT_EQ(answer, expected) << line;
  }

  std::filesystem::path folder_;
  std::optional<KeyManager> manager_;
  int jdk_ = 0;
  bool is_sun_ = false;
  int questions_ = 0;
  int chosen_ = 0;
};

TEST(KeyManagerInteropTest, AnswersAsTheJdkDoesAliasForAlias) {
  KEYRACK_REQUIRE_TOOL(java, "java");
  KEYRACK_REQUIRE_TOOL(keytool, "keytool");
  const testing::TemporaryFolder folder;
  const testing::ToolResult run =
      testing::run_tool({java, "--add-exports", "java.base/sun.security.tools.keytool=ALL-UNNAMED",
                         KEYRACK_SOURCE_DIR "/tests/interop/scripts/KeyManagerAnswers.java",
                         folder.path().string(), std::to_string(kSeed), std::to_string(kCases)});
  ASSERT_EQ(run.exit_code, 0) << keytool << ": " << run.output;

  std::ifstream answers(folder.path() / "answers.txt");
  Player player(folder.path());
  for (std::string line; std::getline(answers, line);) player.play(line);
  EXPECT_GT(player.questions(), 10 * kCases);
  EXPECT_GT(player.chosen(), kCases);
}

}  // namespace
}  // namespace keyrack
