// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "preload/engine.h"

namespace keyrack::preload {

// The engine for loading `file`, or null when the original should: inside another stand-in, when
// turned off (KEYRACK_PRELOAD=off) or set-uid, where the file is nothing to gain with (missing, no
// regular file, a few certificates), and where the engine cannot be had. Loads it when it is first
// worth the while. Any thread. `file` may be null.
const Engine* engine_for(const char* file);

// The engine for certificates that peers send, or null when they are not to be shared, which they
// are where KEYRACK_PRELOAD_PEERS=1. Loads it. Any thread.
const Engine* engine_for_peers();

// The engine if it was loaded already and the caller at `return_address` may be served by it.
const Engine* loaded_engine(const void* return_address);

// The file that libcrypto's default paths begin with: SSL_CERT_FILE, else the built-in one.
const char* default_file();

// The path that a store's URI names, if it names one: what it points to is within `uri`.
const char* file_of_uri(const char* uri);

}  // namespace keyrack::preload
