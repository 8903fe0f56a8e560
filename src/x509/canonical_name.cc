// SPDX-License-Identifier: Apache-2.0
#include "x509/canonical_name.h"

#include <array>

#include "bytes/keyed_hash.h"
#include "x509/canonical_name_writer.h"
#include "x509/name_attributes.h"
#include "x509/plain_name.h"

namespace keyrack {
namespace {

// The canonical form of `name`, in `out` with room_for() it; null when there is none.
std::uint8_t* write_canonical(ByteView name, std::uint8_t* out) {
  CanonicalNameWriter writer(out);
  const bool is_sound = for_each_attribute(
      name, [&](const NameAttribute& attribute) { return writer.add(attribute); });
  return is_sound ? writer.finish() : nullptr;
}

}  // namespace

std::optional<std::vector<std::uint8_t>> canonical_name(ByteView name) {
  std::vector<std::uint8_t> form(CanonicalNameWriter::room_for(name.size()));
  const std::uint8_t* const end = write_canonical(name, form.data());
  if (end == nullptr) return std::nullopt;
  form.resize(static_cast<std::size_t>(end - form.data()));
  form.shrink_to_fit();
  return form;
}

std::optional<std::uint64_t> canonical_name_hash(ByteView name, std::uint64_t seed) {
  constexpr std::size_t kOrdinaryName = 500;
  std::array<std::uint8_t, CanonicalNameWriter::room_for(kOrdinaryName)> form;
  if (const std::size_t size = fold_plain_name(name, form.data())) {
    return keyed_hash(ByteView(form.data(), size), seed);
  }
  if (name.size() > kOrdinaryName) {
    std::optional<std::vector<std::uint8_t>> long_form = canonical_name(name);
    if (!long_form) return std::nullopt;
    fold_case(*long_form);
    return keyed_hash(*long_form, seed);
  }
  std::uint8_t* const end = write_canonical(name, form.data());
  if (end == nullptr) return std::nullopt;
  const std::span folded(form.data(), end);
  fold_case(folded);
  return keyed_hash(folded, seed);
}

}  // namespace keyrack
