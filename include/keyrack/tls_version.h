// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace keyrack {

// Which end of a connection.
enum class Role { kClient, kServer };
enum class TlsVersion { kTls1_0, kTls1_1, kTls1_2, kTls1_3 };

}  // namespace keyrack
