/* SPDX-License-Identifier: MIT
 * --ask: one turn, its answer on stdout, everything else on stderr, its outcome as the exit code. The prompt
 * is the words of the command line and what is piped in.
 */
#include <poll.h>
#include <strings.h>
#include <sys/stat.h>
#include "agent/turn/turn.h"
#include "base/base.h"
#include "base/file.h"
#include "base/json/schema.h"
#include "base/print.h"
#include "cli/ask/one_shot.h"
#include "cli/program/line_peer.h"
#include "cli/program/options.h"
#include "cli/program/program.h"
#include "cli/program/turn_summary.h"
#include "cli/run.h"
#include "config/prompt.h"
#include "plan/plan.h"
#include "tools/tool.h"

/* ---- The prompt ---------------------------------------------------------------------------------- */

#define STDIN_MAX ((size_t)1 << 20)
#define WAIT_MS 1000

static bool read_stdin(struct buf *in)
{
	struct pollfd fd = {STDIN_FILENO, POLLIN, 0};
	int wait = WAIT_MS;
	char chunk[65536];

	for (;;) {
		int ready = poll(&fd, 1, wait);

		if (ready == 0) {
			print_failure(0, "waiting for stdin (use --no-stdin to leave it alone)");
			wait = -1;
			continue;
		}
		ssize_t n = ready < 0 ? -1 : read(STDIN_FILENO, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			print_failure(2, "stdin cannot be read: %s", strerror(errno));
			return false;
		}
		if (n == 0)
			return true;
		if (!buf_add(in, chunk, (size_t)n)) {
			print_failure(2,
			    "stdin is larger than %zu KiB; put it into a file and name the file",
			    STDIN_MAX >> 10);
			return false;
		}
	}
}

/* Returns the user's words, and in *piped the block to put behind them with what was piped in (NULL:
 * nothing); the caller frees both. NULL: *code is the exit code and the message was printed. Reads stdin only
 * if it is a pipe, socket or file; says so on stderr when nothing came for a second; refuses more than 1 MiB. */
static char *input_prompt(const struct options *o, char **piped, int *code)
{
	const bool whole = strcmp(o->ask, "-") == 0;
	auto_buf in = BUF_LIMIT(STDIN_MAX), data = BUF_LIMIT(BUF_UNBOUNDED);
	struct stat st;
	const bool has_input =
	    fstat(STDIN_FILENO, &st) == 0 &&
	    (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) || S_ISREG(st.st_mode));

	*code = 2;
	*piped = NULL;
	if ((whole || (!o->no_stdin && has_input)) && !read_stdin(&in))
		return NULL;
	char *prompt =
	    whole ? text_clean(buf_str(&in), in.len) : text_clean(o->ask, strlen(o->ask));
	if (!whole && in.len > 0) {
		auto_free char *text = text_clean(buf_str(&in), in.len);

		/* It is data: it can neither end its own block nor forge one of the program's. */
		for (const char *s = text; *s; s++)
			if (strncasecmp(s, "<stdin", 6) == 0 || strncasecmp(s, "</stdin", 7) == 0)
				buf_adds(&data, "\xe2\x80\xb9"); /* as tags_neutralise */
			else
				buf_addc(&data, *s);
		tags_neutralise(&data);
		*piped =
		    prompt_text("turn/stdin", (struct prompt_var[]){{"text", buf_str(&data)}}, 1);
	}
	if (!text_is_blank(prompt))
		return prompt;
	print_failure(2, "the prompt is empty; say what is to be done: agent --ask \"...\"");
	free(prompt);
	return NULL;
}

/* Prints the object of --output json. "plan" is the plan at the end of the turn, whichever turn changed it; null if
 * this turn changed none and none is active. */
static void print_summary(const struct turn_summary *s, const struct program *p)
{
	const struct plan *now = p->agent ? agent_plan(p->agent) : NULL;
	freed_by(plan_free) struct plan end = {0};
	json_t *plan = NULL;

	if (now && (s->plan || now->status == PLAN_ACTIVE)) {
		plan_copy(&end, now);
		plan_settle(&end);
		plan = plan_snapshot(&end);
	}
	print_json_line(turn_summary_json(
	    s, p->session ? session_id(p->session) : NULL, plan, p->error.message));
}

static enum outcome ask_run(struct program *p, void *ctx)
{
	return turn_run(p->agent, *(struct prompt *)ctx);
}

static void ask_print(struct program *p, const struct turn_summary *s, void *ctx)
{
	const char *answer = json_str(s->end, "answer", "");
	const size_t len = strlen(answer);

	if (p->options->output == OUTPUT_TEXT && len > 0)
		printf("%s%s", answer, answer[len - 1] == '\n' ? "" : "\n");
	else if (p->options->output == OUTPUT_JSON)
		print_summary(s, p);
}

/* Whether a schema is valid, found out by checking some value against it. False: e. */
static bool schema_usable(const json_t *schema, const char *path, struct error *e)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	json_auto_t *any = json_object();

	if (!json_is_object(schema) && !json_is_boolean(schema))
		return error_at(e, ERR_USAGE, path, "is no JSON Schema: that is an object");
	schema_check(schema, any, &v);
	for (size_t i = 0; i < v.count && i < SCHEMA_VIOLATIONS; i++)
		if (strcmp(v.list[i].keyword, "schema") == 0)
			return error_at(
			    e, ERR_USAGE, path, "is no JSON Schema: %s", v.list[i].message);
	return true;
}

/* Reads the schema of --output-schema; new reference. NULL: the option was not given, or *code is set and
 * the message was printed. */
static json_t *schema_read(const struct program *p, int *code)
{
	const char *path = p->options->output_schema;
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);
	auto_error e = ERROR_INIT, why = ERROR_INIT;
	json_auto_t *schema = NULL;

	if (!path)
		return NULL;
	if (!file_read(path, (size_t)setting_int(p->settings, "agent.schema_bytes"), &text, &why))
		error_set(&e, ERR_USAGE, "%s", why.message);
	else if (!(schema = json_parse(buf_str(&text), text.len, &why)))
		error_at(&e, ERR_USAGE, path, "%s", why.message);
	else if (schema_usable(schema, path, &e))
		return json_incref(schema);
	auto_free char *line = error_line(&e);
	*code = print_failure(2, "--output-schema: %s", line);
	return NULL;
}

int run_ask(const struct options *o)
{
	freed_by(program_close) struct program p = {0};
	int code = program_configure(&p, o);
	auto_free char *words = NULL, *piped = NULL;
	json_auto_t *schema = code == 0 ? schema_read(&p, &code) : NULL;

	if (code == 0 && (words = input_prompt(o, &piped, &code))) {
		bool asks = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);

		if (!(setting_number(p.settings, "limits.wall_s") > 0))
			setting_change(p.settings, "limits.wall_s",
			    json_incref((json_t *)setting_json(p.settings, "limits.ask_wall_s")),
			    NULL);
		code = program_open(&p, asks);
		if (code == 0) {
			struct prompt prompt = {words, piped};

			agent_answer_schema(p.agent, json_incref(schema));
			code = one_shot_run(&p, &(struct one_shot){ask_run, ask_print, &prompt});
		} else if (o->output == OUTPUT_JSON) {
			print_summary(&(struct turn_summary){0}, &p);
		}
	}
	return code;
}
