// SPDX-License-Identifier: Apache-2.0
#include "bench/environment.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "bench/child_process.h"
#include "bench/failure.h"

namespace keyrack::bench {
namespace {

TEST(Environment, MeasuredProcessesDoNotSeeWhatRedirectsTrust) {
  ::setenv("SSL_CERT_FILE", "/nowhere", 1);
  ::setenv("NODE_EXTRA_CA_CERTS", "/nowhere", 1);
  EXPECT_GE(trust_variables_set().size(), 2u);
  remove_trust_variables();
  EXPECT_TRUE(trust_variables_set().empty());
  ChildProcess child({"sh", "-c", "echo \"<$SSL_CERT_FILE$NODE_EXTRA_CA_CERTS>\""});
  EXPECT_EQ(child.read_line(), "<>");
}

TEST(ChildProcess, AnswersLineByLine) {
  ChildProcess cat({"cat"});
  EXPECT_EQ(cat.ask("one"), "one");
  EXPECT_EQ(cat.ask("two"), "two");
}

TEST(ChildProcess, FailureTellsWhatTheProgramSaid) {
  ChildProcess failing({"sh", "-c", "echo no such thing >&2; exit 1"});
  try {
    failing.read_line();
    FAIL() << "expected a Failure";
  } catch (const Failure& failure) {
    EXPECT_NE(std::string(failure.what()).find("no such thing"), std::string::npos);
  }
}

TEST(ChildProcess, MissingProgramIsAFailure) {
  EXPECT_THROW(ChildProcess({"/nowhere/program"}), Failure);
}

}  // namespace
}  // namespace keyrack::bench
