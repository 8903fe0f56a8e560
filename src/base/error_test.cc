// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/error.h>
#include <openssl/err.h>

#include "base/error_queue.h"

namespace keyrack {
namespace {

TEST(Error, DescribesWhatWhereAndOpenSslsReason) {
  const Error error{
      ErrorCode::kBadBase64,
      "the body is not base64",
      {.source = "ca.pem", .offset = 640, .line = 12, .index = 3, .label = "CERTIFICATE"},
      "asn1: bad"};
  EXPECT_EQ(error.describe(),
            "ca.pem:12 (offset 640, item 3, CERTIFICATE): the body is not base64 [asn1: bad]");
}

TEST(Error, WithoutAPlaceIsTheMessageAlone) {
  EXPECT_EQ((Error{ErrorCode::kIo, "no such file", {}, ""}).describe(), "no such file");
}

TEST(Error, EveryCodeHasAStableName) {
  EXPECT_EQ(to_string(ErrorCode::kPemEndMissing), "pem_end_missing");
  EXPECT_EQ(to_string(static_cast<ErrorCode>(9999)), "unknown");
}

TEST(ErrorQueueGuard, LeavesTheCallersQueueAsItWas) {
  ERR_clear_error();
  ERR_raise(ERR_LIB_USER, 1);
  {
    const ErrorQueueGuard guard;
    ERR_raise(ERR_LIB_X509, ERR_R_MALLOC_FAILURE);
    EXPECT_NE(take_openssl_reason(), "");
  }
  EXPECT_EQ(ERR_GET_LIB(ERR_peek_last_error()), ERR_LIB_USER);
  ERR_clear_error();
}

TEST(ErrorQueueGuard, TakesNothingThatWasThereBefore) {
  ERR_clear_error();
  ERR_raise(ERR_LIB_USER, 1);
  const ErrorQueueGuard guard;
  EXPECT_EQ(take_openssl_reason(), "");
  EXPECT_EQ(ERR_GET_LIB(ERR_peek_last_error()), ERR_LIB_USER);
}

}  // namespace
}  // namespace keyrack
