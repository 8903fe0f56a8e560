// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_reader.h"

#include <algorithm>
#include <utility>

#include "keystore/pkcs12_cipher.h"
#include "keystore/pkcs12_mac.h"
#include "keystore/pkcs12_pfx.h"

namespace keyrack {
namespace {

// Every cost of opening, at its worst (all forms of the password tried), before the first is paid.
Result<void> check_costs(const Pfx& pfx, std::size_t forms, const KeyStoreLimits& limits) {
  std::uint64_t total = 0;
  auto add = [&](const KeyDerivation& derivation) -> Result<void> {
    const Result<void> single = check_limits(derivation, limits);
    if (!single) return single;
    // No overflow: each is at most max_iterations, and whoever exceeds the total ends here.
    total += derivation.cost() *
             (derivation.kind == KeyDerivation::Kind::kPkcs12 ? forms : std::size_t{1});
    if (total <= limits.max_total_iterations) return {};
    return std::unexpected(Error{ErrorCode::kLimitExceeded,
                                 "opening needs more iterations than the limit "
                                 "max_total_iterations of " +
                                     std::to_string(limits.max_total_iterations)});
  };
  if (pfx.mac) {
    if (const Result<void> checked = add(pfx.mac->derivation); !checked) return checked;
  }
  for (const Result<Pkcs12Safe>& safe : pfx.safes) {
    if (!safe || !safe->encryption) continue;
    if (const Result<void> checked = add(safe->encryption->derivation); !checked) return checked;
  }
  return {};
}

class Opening {
 public:
  Opening(const Password& password, const KeyStoreOptions& options)
      : password_(password), options_(options) {
    contents_.forms = pkcs12_forms(password);
  }

  Result<Pkcs12Contents> run(ByteView bytes) {
    Result<Pfx> pfx = parse_pfx(bytes, list_.buffers);
    if (!pfx) return std::unexpected(std::move(pfx.error()));
    if (const Result<void> costs = check_costs(*pfx, contents_.forms.size(), options_.limits);
        !costs) {
      return std::unexpected(costs.error());
    }
    if (const Result<void> integrity = check_integrity(*pfx); !integrity) {
      return std::unexpected(integrity.error());
    }
    if (const Result<void> safes = read_safes(*pfx); !safes) return std::unexpected(safes.error());
    contents_.bags = std::move(list_.bags);
    contents_.buffers = std::move(list_.buffers);
    contents_.problems = std::move(list_.problems);
    for (Error& problem : contents_.problems) problem.where.source = options_.source_name;
    return std::move(contents_);
  }

 private:
  Result<void> check_integrity(const Pfx& pfx) {
    if (!pfx.mac) {
      if (!options_.require_integrity) return {};
      return std::unexpected(Error{ErrorCode::kUnsupported,
                                   "integrity is not protected (no MAC), which the option "
                                   "require_integrity refuses"});
    }
    const Result<std::size_t> form =
        verify_mac(*pfx.mac, pfx.authenticated_safe, contents_.forms, options_.library_context);
    if (!form) return std::unexpected(password_error(form.error(), password_));
    // The other forms stay: some writers use one form for the MAC and another to encrypt.
    std::swap(contents_.forms[0], contents_.forms[*form]);
    contents_.integrity = describe(*pfx.mac);
    return {};
  }

  Result<void> read_safes(const Pfx& pfx) {
    bool any_decrypted = false;
    std::optional<Error> refused;
    for (std::uint32_t i = 0; i < pfx.safes.size(); ++i) {
      Result<ByteView> content = open_safe(pfx.safes[i]);
      if (content) {
        any_decrypted |= pfx.safes[i]->encryption.has_value();
        const Result<void> read = read_safe_contents(*content, options_.limits.max_bags, list_);
        if (!read) return read;
        continue;
      }
      Error& error = content.error();
      if (error.code == ErrorCode::kWrongPassword && !refused) refused = error;
      error.where = Location{.index = i, .label = "safe"};
      list_.problems.push_back(std::move(error));
    }
    // With a good MAC the password is right; without one, a safe that opened proves it.
    if (refused && !pfx.mac && !any_decrypted) {
      return std::unexpected(password_error(*refused, password_));
    }
    return {};
  }

  Result<ByteView> open_safe(const Result<Pkcs12Safe>& safe) {
    if (!safe) return std::unexpected(safe.error());
    if (!safe->encryption) return safe->content;
    Result<SecretBytes> plain =
        decrypt(*safe->encryption, safe->content, contents_.forms, options_.library_context);
    if (!plain) {
      plain.error().message = "decryption: " + plain.error().message;
      return std::unexpected(std::move(plain.error()));
    }
    list_.buffers.push_back(std::move(*plain));
    return std::as_const(list_.buffers.back()).span();
  }

  const Password& password_;
  const KeyStoreOptions& options_;
  Pkcs12Contents contents_;
  BagList list_;
};

}  // namespace

PasswordAlgorithm describe(const Encryption& encryption) {
  return {encryption.cipher, encryption.derivation.name(), encryption.derivation.cost()};
}

PasswordAlgorithm describe(const MacAlgorithm& mac) {
  return {std::string("HMAC-") + mac.digest, mac.derivation.name(), mac.derivation.cost()};
}

Result<Pkcs12Contents> read_pkcs12(ByteView bytes, const Password& password,
                                   const KeyStoreOptions& options) {
  Result<Pkcs12Contents> contents = Opening(password, options).run(bytes);
  if (!contents) contents.error().where.source = options.source_name;
  return contents;
}

}  // namespace keyrack
