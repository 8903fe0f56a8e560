// SPDX-License-Identifier: Apache-2.0
#include "keystore/key_store_chain.h"

#include <algorithm>
#include <utility>

#include "keystore/pkcs12_utf.h"
#include "x509/canonical_name.h"
#include "x509/certificate_state.h"
#include "x509/key_identifiers.h"

namespace keyrack {
namespace {

std::string bytes_of(ByteView bytes) { return std::string(as_text(bytes)); }

// Names that libcrypto finds equal are equal here; one that it could not compare, as it is.
std::string name_of(ByteView name) {
  const auto canonical = canonical_name(name);
  return canonical ? bytes_of(*canonical) : bytes_of(name);
}

// Two byte strings as one key: the first one's length keeps them apart.
std::string joined(std::string_view first, std::string_view second) {
  return std::to_string(first.size()) + ":" + std::string(first) + std::string(second);
}

}  // namespace

bool CertificatePool::is_better(std::size_t a, std::size_t b) const {
  const Certificate& first = certificates_[a];
  const Certificate& second = certificates_[b];
  const bool is_valid = first.is_valid_at(now_);
  if (is_valid != second.is_valid_at(now_)) return is_valid;
  if (first.not_before() != second.not_before()) return first.not_before() > second.not_before();
  return a < b;
}

void CertificatePool::offer(Best& best, std::string key, std::size_t index) {
  const auto [place, is_new] = best.try_emplace(std::move(key), index);
  if (!is_new && is_better(index, place->second)) place->second = index;
}

void CertificatePool::add(Certificate certificate, const Pkcs12Bag& bag) {
  const std::size_t index = certificates_.size();
  certificates_.push_back(certificate);
  const std::string_view key_id = as_text(bag.local_key_id);
  const std::string alias = bag.friendly_name ? fold_case(*bag.friendly_name) : "";
  if (!key_id.empty()) {
    offer(by_key_id_, std::string(key_id), index);
    if (bag.friendly_name) offer(by_key_id_and_alias_, joined(key_id, alias), index);
  }
  // An anchor that happens to share a key's alias is not its certificate.
  if (bag.friendly_name && !bag.is_trusted) offer(by_alias_, alias, index);

  const CertificateFields& fields = certificate.state().fields();
  const std::string subject = name_of(fields.subject);
  const ByteView key = read_key_identifiers(fields.extensions).subject;
  offer(by_public_key_, bytes_of(fields.spki), index);
  offer(by_subject_and_key_id_, joined(subject, as_text(key)), index);
  offer(by_subject_, subject, index);
}

namespace {

std::optional<std::size_t> find(const std::unordered_map<std::string, std::size_t>& best,
                                const std::string& key) {
  const auto found = best.find(key);
  return found == best.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<std::size_t> CertificatePool::leaf_of(const Pkcs12Bag& key) const {
  const std::string_view key_id = as_text(key.local_key_id);
  const std::string alias = key.friendly_name ? fold_case(*key.friendly_name) : "";
  std::optional<std::size_t> leaf;
  if (!key_id.empty() && key.friendly_name)
    leaf = find(by_key_id_and_alias_, joined(key_id, alias));
  if (!leaf && !key_id.empty()) leaf = find(by_key_id_, std::string(key_id));
  if (!leaf && key.friendly_name) leaf = find(by_alias_, alias);
  return leaf;
}

std::optional<std::size_t> CertificatePool::leaf_of(ByteView public_key) const {
  return find(by_public_key_, bytes_of(public_key));
}

std::optional<std::size_t> CertificatePool::issuer_of(std::size_t index) const {
  const Certificate& certificate = certificates_[index];
  if (certificate.is_self_issued()) return std::nullopt;
  const CertificateFields& fields = certificate.state().fields();
  const std::string issuer = name_of(fields.issuer);
  const ByteView key = read_key_identifiers(fields.extensions).authority;
  if (key.empty()) return find(by_subject_, issuer);
  // As libcrypto has it: another key's identifier rules an issuer out, a missing one does not.
  const auto exact = find(by_subject_and_key_id_, joined(issuer, as_text(key)));
  return exact ? exact : find(by_subject_and_key_id_, joined(issuer, ""));
}

std::vector<std::size_t> CertificatePool::chain_of(std::size_t leaf) const {
  std::vector<std::size_t> chain;
  for (std::optional<std::size_t> next = leaf; next && chain.size() < kMaxChain;
       next = issuer_of(chain.back())) {
    if (std::ranges::find(chain, *next) != chain.end()) break;
    chain.push_back(*next);
  }
  return chain;
}

}  // namespace keyrack
