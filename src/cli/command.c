/* SPDX-License-Identifier: MIT
 * The list of commands, and what main does: a command, a single answer, a replay or the chat.
 */
#include "cli/command.h"

#include <signal.h>
#include "base/base.h"
#include "base/embed.h"
#include "base/print.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "llm/backend.h"
#include "loop/spawner.h"
#include "sandbox/confine.h"

const struct command *const commands[] = {
    &command_sessions,
    &command_attach,
    &command_test,
    &command_plans,
    &command_roadmaps,
    &command_stats,
    &command_models,
    &command_usage,
    &command_tools,
    &command_config,
    &command_doctor,
    &command_sandbox,
    &command_acp,
    &command_mcp,
    NULL,
};

const char *command_help(const struct command *c)
{
	return c->help ? embed_find(c->help)->data : "";
}

static int command_start(const struct command *c, const struct options *o)
{
	const char *word = o->rest[1];
	bool help = o->help;

	for (char *const *at = o->rest + 1; *at && strcmp(*at, "--") != 0; at++) {
		help |= strcmp(*at, "--help") == 0 || strcmp(*at, "-h") == 0;
		if (c->quotes) /* the words after the first are somebody's command line */
			break;
	}
	if (help) {
		printf(
		    "usage: agent %s %s\n%s\n%s", c->name, c->usage, c->summary, command_help(c));
		return 0;
	}
	if (word && !*c->usage)
		return print_failure(2, "'%s %s': one word too many; options come before '%s'",
		    c->name, word, c->name);
	/* Registers the present secrets, since commands show and write text of earlier sessions, in which they must be
	 * redacted. Wrong settings are reported by the commands that need them. */
	auto_free char *workspace = realpath(o->cd ? o->cd : ".", NULL);
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	backend_keys_register();
	if (workspace)
		settings_free(program_settings(o, workspace, false, &problems));
	return c->run(o, o->rest + 1);
}

static int run_turn(const struct options *o)
{
	return o->ask ? run_ask(o) : run_chat(o);
}

static int dispatch(const struct options *o)
{
	if (o->help && !o->rest) {
		options_help();
		return 0;
	}
	if (o->version) {
		printf("agent %s\n", AGENT_VERSION);
		return 0;
	}
	spawner_confines(&sandbox_confines);
	if (o->rest)
		return command_start(command_find(o->rest[0]), o);
	if (!spawner_start())
		return print_failure(1, "cannot start: %s", strerror(errno));
	if (o->child)
		return run_child(o);
	if (o->serve)
		return run_serve(o);
	if (o->replay) {
		backend_keys_register();
		return run_replay(o);
	}
	if (o->roadmap)
		return run_roadmap(o);
	if (o->fork && o->files)
		return run_fork_files(o, run_turn);
	return run_turn(o);
}

/* Returns code; 1 after a message if stdout could not be written; 128 + SIGPIPE if nobody reads it any more. */
static int written(int code)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	if (errno == EPIPE || print_unread())
		return 128 + SIGPIPE;
	return print_failure(
	    1, "cannot write to stdout: %s", errno ? error_system(errno) : "a write failed");
}

int command_main(int argc, char **argv)
{
	struct options options;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write */
	int code = options_parse(argc, argv, &options);
	if (code == 0) {
		json_setup();
		text_setup();
		options.run_turn = run_turn;
		options.watch = run_watch;
		code = dispatch(&options);
		spawner_stop();
	}
	options_free(&options);
	return written(code);
}
