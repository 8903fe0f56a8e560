// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/handshake_input.h"
#include "bench/progress.h"
#include "bench/run.h"

namespace keyrack::bench {

// Resident memory that a manager over `input` takes when it has served its first handshake, each in
// a process of its own, beside the size of the file.
std::vector<Row> measure_key_memory(const HandshakeInput& input, std::size_t samples,
                                    Progress& progress);

// What the hidden command does: answers every line of standard input with the KiB that one more
// such manager takes.
void serve_key_memory_samples(const std::string& key_store, const std::string& variant);

}  // namespace keyrack::bench
