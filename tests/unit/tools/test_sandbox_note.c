/* SPDX-License-Identifier: MIT
 * The note on what the sandbox may have stopped, by how a command ended and what it printed. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/buf.h"
#include "tools/command/command_output.h"

static const struct {
	const char *command, *said;
	int status;
	bool timed_out, network;
	const char *note; /* NULL: none */
} ends[] = {
    {"npm install", "npm ERR! code EAI_AGAIN\n", 1, false, false, "network"},
    {"pip install x", "Temporary failure in name resolution", 1, false, false, "network"},
    {"apt-get update", "Err:1 Temporary failure resolving 'deb.example.org'", 100, false, false,
	"network"},
    {"wget -q https://example.org/x", "", 4, false, false, "network"},
    {"wget -q https://example.org/x", "", 8, false, false, NULL}, /* the server said no */
    {"curl -s https://example.org", "", 6, false, false, "network"},
    {"curl -s https://example.org", "", 6, false, true, NULL},
    {"make", "", 4, false, false, NULL},
    {"docker ps", "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.", 1, false,
	false, "sockets"},
    {"docker ps", "permission denied while trying to connect to docker.sock", 1, false, true,
	"sockets"},
    {"npm install", "idealTree: sill", 0, true, false, "network"},
    {"npm install", "idealTree: sill", 0, true, true, NULL},
    {"make -j2 all", "  CC main.c", 0, true, false, NULL},
    {"ls ~/.ssh", "", 0, false, false, "secrets"},
    {"ls -la ~/.ssh/", "total 0", 0, false, true, "secrets"},
    {"git push", "git@example.org: Permission denied (publickey).", 128, false, true, "secrets"},
    {"ls", "", 0, false, false, NULL},
    {"touch /etc/x", "Read-only file system", 1, false, false, "files"},
    {"echo 'connection refused'", "connection refused", 0, false, false, NULL},
};

static void an_end_that_points_to_the_sandbox_has_its_note(void **state)
{
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct sandbox_note note = {0};
		struct buf text = BUF_INIT;
		bool found;

		buf_adds(&text, ends[i].said);
		found = sandbox_note(&(struct confined_end){.text = &text,
					 .command = ends[i].command,
					 .status = ends[i].status,
					 .ok = ends[i].status == 0 && !ends[i].timed_out,
					 .timed_out = ends[i].timed_out,
					 .network = ends[i].network},
		    &note);
		if (found != (ends[i].note != NULL) ||
		    (found && strcmp(note.name, ends[i].note) != 0))
			fail_msg("'%s' (%zu): %s", ends[i].command, i, found ? note.name : "none");
		if (found)
			assert_true(*note.text == '[' && *note.row);
		if (found)
			sandbox_note_free(&note);
		buf_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_end_that_points_to_the_sandbox_has_its_note),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
