// SPDX-License-Identifier: Apache-2.0
// The bridge between keyrack and code that speaks OpenSSL. The only header that includes OpenSSL's.
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/client_connection.h>
#include <keyrack/credential.h>
#include <keyrack/error.h>
#include <keyrack/identity.h>
#include <keyrack/key_manager.h>
#include <keyrack/key_store.h>
#include <keyrack/key_store_writer.h>
#include <keyrack/library_context.h>
#include <keyrack/secure_context.h>
#include <keyrack/trust_source.h>
#include <keyrack/trust_store.h>
#include <keyrack/verification_sources.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

#include <functional>
#include <optional>

namespace keyrack {

// Borrowed: valid while `context`, or a copy of it, lives. Do not change its settings.
SSL_CTX* native(const SecureContext& context);

// Borrowed: valid while `connection` lives.
SSL* native(const ClientConnection& connection);
// The caller's to free (SSL_free): for code that takes an SSL, such as Asio's stream.
SSL* release(ClientConnection connection);
// Offers to resume `session` (SSL_get1_session of an earlier connection, whose reference stays the
// caller's). False, and a full handshake, when it was not made by connect_to() for the same peer
// and under the same trust, or cannot be resumed.
bool offer(const ClientConnection& connection, SSL_SESSION* session);

// Borrowed: valid while `identity`, or a copy of it, lives.
EVP_PKEY* native_key(const Identity& identity);
// Borrowed: valid while `credential`, or a copy of it, lives.
EVP_PKEY* native_key(const Credential& credential);

// Borrowed: valid while `key`, or a copy of it, lives. Do not change it.
EVP_PKEY* native_key(const DecryptedKey& key);

// KeyStoreWriter::set_key for a key that was made elsewhere, which stays the caller's.
Result<void> set_key(KeyStoreWriter& writer, std::string_view alias, EVP_PKEY* key,
                     const std::vector<Certificate>& chain, const Password& own = {});

// The parsed certificate, made now if nobody has it yet. The caller owns one reference
// (X509_free). It is shared with everybody who uses the same certificate: do not change it.
Result<X509*> to_x509(const Certificate& certificate, const LibraryContext& library_context = {});

// A new thin store over the shared index of `trust`, which may be a TrustStore. The caller frees it
// (X509_STORE_free); it keeps the source alive. Null only when memory is out.
X509_STORE* make_x509_store(const TrustSource& trust, const LibraryContext& library_context = {});

// Makes `context` verify with `trust`, together with whatever is added to the context's own store
// (SSL_CTX_load_verify_locations, X509_STORE_add_cert) before or after. Takes over get_issuer,
// lookup_certs of that store and adds a look-up method. Costs about a microsecond. Call it
// while the context is set up, before other threads use it; a second call replaces the first's
// trust. Code that looks up by name alone, around the callbacks (X509_STORE_CTX_get_by_subject),
// sees indexed certificates unless one of that name was added by hand; of a source that may change,
// it sees one of each name. `library_context` must be the one that the SSL_CTX was made with.
//
// `trust` may be a TrustStore. Of a source that changes, verifications that begin after the change
// see the newest store, in the same SSL_CTX.
Result<void> attach(SSL_CTX* context, const TrustSource& trust,
                    const LibraryContext& library_context = {});
Result<void> attach(X509_STORE* store, const TrustSource& trust,
                    const LibraryContext& library_context = {});

// The same with CRLs, which are then checked. An SSL_CTX or store keeps the flags for that when
// other trust is attached to it later.
Result<void> attach(SSL_CTX* context, const VerificationSources& sources,
                    const LibraryContext& library_context = {});
Result<void> attach(X509_STORE* store, const VerificationSources& sources,
                    const LibraryContext& library_context = {});

struct HandshakeOptions {
  // Do not block for the KDF of a key that was never used: SSL_get_error says
  // SSL_ERROR_WANT_X509_LOOKUP instead. Called on the handshake's thread when it has to wait; what
  // it returns is called once, on a background thread, when the handshake should be called again.
  // The SSL may be gone by then: the function must not rely on it, and must not throw. Empty:
  // handshakes block (Asio takes WANT_X509_LOOKUP for an unexpected result).
  std::function<std::function<void()>(SSL*)> on_pending;
};

// Makes `context` present what `manager` chooses, in every full handshake, as server and as client.
// Takes over its certificate callback (SSL_CTX_set_cert_cb) and nothing else; with
// KeyManagerOptions::release_key_after_handshake the info callback too, which calls the one that
// was set before. Certificates of the context itself, fixed or extra, are never presented. When
// nothing fits, the peer gets handshake_failure from a server, an empty Certificate from a client,
// and last_error() has the reason. What the peer verifies signatures with is taken to hold for
// certificates too: of signature_algorithms_cert only the client-hello callback knows, which a
// SecureContext with a manager takes over and this does not.
//
// The context keeps the manager alive. Call it while the context is set up; a second call replaces
// the manager for new SSLs.
Result<void> attach(SSL_CTX* context, const KeyManager& manager,
                    const HandshakeOptions& options = {});

// Why the latest handshake of `ssl` presented nothing: a wrong password, no fitting entry. Nothing
// when it did present a credential, or was never asked for one. Valid on the SSL's own thread.
std::optional<Error> last_error(const SSL* ssl);

// Parses every certificate of `trust` and adds it to `store`: for code that lists a store
// (X509_STORE_get0_objects) and must see all of them.
Result<void> add_all(X509_STORE* store, const TrustStore& trust,
                     const LibraryContext& library_context = {});

}  // namespace keyrack
