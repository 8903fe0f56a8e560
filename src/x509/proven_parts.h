// SPDX-License-Identifier: Apache-2.0
// What libcrypto's decoder is sure to accept in the parts of a certificate. False means "not
// proven". None of these allocates.
#pragma once

#include "bytes/byte_view.h"
#include "bytes/der.h"

namespace keyrack {

// Of the content of an AlgorithmIdentifier ::= SEQUENCE { OBJECT IDENTIFIER, parameters ANY
// OPTIONAL }.
bool is_proven_algorithm(ByteView content);

// Of a Name element: attributes whose values are strings that are valid for their types.
bool is_proven_name(ByteView name);

// Of the content of a SubjectPublicKeyInfo.
bool is_proven_key(ByteView content);

// Of the content of a SEQUENCE OF Extension.
bool are_proven_extensions(ByteView content);

// Reads a BIT STRING of whole bytes.
bool read_whole_bytes(der::Reader& reader, der::Element& bits);

}  // namespace keyrack
