/* SPDX-License-Identifier: MIT
 * The sandbox's port of macOS, with the system's one call replaced: it writes its profile to a file, or refuses it. */
/* holds: macos-command-held */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "sandbox/macos/confined_macos.c"
#include "tests/support/sandbox_ground.h"
#include "tests/support/scratch.h"

static char *place; /* (owned) where the call keeps the profile; known before the spawner is made */

int sandbox_init(const char *profile, uint64_t flags, char **message)
{
	size_t len;
	char *refuse = scratch_read(place, "refuse", &len);

	if (refuse || flags != 0)
		return -1;
	scratch_text(place, "profile", profile);
	return 0;
}

static int set_up(void **state)
{
	place = scratch_new();
	return sandbox_ground_setup(state);
}

static int tear_down(void **state)
{
	sandbox_ground_teardown(state);
	scratch_free(place);
	return 0;
}

static void expect_rule(const char *profile, const char *rule, const char *dir, const char *name)
{
	char *wanted = xasprintf("(%s (subpath \"%s%s\"))\n", rule, dir, name);

	if (!strstr(profile, wanted))
		fail_msg("%s is not in %s", wanted, profile);
	free(wanted);
}

static void a_command_runs_in_the_profile_of_its_workspace(void **state)
{
	struct sandbox_ground *g = *state;
	struct error e = ERROR_INIT;
	char *profile;
	size_t len;

	scratch_folder(g->home, ".ssh");
	scratch_folder(g->dir, ".git/hooks");
	assert_int_equal(sandbox_tier(g->sandbox), SANDBOX_SEATBELT);
	assert_string_equal(sandbox_words(g->sandbox), "sandbox on");
	assert_int_equal(sandbox_ground_run(
			     g, CHILD_COMMAND, "[ -d \"$TMPDIR\" ] && echo x >made && exit 7", &e),
	    7);
	assert_null(e.message);
	profile = scratch_read(place, "profile", &len);
	expect_rule(profile, "allow file-read* file-write*", g->dir, "");
	expect_rule(profile, "deny file-write*", g->dir, "/.git/hooks");
	expect_rule(profile, "deny file-read* file-write*", g->home, "/.ssh");
	free(profile);
}

static void its_status_is_the_commands_however_it_ends(void **state)
{
	struct sandbox_ground *g = *state;
	struct error e = ERROR_INIT;

	assert_int_equal(sandbox_ground_run(g, CHILD_COMMAND, "exit 0", &e), 0);
	assert_int_equal(sandbox_ground_run(g, CHILD_COMMAND, "kill -TERM $$", &e), 143);
	assert_int_equal(sandbox_ground_run(g, CHILD_COMMAND, "sleep 300 & exit 3", &e), 3);
}

static void a_profile_that_is_not_taken_is_no_tier(void **state)
{
	struct sandbox_ground *g = *state;

	scratch_text(place, "refuse", "");
	assert_int_equal(sandbox_tier(g->sandbox), SANDBOX_NONE);
	assert_string_equal(sandbox_why(g->sandbox),
	    "seatbelt: cannot take the profile of 'true': Operation not permitted");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_command_runs_in_the_profile_of_its_workspace, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		its_status_is_the_commands_however_it_ends, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		a_profile_that_is_not_taken_is_no_tier, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
