// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bytes/byte_view.h"
#include "cli/contents.h"

namespace keyrack::cli {

// Every block of a PEM text.
Contents read_pem_contents(ByteView text);

}  // namespace keyrack::cli
