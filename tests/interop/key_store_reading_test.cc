// SPDX-License-Identifier: Apache-2.0
// What keytool, openssl, certtool and pk12util write is read here, over encryptions, MACs and
// kinds of passwords.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/key_store.h>
#include <keyrack/openssl.h>

#include <iterator>
#include <span>

#include "tests/interop/run_tool.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using testing::make_certificate;
using testing::run_tool;
using ::testing::SizeIs;
using testing::TestCertificate;
using testing::ToolResult;
using ::testing::UnorderedElementsAre;

class KeyStoreReading : public ::testing::Test {
 protected:
  KeyStoreReading() {
    folder_.write("key.pem", leaf_.key_pem());
    folder_.write("leaf.pem", leaf_.pem());
    folder_.write("root.pem", root_.pem());
    folder_.write("chain.pem", leaf_.pem() + root_.pem());
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  // The one key "server" of leaf_ with its chain of two.
  void expect_server(const std::string& name, const Password& password, const char* alias) {
    const Result<KeyStore> store = KeyStore::open(path(name), password);
    ASSERT_TRUE(store) << store.error().describe();
    EXPECT_THAT(store->problems(), SizeIs(0));
    const KeyStoreEntry* entry = store->find(alias);
    ASSERT_NE(entry, nullptr) << alias;
    EXPECT_THAT(entry->chain, SizeIs(2));
    const Result<DecryptedKey> key = store->private_key(alias);
    ASSERT_TRUE(key) << key.error().describe();
    EXPECT_EQ(EVP_PKEY_eq(native_key(*key), leaf_.key), 1);
  }

  const testing::TemporaryFolder folder_;
  const TestCertificate root_ = make_certificate({.common_name = "Root", .is_ca = true});
  const TestCertificate leaf_ = make_certificate({.common_name = "leaf", .issuer = &root_});
};

TEST_F(KeyStoreReading, FilesOfOpenSsl) {
  KEYRACK_REQUIRE_TOOL(openssl, "openssl");
  struct Kind {
    const char* encryption;
    bool is_legacy;
  };
  for (const Kind& kind :
       {Kind{"AES-128-CBC", false}, Kind{"AES-192-CBC", false}, Kind{"AES-256-CBC", false},
        Kind{"PBE-SHA1-3DES", false}, Kind{"PBE-SHA1-2DES", false}, Kind{"PBE-SHA1-RC2-40", true},
        Kind{"PBE-SHA1-RC2-128", true}, Kind{"PBE-SHA1-RC4-128", true}, Kind{"NONE", false}}) {
    for (const char* mac : {"sha1", "sha256", "sha512", "sha3-256", ""}) {
      for (const char* password : {"changeit", "p\u00e4ssw\u00f6rd \u20ac", ""}) {
        SCOPED_TRACE(std::string(kind.encryption) + " " + mac + " " + password);
        std::vector<std::string> command = {openssl,
                                            "pkcs12",
                                            "-export",
                                            "-inkey",
                                            path("key.pem"),
                                            "-in",
                                            path("chain.pem"),
                                            "-name",
                                            "server",
                                            "-passout",
                                            std::string("pass:") + password,
                                            "-keypbe",
                                            kind.encryption,
                                            "-certpbe",
                                            kind.encryption,
                                            "-out",
                                            path("o.p12")};
        if (kind.is_legacy) command.emplace_back("-legacy");
        if (*mac == '\0') {
          command.emplace_back("-nomac");
        } else {
          command.insert(command.end(), {"-macalg", mac});
        }
        const ToolResult made = run_tool(command);
        ASSERT_EQ(made.exit_code, 0) << made.output;
        expect_server("o.p12", Password(password), "server");
      }
    }
  }
}

TEST_F(KeyStoreReading, FilesOfGnuTls) {
  KEYRACK_REQUIRE_TOOL(certtool, "certtool");
  const std::pair<std::string, Password> passwords[] = {
      {"--password=changeit", Password("changeit")},
      {"--empty-password", Password("")},
      {"--null-password", Password()}};
  // certtool runs 600,000 iterations: not every cipher meets every password.
  const std::size_t kAll = std::size(passwords);
  const std::pair<const char*, std::size_t> ciphers[] = {
      {"aes-256", kAll}, {"3des", kAll}, {"aes-128", 1}, {"rc2-40", 1}, {"arcfour", 1}};
  for (const auto& [cipher, password_kinds] : ciphers) {
    for (const auto& [option, password] : std::span(passwords).first(password_kinds)) {
      SCOPED_TRACE(std::string(cipher) + " " + option);
      const ToolResult made = run_tool(
          {certtool, "--to-p12", "--load-privkey", path("key.pem"), "--load-certificate",
           path("leaf.pem"), "--load-ca-certificate", path("root.pem"), "--p12-name", "server",
           option, "--pkcs-cipher", cipher, "--outder", "--outfile", path("g.p12")});
      ASSERT_EQ(made.exit_code, 0) << made.output;
      expect_server("g.p12", password, "server");
    }
  }
}

TEST_F(KeyStoreReading, FilesOfNss) {
  KEYRACK_REQUIRE_TOOL(pk12util, "pk12util");
  KEYRACK_REQUIRE_TOOL(certutil, "certutil");
  KEYRACK_REQUIRE_TOOL(openssl, "openssl");
  const std::string database = "sql:" + path("nss");
  std::filesystem::create_directory(path("nss"));
  ASSERT_EQ(run_tool({certutil, "-N", "-d", database, "--empty-password"}).exit_code, 0);
  ASSERT_EQ(
      run_tool({openssl, "pkcs12", "-export", "-inkey", path("key.pem"), "-in", path("chain.pem"),
                "-name", "server", "-passout", "pass:x", "-out", path("o.p12")})
          .exit_code,
      0);
  ASSERT_EQ(run_tool({pk12util, "-i", path("o.p12"), "-d", database, "-W", "x"}).exit_code, 0);
  // pk12util runs 600,000 iterations: each cipher, MAC and kind of password once is enough.
  struct Kind {
    const char* cipher;
    const char* mac;
    const char* password;
  };
  for (const Kind& kind :
       {Kind{"AES-128-CBC", "SHA-1", "changeit"},
        Kind{"AES-256-CBC", "SHA-256", "p\u00e4ssw\u00f6rd"},
        Kind{"PKCS #12 V2 PBE With SHA-1 And 3KEY Triple DES-CBC", "SHA-512", "p\u00e4ssw\u00f6rd"},
        Kind{"PKCS #12 V2 PBE With SHA-1 And 40 Bit RC2 CBC", "SHA-384", "changeit"}}) {
    SCOPED_TRACE(std::string(kind.cipher) + " " + kind.mac + " " + kind.password);
    std::filesystem::remove(path("n.p12"));
    const ToolResult made =
        run_tool({pk12util, "-o", path("n.p12"), "-n", "server", "-d", database, "-W",
                  kind.password, "-c", kind.cipher, "-C", kind.cipher, "-M", kind.mac});
    ASSERT_EQ(made.exit_code, 0) << made.output;
    expect_server("n.p12", Password(kind.password), "server");
  }
}

ToolResult keytool(const std::string& tool, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), tool);
  return run_tool(arguments);
}

TEST_F(KeyStoreReading, SeveralKeysAndAnAnchorOfTheJdkUnderEveryAlgorithm) {
  KEYRACK_REQUIRE_TOOL(tool, "keytool");
  const std::string store = path("java.p12");
  for (const char* alias : {"first", "second"}) {
    const ToolResult made = keytool(
        tool, {"-genkeypair", "-keystore", store, "-storetype", "PKCS12", "-storepass", "changeit",
               "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=leaf"});
    ASSERT_EQ(made.exit_code, 0) << made.output;
  }
  ASSERT_EQ(keytool(tool, {"-importcert", "-noprompt", "-keystore", store, "-storepass", "changeit",
                           "-alias", "anchor", "-file", path("root.pem")})
                .exit_code,
            0);
  struct Kind {
    const char* key;
    const char* certificate;
    const char* mac;
  };
  for (const Kind& kind :
       {Kind{"PBEWithHmacSHA256AndAES_256", "PBEWithHmacSHA256AndAES_256", "HmacPBESHA256"},
        Kind{"PBEWithHmacSHA512AndAES_128", "PBEWithHmacSHA1AndAES_128", "HmacPBESHA512/256"},
        Kind{"PBEWithSHA1AndDESede", "PBEWithSHA1AndRC2_40", "HmacPBESHA1"},
        Kind{"PBEWithSHA1AndRC4_128", "PBEWithSHA1AndRC4_40", "HmacPBESHA384"},
        Kind{"PBEWithHmacSHA256AndAES_256", "NONE", "NONE"}}) {
    SCOPED_TRACE(std::string(kind.key) + " " + kind.certificate + " " + kind.mac);
    std::filesystem::remove(path("copy.p12"));
    const std::string property = "-J-Dkeystore.pkcs12.";
    const ToolResult copied =
        keytool(tool, {property + "keyProtectionAlgorithm=" + kind.key,
                       property + "certProtectionAlgorithm=" + kind.certificate,
                       property + "macAlgorithm=" + kind.mac, "-importkeystore", "-noprompt",
                       "-srckeystore", store, "-srcstorepass", "changeit", "-destkeystore",
                       path("copy.p12"), "-deststoretype", "PKCS12", "-deststorepass", "changeit"});
    ASSERT_EQ(copied.exit_code, 0) << copied.output;
    const Result<KeyStore> read = KeyStore::open(path("copy.p12"), Password("changeit"));
    ASSERT_TRUE(read) << read.error().describe();
    EXPECT_THAT(read->aliases(), UnorderedElementsAre("first", "second", "anchor"));
    EXPECT_EQ(read->find("anchor")->kind, EntryKind::kTrustedCertificate);
    for (const char* alias : {"first", "second"}) {
      EXPECT_TRUE(read->find(alias)->created.has_value());
      const Result<DecryptedKey> key = read->private_key(alias);
      ASSERT_TRUE(key) << key.error().describe();
      EXPECT_THAT(key->chain(), SizeIs(1));
    }
  }
}

}  // namespace
}  // namespace keyrack
