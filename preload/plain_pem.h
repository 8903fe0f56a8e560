// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack::preload {

// What the blocks of a PEM text are. Views into the text.
struct PlainPem {
  int certificates = 0;              // blocks, also repeated ones
  std::size_t certificate_size = 0;  // bytes of them all, once decoded
  bool has_settings = false;         // a TRUSTED CERTIFICATE is among them
  std::vector<ByteView> crls;        // base64 bodies
};

// Reads a text in which libcrypto and keyrack find the same beyond doubt: certificates and CRLs
// alone, markers that fill their lines, lines of 64 characters, comments only between blocks. A
// bundle that tools write is such a text. Anything else is nothing: libcrypto is to read it.
std::optional<PlainPem> read_plain_pem(ByteView text);

}  // namespace keyrack::preload
