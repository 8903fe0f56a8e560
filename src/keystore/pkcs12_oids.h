// SPDX-License-Identifier: Apache-2.0
// Content octets of the object identifiers that PKCS#12's structure is made of (RFC 7292 appendix
// D, RFC 2985), and the attribute with which the JDK marks a trusted certificate. Those of
// algorithms are OpenSSL's to know: pkcs12_oid.h.
#pragma once

#include <string_view>

namespace keyrack::oid {

using namespace std::string_view_literals;

// 1.2.840.113549.1.7.1
inline constexpr std::string_view kData = "\052\206\110\206\367\015\001\007\001"sv;
// 1.2.840.113549.1.7.2
inline constexpr std::string_view kSignedData = "\052\206\110\206\367\015\001\007\002"sv;
// 1.2.840.113549.1.7.3
inline constexpr std::string_view kEnvelopedData = "\052\206\110\206\367\015\001\007\003"sv;
// 1.2.840.113549.1.7.6
inline constexpr std::string_view kEncryptedData = "\052\206\110\206\367\015\001\007\006"sv;
// 1.2.840.113549.1.9.20
inline constexpr std::string_view kFriendlyName = "\052\206\110\206\367\015\001\011\024"sv;
// 1.2.840.113549.1.9.21
inline constexpr std::string_view kLocalKeyId = "\052\206\110\206\367\015\001\011\025"sv;
// 1.2.840.113549.1.9.22.1
inline constexpr std::string_view kX509Certificate = "\052\206\110\206\367\015\001\011\026\001"sv;
// 1.2.840.113549.1.9.23.1
inline constexpr std::string_view kX509Crl = "\052\206\110\206\367\015\001\011\027\001"sv;
// 1.2.840.113549.1.12.10.1.1
inline constexpr std::string_view kKeyBag = "\052\206\110\206\367\015\001\014\012\001\001"sv;
// 1.2.840.113549.1.12.10.1.2
inline constexpr std::string_view kShroudedKeyBag =
    "\052\206\110\206\367\015\001\014\012\001\002"sv;
// 1.2.840.113549.1.12.10.1.3
inline constexpr std::string_view kCertBag = "\052\206\110\206\367\015\001\014\012\001\003"sv;
// 1.2.840.113549.1.12.10.1.4
inline constexpr std::string_view kCrlBag = "\052\206\110\206\367\015\001\014\012\001\004"sv;
// 1.2.840.113549.1.12.10.1.5
inline constexpr std::string_view kSecretBag = "\052\206\110\206\367\015\001\014\012\001\005"sv;
// 1.2.840.113549.1.12.10.1.6
inline constexpr std::string_view kSafeContentsBag =
    "\052\206\110\206\367\015\001\014\012\001\006"sv;
// 2.16.840.1.113894.746875.1.1
inline constexpr std::string_view kTrustedKeyUsage =
    "\140\206\110\001\206\371\146\255\312\173\001\001"sv;

}  // namespace keyrack::oid
