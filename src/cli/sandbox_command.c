/* SPDX-License-Identifier: MIT
 * agent sandbox: runs a command confined as the model's commands are, shows the rules in force, or
 * tests on this machine what the sandbox promises.
 */
#include "base/base.h"
#include "base/print.h"
#include "cli/program/confined_run.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "sandbox/sandbox.h"
#include "sandbox/trial.h"

#define CHANGES_TOLD 1000

enum wish { WISH_RUN, WISH_TRY, WISH_SHOW, WISH_CHECK };

static int refuse(struct sandbox *sandbox)
{
	const char *why = sandbox_why(sandbox);

	return print_failure(126, "nothing can be confined here%s%s",
	    sandbox_is_off(sandbox) ? ": sandbox.mode is off"
	    : *why		    ? ": "
				    : "",
	    why);
}

/* Prints on stderr what the command would change, a line each. */
static void tell_changes(const struct trial *trial)
{
	struct trial_changes changes;
	auto_error e = ERROR_INIT;

	if (!trial_find_changes(trial, CHANGES_TOLD, &changes, &e))
		print_text(stderr, "agent: %s\n", e.message);
	else if (changes.count == 0)
		print_text(stderr, "agent: it would change nothing\n");
	for (size_t i = 0; i < changes.count; i++)
		print_text(stderr, "%-8s %s%s\n", trial_kind_words[changes.list[i].kind],
		    changes.list[i].path, changes.list[i].folder ? "/" : "");
	if (changes.more)
		print_text(stderr, "agent: it would change more\n");
	if (changes.full)
		print_text(stderr, "agent: it wrote more than sandbox.limits.trial_bytes\n");
	trial_changes_free(&changes);
}

static int run_command(
    struct program *p, struct sandbox *sandbox, enum wish wish, bool network, char *const *words)
{
	struct process_spec spec = {.argv = (const char *const *)words, .in = PROCESS_STDIN_TTY};
	struct error e = ERROR_INIT;
	struct confined_run c = {0};

	if (sandbox_tier(sandbox) == SANDBOX_NONE)
		return refuse(sandbox);
	confined_run_signals(&c, p);
	if (!confined_run(&c, p, sandbox, &spec, wish == WISH_TRY, network, &e))
		return print_failed(e.code == ERR_NOT_FOUND ? 127 : 126, &e);
	if (c.exit.over)
		print_text(stderr, "agent: ended: it went over %s\n", c.exit.over);
	if (*c.exit.lost)
		print_text(stderr,
		    "agent: ended: '%s' was made or replaced meanwhile and cannot be held\n",
		    c.exit.lost);
	if (c.trial)
		tell_changes(c.trial);
	trial_free(c.trial);
	return c.exit.status;
}

/* ---- The self-test ------------------------------------------------------------------------- */

#define IN_NAMESPACES (1U << SANDBOX_NAMESPACES)
#define ON_LINUX (IN_NAMESPACES | 1U << SANDBOX_LANDLOCK)
#define EVERYWHERE (ON_LINUX | 1U << SANDBOX_SEATBELT)

static const struct sandbox_check {
	const char *promise, *command; /* the command exits with 0 if the promise is kept */
	unsigned tiers;		       /* bits of the enum sandbox_tier that promise it */
} checks[] = {
    {"the workspace can be written", "f=.agent-check-$$; : >$f && rm $f", EVERYWHERE},
    {"a temporary file can be made", "f=$(mktemp) && rm \"$f\"", EVERYWHERE},
    {"nothing else can be written",
	"d=$HOME; case $d/ in \"$PWD\"/*) d=/usr;; esac; ! (: >\"$d/.agent-check\") 2>/dev/null",
	EVERYWHERE},
    {"~/.ssh is out of sight", "! cat \"$HOME\"/.ssh/* 2>/dev/null | grep -q .", EVERYWHERE},
    {"no network", "! grep -Ev '^ *(lo|face|Inter)' /proc/net/dev | grep -q :", IN_NAMESPACES},
    {"no more privileges",
	"grep -q '^NoNewPrivs:.*1' /proc/self/status && grep -q '^CapEff:.*0000000000000000' "
	"/proc/self/status",
	ON_LINUX},
    {"a filter of system calls", "grep -q '^Seccomp:.*2' /proc/self/status", ON_LINUX},
    {"no other process in sight", "[ \"$(ls -d /proc/[0-9]* | wc -l)\" -lt 10 ]", IN_NAMESPACES},
    {"kernel settings are read-only", "! (: >>/proc/sys/kernel/sysrq) 2>/dev/null", ON_LINUX},
};

static bool check(struct program *p, struct sandbox *sandbox, const struct sandbox_check *check)
{
	struct process_spec spec = {
	    .argv = (const char *const[]){"/bin/sh", "-c", check->command, NULL},
	    .merge = true,
	    .sweep = true,
	    .timeout_ms = 10000};
	auto_error e = ERROR_INIT;
	struct confined_run c;
	const bool kept =
	    confined_run(&c, p, sandbox, &spec, false, false, &e) && c.exit.status == 0;

	print_text(stdout, "%-7s %s%s%s\n", kept ? "holds" : "BROKEN", check->promise,
	    e.message	? ": "
	    : c.out.len ? ": "
			: "",
	    e.message ? e.message : buf_str(&c.out));
	buf_free(&c.out);
	return kept;
}

static int run_checks(struct program *p, struct sandbox *sandbox)
{
	const enum sandbox_tier tier = sandbox_tier(sandbox);
	bool all = true;

	print_text(stdout, "%-7s %s\n", "tier", sandbox_tier_name(tier));
	if (tier == SANDBOX_NONE)
		return refuse(sandbox);
	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		if (!(checks[i].tiers & 1U << tier))
			print_text(stdout, "%-7s %s\n", "no", checks[i].promise);
		else
			all = check(p, sandbox, &checks[i]) && all;
	}
	return all ? 0 : 1;
}

/* ---- The command line ---------------------------------------------------------------------- */

/* Parses the options and moves *rest to the command, which `--` may precede. Returns 0, or the exit code after a
 * message. */
static int take_words(char *const **rest, enum wish *wish, bool *network)
{
	for (; **rest && ***rest == '-'; (*rest)++) {
		const char *word = **rest;

		if (strcmp(word, "--") == 0) {
			(*rest)++;
			break;
		}
		if (strcmp(word, "--show") == 0)
			*wish = WISH_SHOW;
		else if (strcmp(word, "--check") == 0)
			*wish = WISH_CHECK;
		else if (strcmp(word, "--network") == 0)
			*network = true;
		else if (strcmp(word, "--try") == 0)
			*wish = WISH_TRY;
		else
			return print_failure(2,
			    "'sandbox %s': unknown option; agent sandbox --help lists them", word);
	}
	if ((*wish < WISH_SHOW) == (**rest == NULL))
		return print_failure(2, "sandbox: %s",
		    **rest ? "--show and --check take no command"
			   : "no command; agent sandbox -- COMMAND...");
	if (*wish == WISH_TRY && *network)
		return print_failure(2,
		    "sandbox: --try has no network: what leaves the machine cannot be thrown away");
	return 0;
}

static int run(const struct options *o, char *const *rest)
{
	freed_by(program_close) struct program p = {0};
	enum wish wish = WISH_RUN;
	bool network = false;
	int code = take_words(&rest, &wish, &network);

	if (code != 0)
		return code;
	if (!spawner_start())
		return print_failure(1, "cannot start: %s", strerror(errno));
	code = program_configure(&p, o);
	if (code == 0) {
		p.loop = loop_new();
		struct sandbox *sandbox = sandbox_new(p.loop, p.settings, p.workspace);

		if (wish == WISH_CHECK) {
			code = run_checks(&p, sandbox);
		} else if (wish == WISH_SHOW) {
			auto_buf text = BUF_INIT;

			sandbox_show(sandbox, network, &text);
			print_text(stdout, "%s", buf_str(&text));
		} else {
			code = run_command(&p, sandbox, wish, network, rest);
		}
		sandbox_free(sandbox);
	}
	return code;
}

const struct command command_sandbox = {
    .name = "sandbox",
    .usage = "[--network | --try] [--] COMMAND... | --show | --check",
    .summary = "run a command confined as the model's are, show what is in force, or try it",
    .quotes = true,
    .run = run,
};
