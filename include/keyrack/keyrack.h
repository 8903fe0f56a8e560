// SPDX-License-Identifier: Apache-2.0
// Everything of keyrack that needs no OpenSSL type. Start with trust_store.h, then
// secure_context.h; keyrack/openssl.h is the bridge to code that speaks OpenSSL.
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/client_connection.h>
#include <keyrack/credential.h>
#include <keyrack/crl_store.h>
#include <keyrack/error.h>
#include <keyrack/identity.h>
#include <keyrack/key_manager.h>
#include <keyrack/key_request.h>
#include <keyrack/key_source.h>
#include <keyrack/key_store.h>
#include <keyrack/key_store_writer.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>
#include <keyrack/pkcs12_identity.h>
#include <keyrack/reload.h>
#include <keyrack/secure_context.h>
#include <keyrack/secure_context_cache.h>
#include <keyrack/secure_context_options.h>
#include <keyrack/staged_change.h>
#include <keyrack/stats.h>
#include <keyrack/ticket_keys.h>
#include <keyrack/trust_source.h>
#include <keyrack/trust_store.h>
#include <keyrack/verification_sources.h>
