/* SPDX-License-Identifier: MIT
 * The rights that Landlock is asked to restrict, for every version of its interface and for versions to come.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "sandbox/linux/landlock.h"

/* The masks of the kernel's header: all that a version knows. */
static const uint64_t known_files[] = {0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff, 0xffff, 0xffff,
    0xffff, 0x1ffff, 0x1ffff},
		      known_net[] = {0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 0xf},
		      known_scopes[] = {0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3};
#define NEWEST 10

static const struct confine_head namespaces = {.tier = SANDBOX_NAMESPACES},
				 own_sockets = {.tier = SANDBOX_NAMESPACES,
				     .unix_sockets = CONFINE_SOCKETS_OWN},
				 landlock = {.tier = SANDBOX_LANDLOCK},
				 network = {.tier = SANDBOX_LANDLOCK, .network = 1},
				 strict = {
				     .tier = SANDBOX_LANDLOCK, .unix_sockets = CONFINE_SOCKETS_OWN};

static const struct row {
	int abi;
	const struct confine_head *head;
	uint64_t files, net, scoped;
	size_t size; /* 0: too old */
} rows[] = {
    {0, &landlock, 0, 0, 0, 0},
    {1, &landlock, 0, 0, 0, 0},
    {1, &namespaces, 0, 0, 0, 0},
    {2, &landlock, 0x3fff, 0, 0, 8},
    {2, &namespaces, 0x3ff2, 0, 0, 8}, /* mounts hold reading */
    {3, &landlock, 0x7fff, 0, 0, 8},
    {4, &landlock, 0x7fff, 3, 0, 16},
    {4, &network, 0x7fff, 0, 0, 16},
    {4, &namespaces, 0x7ff2, 0, 0, 16}, /* it has a loopback of its own */
    {5, &landlock, 0xffff, 3, 0, 16},
    {6, &landlock, 0xffff, 3, 3, 24},
    {6, &namespaces, 0xfff2, 0, 3, 24},
    {7, &landlock, 0xffff, 3, 3, 24},
    {8, &strict, 0xffff, 3, 3, 24},
    {9, &strict, 0x1ffff, 3, 3, 24},
    {9, &landlock, 0xffff, 3, 3, 24}, /* all servers, as the user wants it, or none */
    {9, &own_sockets, 0x1fff2, 0, 3, 24},
    {10, &strict, 0x1ffff, 0xf, 3, 24},
    {10, &network, 0xffff, 0, 3, 24},
    {11, &strict, 0x1ffff, 0xf, 3, 24},
    {99, &strict, 0x1ffff, 0xf, 3, 24},
};

/* holds: landlock-all-asked */
static void each_version_is_asked_for_what_it_has(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct landlock_rights got;
		size_t size;
		bool of_use = landlock_rights_of(r->abi, r->head, &got, &size);

		if (of_use != (r->size != 0) || size != r->size || got.files != r->files ||
		    got.net != r->net || got.scoped != r->scoped)
			fail_msg("row %zu, version %d: files %llx, net %llx, scoped %llx, size %zu",
			    i, r->abi, (unsigned long long)got.files, (unsigned long long)got.net,
			    (unsigned long long)got.scoped, size);
	}
}

/* A kernel refuses a ruleset with a bit it does not know: then nothing would run at all. */
/* holds: landlock-all-asked */
static void no_version_is_asked_for_more_than_it_knows(void **state)
{
	for (int abi = 0; abi <= NEWEST + 5; abi++) {
		const int known = abi < NEWEST ? abi : NEWEST;
		struct landlock_rights got;
		size_t size;

		landlock_rights_of(abi, &strict, &got, &size);
		assert_int_equal(got.files & ~known_files[known], 0);
		assert_int_equal(got.net & ~known_net[known], 0);
		assert_int_equal(got.scoped & ~known_scopes[known], 0);
	}
}

/* Else a command that nobody was asked about is not tried in that tier. */
/* holds: command-tried-writes */
static void signals_are_held_from_a_version_on(void **state)
{
	assert_false(landlock_holds_signals(0) || landlock_holds_signals(5));
	assert_true(landlock_holds_signals(6) && landlock_holds_signals(10));
}

/* holds: server-file-system */
static void sockets_are_let_where_landlock_tells_whose_they_are(void **state)
{
	assert_int_equal(landlock_sockets(0), CONFINE_SOCKETS_REFUSED);
	assert_int_equal(landlock_sockets(8), CONFINE_SOCKETS_REFUSED);
	assert_int_equal(landlock_sockets(9), CONFINE_SOCKETS_OWN);
	assert_int_equal(landlock_sockets(10), CONFINE_SOCKETS_OWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_version_is_asked_for_what_it_has),
	    cmocka_unit_test(no_version_is_asked_for_more_than_it_knows),
	    cmocka_unit_test(signals_are_held_from_a_version_on),
	    cmocka_unit_test(sockets_are_let_where_landlock_tells_whose_they_are),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
