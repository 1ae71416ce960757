/* SPDX-License-Identifier: MIT
 * Loads libcurl by the names it has: Debian's builds with OpenSSL and with GnuTLS, and macOS's.
 */
#include "loop/curl.h"

#include "base/base.h"
#include "base/library.h"

const struct curl_calls *curl_calls(void)
{
	static const struct library_symbol symbols[] = {
#define CALL(name) {"curl_" #name, offsetof(struct curl_calls, name)},
	    CURL_CALLS(CALL)
#undef CALL
	};
	static const char *const names[] = {
	    "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"};
	static struct curl_calls calls;
	static void *handle;
	auto_error e = ERROR_INIT;

	for (size_t i = 0; !handle && i < ARRAY_SIZE(names); i++) {
		error_free(&e);
		library_load(&handle, names[i], symbols, ARRAY_SIZE(symbols), &calls,
		    "servers need libcurl", "libcurl4", &e);
	}
	if (!handle)
		die("%s", e.message);
	return &calls;
}
