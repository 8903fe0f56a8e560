// SPDX-License-Identifier: Apache-2.0
#include "cli/verdict.h"

#include <keyrack/openssl.h>
#include <openssl/x509v3.h>

#include "base/error_queue.h"
#include "cli/chain_steps.h"
#include "cli/exit_code.h"
#include "cli/x509_text.h"
#include "trust/crl_failure.h"

namespace keyrack::cli {
namespace {

void must(bool succeeded, const std::string& what) {
  if (succeeded) return;
  throw CommandFailure(openssl_error(ErrorCode::kOpenSsl, what + " failed"));
}

X509StorePtr open_store(const VerifyRequest& request, const TrustStore& trust) {
  X509StorePtr store(X509_STORE_new());
  must(store != nullptr, "making a store");
  VerificationSources sources{.trust = {trust}};
  if (request.crls.size() > 0) {
    sources.crls = {request.crls};
    sources.crl_check =
        request.checks_whole_chain_for_revocation ? CrlCheck::kWholeChain : CrlCheck::kLeaf;
  }
  const Result<void> attached = attach(store.get(), sources);
  if (!attached) throw CommandFailure(attached.error());
  return store;
}

X509StackPtr untrusted_of(const VerifyRequest& request) {
  X509StackPtr stack(sk_X509_new_null());
  must(stack != nullptr, "sk_X509_new_null");
  for (std::size_t i = 1; i < request.chain.size(); ++i) {
    must(sk_X509_push(stack.get(), share(request.chain[i].get()).release()) > 0, "sk_X509_push");
  }
  return stack;
}

void apply_options(const VerifyRequest& request, X509_STORE_CTX* context) {
  X509_VERIFY_PARAM* const parameters = X509_STORE_CTX_get0_param(context);
  if (request.purpose != "any") {
    const int index = X509_PURPOSE_get_by_sname(request.purpose.c_str());
    if (index < 0) {
      throw CommandFailure(ExitCode::kUsage,
                           "--purpose: OpenSSL knows no purpose " + request.purpose);
    }
    const int purpose = X509_PURPOSE_get_id(X509_PURPOSE_get0(index));
    must(X509_STORE_CTX_set_purpose(context, purpose) == 1, "setting the purpose");
  }
  const unsigned long flags = request.allow_partial_chain ? X509_V_FLAG_PARTIAL_CHAIN : 0;
  must(X509_VERIFY_PARAM_set_flags(parameters, flags) == 1, "setting flags");
  if (request.at) X509_VERIFY_PARAM_set_time(parameters, request.at->time_since_epoch().count());
  if (request.host.empty()) return;
  if (X509_VERIFY_PARAM_set1_ip_asc(parameters, request.host.c_str()) == 1) return;
  must(X509_VERIFY_PARAM_set1_host(parameters, request.host.c_str(), request.host.size()) == 1,
       "setting the host");
}

}  // namespace

Verdict verify(const VerifyRequest& request, const TrustStore& trust) {
  const ErrorQueueGuard guard;
  const X509StorePtr store = open_store(request, trust);
  const X509StackPtr untrusted = untrusted_of(request);
  const X509StoreCtxPtr context(X509_STORE_CTX_new());
  must(context && X509_STORE_CTX_init(context.get(), store.get(), request.chain.front().get(),
                                      untrusted.get()) == 1,
       "X509_STORE_CTX_init");
  apply_options(request, context.get());

  Verdict verdict;
  const bool is_verified = X509_verify_cert(context.get()) == 1;
  verdict.error = X509_STORE_CTX_get_error(context.get());
  if (!is_verified && verdict.error == X509_V_OK) verdict.error = X509_V_ERR_UNSPECIFIED;
  verdict.depth = is_verified ? 0 : X509_STORE_CTX_get_error_depth(context.get());
  verdict.message = X509_verify_cert_error_string(verdict.error);
  const std::string about_crl = is_verified ? "" : crl_failure(context.get());
  if (!about_crl.empty()) verdict.message += ": " + about_crl;
  verdict.anchors_indexed = trust.size();
  verdict.anchors_parsed = trust.parsed();
  STACK_OF(X509)* const built = X509_STORE_CTX_get0_chain(context.get());
  for (int i = 0; i < sk_X509_num(built); ++i) {
    X509* const certificate = sk_X509_value(built, i);
    verdict.chain.push_back({subject_of(certificate), sha256_of(certificate)});
  }
  if (request.is_explained) verdict.steps = explain_chain(request, trust, built);
  return verdict;
}

}  // namespace keyrack::cli
