// SPDX-License-Identifier: Apache-2.0
// The algorithms of PKCS#12 files: OpenSSL's numbers for their object identifiers, and its names.
#pragma once

#include <openssl/obj_mac.h>

#include <cstddef>

namespace keyrack {

struct DigestRow {
  int digest;
  int hmac;
  const char* name;
};
inline constexpr DigestRow kDigests[] = {
    {NID_sha1, NID_hmacWithSHA1, "SHA1"},
    {NID_sha224, NID_hmacWithSHA224, "SHA224"},
    {NID_sha256, NID_hmacWithSHA256, "SHA256"},
    {NID_sha384, NID_hmacWithSHA384, "SHA384"},
    {NID_sha512, NID_hmacWithSHA512, "SHA512"},
    {NID_sha512_224, NID_hmacWithSHA512_224, "SHA512-224"},
    {NID_sha512_256, NID_hmacWithSHA512_256, "SHA512-256"},
    {NID_sha3_224, NID_hmac_sha3_224, "SHA3-224"},
    {NID_sha3_256, NID_hmac_sha3_256, "SHA3-256"},
    {NID_sha3_384, NID_hmac_sha3_384, "SHA3-384"},
    {NID_sha3_512, NID_hmac_sha3_512, "SHA3-512"},
    {NID_md5, NID_hmacWithMD5, "MD5"},
};

struct CipherRow {
  int nid;
  const char* cipher;
  std::size_t key_size;
  bool is_legacy;  // in OpenSSL's legacy provider
};
// PKCS#12's own schemes (RFC 7292 appendix C).
inline constexpr CipherRow kPkcs12Ciphers[] = {
    {NID_pbe_WithSHA1And3_Key_TripleDES_CBC, "DES-EDE3-CBC", 24, false},
    {NID_pbe_WithSHA1And2_Key_TripleDES_CBC, "DES-EDE-CBC", 16, false},
    {NID_pbe_WithSHA1And128BitRC2_CBC, "RC2-CBC", 16, true},
    {NID_pbe_WithSHA1And40BitRC2_CBC, "RC2-40-CBC", 5, true},
    {NID_pbe_WithSHA1And128BitRC4, "RC4", 16, true},
    {NID_pbe_WithSHA1And40BitRC4, "RC4-40", 5, true},
};
// What PBES2 encrypts with.
inline constexpr CipherRow kPbes2Ciphers[] = {
    {NID_aes_128_cbc, "AES-128-CBC", 16, false},
    {NID_aes_192_cbc, "AES-192-CBC", 24, false},
    {NID_aes_256_cbc, "AES-256-CBC", 32, false},
    {NID_des_ede3_cbc, "DES-EDE3-CBC", 24, false},
};

}  // namespace keyrack
