// SPDX-License-Identifier: Apache-2.0
// psql against a PostgreSQL with TLS, with the preload library and without.
#include <gtest/gtest.h>

#include <cstdlib>

#include "preload/tests/client_programs.h"
#include "preload/tests/postgres_server.h"
#include "preload/tests/same_end.h"
#include "preload/tests/situations.h"

namespace keyrack {
namespace {

// One test, because making the cluster takes longer than all that it is used for.
TEST(PreloadedPsql, EndsAsWithoutThePreload) {
  if (!testing::PostgresCluster::is_installed() || !is_installed(testing::kPsql)) {
    ASSERT_EQ(::secure_getenv("CI"), nullptr) << "postgresql is not installed";
    GTEST_SKIP() << "postgresql is not installed";
  }
  const testing::PostgresCluster cluster;
  for (const testing::Situation& situation : testing::kSituations) {
    SCOPED_TRACE(situation.name);
    const testing::PostgresServer server(cluster, leaf_of(situation));
    testing::expect_same_end(testing::kPsql, situation, server.port());
  }
}

}  // namespace
}  // namespace keyrack
