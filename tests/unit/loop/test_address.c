/* SPDX-License-Identifier: MIT
 * Which network addresses are public.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "loop/http.h"

static bool is_public(const char *text)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		return address_is_public((const struct sockaddr *)&v4);
	assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
	return address_is_public((const struct sockaddr *)&v6);
}

static void addresses_are_told_apart(void **state)
{
	static const char *const inside[] = {"0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255",
	    "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
	    "192.0.0.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "224.0.0.1", "239.1.1.1",
	    "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.1.1.1",
	    "::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1",
	    "fc00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1"};
	static const char *const outside[] = {"1.1.1.1", "9.255.255.255", "11.0.0.1",
	    "100.63.255.255", "100.128.0.1", "128.0.0.1", "172.15.255.255", "172.32.0.1",
	    "192.167.255.255", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111",
	    "2a00:1450::1", "2001:4860::8888", "::ffff:1.1.1.1", "64:ff9b::101:101",
	    "2002:101:101::"};

	for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
		if (is_public(inside[i]))
			fail_msg("%s counts as public", inside[i]);
	for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
		if (!is_public(outside[i]))
			fail_msg("%s does not count as public", outside[i]);
}

static void other_families_are_not_public(void **state)
{
	assert_false(address_is_public(&(struct sockaddr){.sa_family = AF_UNIX}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(addresses_are_told_apart),
	    cmocka_unit_test(other_families_are_not_public),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
