// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pem_libcrypto.h"

#include <openssl/err.h>
#include <openssl/pem.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/openssl_ptr.h"
#include "bytes/base64.h"
#include "bytes/pem_markers.h"
#include "bytes/pem_scanner.h"

namespace keyrack::testing {
namespace {

using EncodeCtxPtr = OpenSslPtr<EVP_ENCODE_CTX, EVP_ENCODE_CTX_free>;

struct OpenSslMemoryFree {
  void operator()(void* memory) const { OPENSSL_free(memory); }
};
template <typename T>
using OpenSslMemory = std::unique_ptr<T, OpenSslMemoryFree>;

struct Loaded {
  std::string label;
  bool has_headers = false;
  std::vector<std::uint8_t> bytes;
  bool operator==(const Loaded&) const = default;
};

// A header other than Proc-Type makes libcrypto refuse a certificate or key.
bool is_good_header(std::string_view headers) {
  return headers.empty() || headers.starts_with("Proc-Type:");
}

std::optional<Loaded> load_with_libcrypto(std::string_view text) {
  const BioPtr bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  char* label = nullptr;
  char* headers = nullptr;
  unsigned char* data = nullptr;
  long size = 0;
  const bool ok = PEM_read_bio(bio.get(), &label, &headers, &data, &size) == 1;
  ERR_clear_error();
  const OpenSslMemory<char> owned_label(label);
  const OpenSslMemory<char> owned_headers(headers);
  const OpenSslMemory<unsigned char> owned_data(data);
  if (!ok || !is_good_header(headers)) return std::nullopt;
  return Loaded{label, *headers != '\0', {data, data + size}};
}

std::optional<Loaded> load_with_keyrack(std::string_view text) {
  PemScanner scanner(as_bytes(text));
  const Result<std::optional<PemBlock>> next = scanner.next();
  if (!next || !*next || !is_good_header((*next)->headers)) return std::nullopt;
  const PemBlock& block = **next;
  std::vector<std::uint8_t> bytes(base64::max_decoded_size(block.body.size()) + base64::kSlack);
  const std::optional<std::size_t> size = base64::decode(block.body, bytes.data());
  if (!size || *size == 0) return std::nullopt;
  bytes.resize(*size);
  return Loaded{std::string(block.label), !block.headers.empty(), std::move(bytes)};
}

bool is_junk(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte >= 0x80;
  });
}

// Whether a line of a text (without its break) has a layout that only keyrack accepts.
bool is_odd_line(std::string_view line, bool in_block) {
  const std::size_t begin = line.rfind(pem::kBegin);
  const std::size_t end = line.rfind(pem::kEnd);
  const bool has_inner_marker =
      (begin != line.npos && begin != 0) || (end != line.npos && end != 0);
  const bool has_dashes_in_label =
      begin == 0 && line.find(pem::kDashes, pem::kBegin.size()) != line.rfind(pem::kDashes);
  return has_inner_marker || has_dashes_in_label || line.find('\r') != line.npos ||
         line.size() > 254 || (in_block && is_junk(line));
}

bool is_odd_layout(std::string_view text) {
  bool in_block = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_odd_line(line, in_block)) return true;
    in_block = in_block || line.starts_with(pem::kBegin);
  }
  return false;
}

std::size_t count(std::string_view text, std::string_view marker) {
  std::size_t found = 0;
  for (std::size_t at = text.find(marker); at != text.npos; at = text.find(marker, at + 1)) ++found;
  return found;
}

bool hides_text_behind_zero(std::string_view text) {
  for (std::size_t zero = text.find('\0'); zero != text.npos; zero = text.find('\0', zero + 1)) {
    if (!is_junk(text.substr(zero, text.find('\n', zero) - zero))) return true;
  }
  return false;
}

// Of such a line libcrypto sees the first 254 characters, and what follows as another.
bool has_long_marker_line(std::string_view text) {
  for (const std::string_view marker : {pem::kBegin, pem::kEnd}) {
    for (std::size_t at = text.find(marker); at != text.npos; at = text.find(marker, at + 1)) {
      if (std::min(text.find('\n', at), text.size()) - at > 254) return true;
    }
  }
  return false;
}

bool has_block_within_block(std::string_view text) {
  PemScanner scanner(as_bytes(text));
  if (scanner.next()) return false;
  const Result<std::optional<PemBlock>> inner = scanner.next();
  return !inner || *inner;
}

bool may_differ(std::string_view text, const std::optional<Loaded>& theirs,
                const std::optional<Loaded>& ours) {
  if (is_odd_layout(text)) {
    const bool is_single_block = count(text, pem::kBegin) <= 1 && count(text, pem::kEnd) <= 1;
    // Where there are more markers, an odd layout makes the two see different ones.
    if (!theirs || !is_single_block) return true;
  }
  if (!ours && has_block_within_block(text)) return true;
  return theirs && (hides_text_behind_zero(text) || has_long_marker_line(text) ||
                    theirs->label.find(pem::kDashes) != std::string::npos);
}

std::string describe(const std::optional<Loaded>& loaded) {
  if (!loaded) return "refused";
  std::string text = loaded->label + (loaded->has_headers ? " with headers:" : ":");
  for (const std::uint8_t byte : loaded->bytes) text += ' ' + std::to_string(byte);
  return text;
}

}  // namespace

std::optional<std::vector<std::uint8_t>> libcrypto_base64(ByteView text) {
  const EncodeCtxPtr context(EVP_ENCODE_CTX_new());
  EVP_DecodeInit(context.get());
  std::vector<std::uint8_t> bytes(text.size() + 64);
  int size = 0;
  int rest = 0;
  const bool ok = EVP_DecodeUpdate(context.get(), bytes.data(), &size, text.data(),
                                   static_cast<int>(text.size())) >= 0 &&
                  EVP_DecodeFinal(context.get(), bytes.data() + size, &rest) >= 0;
  if (!ok) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(size + rest));
  return bytes;
}

std::string pem_difference(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  const std::optional<Loaded> theirs = load_with_libcrypto(text);
  const std::optional<Loaded> ours = load_with_keyrack(text);
  if (theirs == ours || may_differ(text, theirs, ours)) return "";
  return "libcrypto: " + describe(theirs) + "; keyrack: " + describe(ours);
}

}  // namespace keyrack::testing
