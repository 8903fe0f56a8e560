// SPDX-License-Identifier: Apache-2.0
#include "preload/plain_pem.h"

#include <string_view>

#include "bytes/pem_markers.h"
#include "bytes/pem_scanner.h"

namespace keyrack::preload {
namespace {

constexpr std::size_t kLine = 64;
// libcrypto takes a longer line for several, of which one might be a marker.
constexpr std::size_t kLongestComment = 250;

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<PlainPem> read() {
    while (next_line()) {
      if (!line_.starts_with(pem::kDashes)) {
        if (line_.size() > kLongestComment || line_.contains('\0')) return std::nullopt;
      } else if (!read_block()) {
        return std::nullopt;
      }
    }
    return found_;
  }

 private:
  bool next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    return true;
  }

  // The label of a marker that fills the line; empty when there is none.
  std::string_view label_after(std::string_view marker) const {
    const std::size_t around = marker.size() + pem::kDashes.size();
    const bool is_marker =
        line_.size() > around && line_.starts_with(marker) && line_.ends_with(pem::kDashes);
    return is_marker ? line_.substr(marker.size(), line_.size() - around) : std::string_view();
  }

  // From its BEGIN, which is in the line, to its END.
  bool read_block() {
    const std::string_view label = label_after(pem::kBegin);
    const char* const body = rest_.data();
    std::size_t size = 0;
    std::size_t line_size = kLine;
    while (next_line()) {
      if (line_.starts_with('-')) {
        return size != 0 && label_after(pem::kEnd) == label &&
               add(pem_kind(label), as_bytes({body, line_.data()}), size);
      }
      // A shorter line is the last one.
      if (line_size != kLine || line_.size() > kLine || line_.size() % 4 != 0) return false;
      line_size = line_.size();
      size += decoded_size(line_);
    }
    return false;
  }

  static std::size_t decoded_size(std::string_view line) {
    const std::size_t padding = line.ends_with("==") ? 2 : line.ends_with('=') ? 1 : 0;
    return line.size() / 4 * 3 - padding;
  }

  bool add(PemKind kind, ByteView body, std::size_t size) {
    switch (kind) {
      case PemKind::kTrustedCertificate: found_.has_settings = true; [[fallthrough]];
      case PemKind::kCertificate:
        ++found_.certificates;
        found_.certificate_size += size;
        return true;
      case PemKind::kCrl: found_.crls.push_back(body); return true;
      default: return false;
    }
  }

  std::string_view rest_;
  std::string_view line_;
  PlainPem found_;
};

}  // namespace

std::optional<PlainPem> read_plain_pem(ByteView text) { return Reader(as_text(text)).read(); }

}  // namespace keyrack::preload
