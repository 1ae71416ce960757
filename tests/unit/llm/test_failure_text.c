/* SPDX-License-Identifier: MIT
 * The advice added to a failure's text, by what curl says and by what servers and proxies answer.
 */
/* holds: wrong-between-here */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "llm/completion/http_backend.h"
#include "loop/http.h"

static void a_transfer_that_failed_names_the_way_out(void **state)
{
	static const struct {
		enum http_failure failure;
		enum http_reason reason;
		const char *says, *advice;
		enum failure means;
	} rows[] = {
	    {HTTP_CONNECT, HTTP_REASON_OTHER, "cannot connect to 'h:1': Connection refused",
		"is the server running", FAILURE_RETRY},
	    {HTTP_CONNECT, HTTP_NO_TLS,
		"cannot connect to 'h:1': TLS connect error: error:00000000:lib(0)::reason(0)",
		"may speak no TLS there", FAILURE_RETRY},
	    {HTTP_PROXY, HTTP_REASON_OTHER,
		"cannot ask 'h:443' through the proxy 'p:1' of $https_proxy: Connection refused",
		"is the proxy running? no_proxy", FAILURE_RETRY},
	    {HTTP_PROXY, HTTP_PROXY_WANTS_USER, "cannot ask 'h:443' through the proxy",
		"wants a user name and a password", FAILURE_RETRY},
	    {HTTP_BROKEN, HTTP_NO_ANSWER, "the connection to 'h:1' broke",
		"does it want https:// in backend.base_url", FAILURE_RETRY},
	    {HTTP_CERTIFICATE, HTTP_REASON_OTHER, "no TLS with 'h:443'",
		"name the certificate of the CA", FAILURE_REQUEST},
	    {HTTP_CERTIFICATE, HTTP_WRONG_NAME, "no TLS with 'h:443'",
		"by a name its certificate is made for", FAILURE_REQUEST},
	    {HTTP_CERTIFICATE, HTTP_NOT_IN_TIME, "no TLS with 'h:443'", "made anew, or the clock",
		FAILURE_REQUEST},
	    {HTTP_CERTIFICATE, HTTP_SELF_SIGNED, "no TLS with 'h:443'", "it signed itself",
		FAILURE_REQUEST},
	    {HTTP_CERTIFICATE, HTTP_TRUST_FILE, "no TLS with 'h:443'",
		"backend.ca_file has to name a file of certificates", FAILURE_REQUEST},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct http_result result = {
		    .failure = rows[i].failure, .reason = rows[i].reason, .error = ERROR_INIT};
		struct error e = ERROR_INIT;
		struct buf advice = BUF_INIT;

		error_set(&result.error, ERR_NETWORK, "%s", rows[i].says);
		assert_int_equal(
		    failure_of_transfer(&e, &advice, "http://h/v1", &result), rows[i].means);
		assert_non_null(strstr(e.message, rows[i].says));
		if (!strstr(buf_str(&advice), rows[i].advice))
			fail_msg("%s: %s", rows[i].says, buf_str(&advice));
		buf_free(&advice);
		error_free(&e);
		error_free(&result.error);
	}
}

static void a_refusal_names_the_way_out(void **state)
{
	static const struct {
		struct model model;
		long status;
		const char *body, *advice;
	} rows[] = {
	    {{.key = NULL}, 401, "{\"error\":\"who\"}", "no key was sent: name its variable"},
	    {{.key = "k", .key_name = "SOME_KEY"}, 403, "", "it was sent the key of $SOME_KEY"},
	    {{.key = "k", .key_name = "backend.api_key_file"}, 401, "",
		"it was sent the key of backend.api_key_file"},
	    {{.key = NULL}, 404, "{\"error\":\"no such model\"}", "choose a model with -m"},
	    {{.key = NULL}, 401, "{\"error\":\"Who are you.\"}",
		"401: Who are you; no key was sent"},
	    {{.key = NULL}, 404, "", "another path than /v1"},
	    {{.key = NULL}, 407, "", "it is the proxy that wants"},
	    {{.key = NULL}, 302, "", "it points to 'http://there/x' and is not followed"},
	    {{.key = NULL}, 400, "{\"error\":\"bad\"}", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		struct buf advice = BUF_INIT, body = BUF_INIT, whole = BUF_INIT;

		buf_adds(&body, rows[i].body);
		failure_of_status(&e, &advice, &rows[i].model, "http://h/v1/x", rows[i].status,
		    "http://there/x?key=k", &body);
		buf_addf(&whole, "%s%s", e.message, buf_str(&advice));
		if (!strstr(buf_str(&whole), rows[i].advice) || (!*rows[i].advice && advice.len))
			fail_msg("%ld: %s", rows[i].status, buf_str(&whole));
		buf_free(&whole);
		buf_free(&body);
		buf_free(&advice);
		error_free(&e);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_transfer_that_failed_names_the_way_out),
	    cmocka_unit_test(a_refusal_names_the_way_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
