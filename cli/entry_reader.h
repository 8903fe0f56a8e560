// SPDX-License-Identifier: Apache-2.0
// One entry from its DER.
#pragma once

#include "bytes/byte_view.h"
#include "cli/contents.h"

namespace keyrack::cli {

// A certificate, and for kTrustedCertificate the X509_CERT_AUX behind it.
Result<Entry> read_certificate_entry(ByteView der, EntryKind kind);

// A PKCS#8, PKCS#1 or SEC 1 private key. An encrypted PKCS#8 is an entry without a key.
Result<Entry> read_key_entry(ByteView der);

Result<Entry> read_crl_entry(ByteView der);

// All certificates and CRLs of a PKCS#7 structure, each with `where`.
void read_pkcs7_entries(ByteView der, const Location& where, Contents& contents);

}  // namespace keyrack::cli
