/* SPDX-License-Identifier: MIT
 * The texts of OAuth against the examples of their specifications.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "mcp/mcp_oauth_words.h"

/* RFC 7636, appendix B */
static void the_challenge_is_the_hash_of_the_verifier(void **state)
{
	char *challenge = pkce_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");

	assert_string_equal(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
	free(challenge);
}

/* RFC 7636, 4.1: 43 characters at least, none of them reserved */
static void a_verifier_is_long_and_never_the_same(void **state)
{
	char *one = random_words(), *other = random_words();

	assert_int_equal(strlen(one), 43);
	assert_int_equal(
	    strspn(one, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), 43);
	assert_string_not_equal(one, other);
	free(one);
	free(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_challenge_is_the_hash_of_the_verifier),
	    cmocka_unit_test(a_verifier_is_long_and_never_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
