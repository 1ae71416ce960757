/* SPDX-License-Identifier: MIT
 * agent sessions bisect ID --check COMMAND: which step of a session made the check fail. State k is the session's
 * folder with its files as they were after its k-th step (a call that changed files; all of a call's files are one
 * step). States are rebuilt in a scratch copy and the check runs there confined: 0 is good, 125 cannot be told,
 * anything else is bad. The ends are assumed to be good and bad while half after half is ruled out; then the two
 * states around the step found are checked again in a fresh copy, so that a wrong assumption or a check that is not
 * steady is reported as such, and never as a find.
 */
#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/program/command_words.h"
#include "cli/program/confined_run.h"
#include "cli/run.h"
#include "cli/sessions/past_files.h"
#include "cli/sessions/sessions.h"
#include "config/prompt.h"
#include "session/event/event_data.h"

#define SKIPS 125
#define OUTPUT_LINES 10

enum check_verdict { UNCHECKED, GOOD, BAD, SKIPPED, BROKEN_OFF };

struct bisect_step {
	int64_t seq;		    /* event of its last change */
	char *call;		    /* (owned) id of its call; NULL: none */
	enum check_verdict verdict; /* on the state after it */
};
struct bisect {
	struct sessions_request *r;
	char *id;		   /* (owned) */
	char *cwd;		   /* (owned) the session's folder */
	struct bisect_step *steps; /* (owned) steps[0] stands for the state before the first step */
	size_t count, cap;
	struct file_log log;	 /* (owned) */
	struct past_files tree;	 /* (owned) */
	struct program p;	 /* whose workspace is the scratch copy */
	struct sandbox *sandbox; /* (owned) */
	struct confined_run run; /* the last check */
	int checks;
	char *output; /* (owned) end of the output of the last bad check */
	int64_t slowest_us;
	struct culprit {
		int turn, iteration;
		char *call, *prompt, *item; /* (owned) texts for people */
	} found;
};

/* ---- The steps ----------------------------------------------------------------------------------- */

/* Adds a step, or extends the last one if it is of the same call. begun: a call began since the last change. */
static void add_step(struct bisect *b, int64_t seq, const char *call, bool begun)
{
	struct bisect_step *last = b->count ? &b->steps[b->count - 1] : NULL;

	if (last && call && !begun && text_is(last->call, call)) {
		last->seq = seq;
		return;
	}
	array_push(
	    b->steps, b->count, b->cap, (struct bisect_step){.seq = seq, .call = xstrdup(call)});
}

/* Reads the file changes of the session and its steps. False: e. */
static bool read_steps(struct bisect *b, struct error *e)
{
	bool begun = false;

	add_step(b, 0, NULL, false);
	event_each (ev, store_source(b->r->store, b->id, 1), e) {
		const size_t changes = b->log.count;

		files_take(&b->log, &ev);
		begun = begun || ev.type == EVENT_TOOL_CALL;
		if (b->log.count > changes) {
			add_step(b, ev.seq, event_read_file_change(ev.data).call, begun);
			begun = false;
		}
	}
	if (e->code != ERR_NONE)
		return false;
	return b->count > 1 || error_set(e, ERR_USAGE, "session '%s' changed no files", b->id);
}

/* Returns the state at an event: the one after the last step up to it. */
static size_t state_at(const struct bisect *b, int64_t seq)
{
	size_t k = 0;

	while (k + 1 < b->count && b->steps[k + 1].seq <= seq)
		k++;
	return k;
}

/* Returns the name of a state, in a static buffer that the next call overwrites. */
static const char *state_words(const struct bisect *b, size_t k)
{
	static char words[64];

	if (k == 0)
		return "before the first change";
	snprintf(words, sizeof words, "after event %lld", (long long)b->steps[k].seq);
	return words;
}

/* Finds the turn, the call, the prompt and the plan item that made a step. */
static void read_culprit(struct bisect *b, const struct bisect_step *step)
{
	struct culprit *c = &b->found;

	event_each (ev, store_source(b->r->store, b->id, 1), NULL) {
		if (ev.seq > step->seq)
			break;
		c->turn = ev.turn;
		c->iteration = ev.iteration;
		if (ev.type == EVENT_TURN_START) {
			free(c->prompt);
			c->prompt = text_line(event_read_turn_start(ev.data).prompt, 200);
		} else if (ev.type == EVENT_PLAN) {
			free(c->item);
			c->item = NULL;
			json_each_at (i, item, json_list(event_read_plan(ev.data).plan, "items"))
				if (text_is(json_str(item, "status", NULL), "in_progress"))
					c->item = xasprintf(
					    "%zu. %s", i + 1, json_str(item, "content", ""));
		} else if (ev.type == EVENT_TOOL_CALL && step->call &&
			   text_is(event_read_tool_call(ev.data).call, step->call)) {
			free(c->call);
			c->call = xstrdup(ev.summary);
		}
	}
}

/* ---- Checks -------------------------------------------------------------------------------------- */

/* Makes a scratch copy of the session's folder, and a program whose workspace it is: the agent.yaml in it is not
 * trusted. False: e. */
static bool open_tree(struct bisect *b, struct error *e)
{
	struct options there = *b->r->options;

	if (!past_files_make(&b->tree, NULL, b->r->store, &b->log, e))
		return false;
	there.cd = b->tree.tmp.path;
	if (program_configure(&b->p, &there) != 0)
		return error_set(e, ERR_CONFIG, "the settings cannot be used");
	b->p.loop = loop_new();
	b->sandbox = sandbox_new(b->p.loop, b->p.settings, b->p.workspace);
	confined_run_signals(&b->run, &b->p);
	if (sandbox_tier(b->sandbox) == SANDBOX_NONE && !sandbox_is_off(b->sandbox))
		return error_set(e, ERR_DENIED,
		    "no sandbox can be made here (%s); -s sandbox.mode=off runs the check as it is",
		    sandbox_why(b->sandbox));
	return !file_is_folder(b->cwd) || past_folder_copy(b->cwd, b->tree.folder,
					      setting_int(b->p.settings, "sessions.copy_bytes"), e);
}

static void close_tree(struct bisect *b)
{
	sandbox_free(b->sandbox);
	b->sandbox = NULL;
	program_close(&b->p);
	b->p = (struct program){0};
	if (b->tree.slowest_us > b->slowest_us)
		b->slowest_us = b->tree.slowest_us;
	past_files_free(&b->tree);
}

/* Rebuilds state k, runs the check there and prints the verdict, with `again` behind it. */
static enum check_verdict check_state(
    struct bisect *b, size_t k, const char *again, struct error *e)
{
	static const char *const words[] = {"not checked", "good", "bad", "skipped", "broken off"};
	struct process_spec spec = {
	    .argv = (const char *const[]){"/bin/sh", "-c", b->r->check, NULL},
	    .merge = true,
	    .sweep = true};
	struct confined_run *c = &b->run;

	past_files_put(&b->tree, b->steps[k].seq);
	if (b->tree.left)
		print_text(stderr, "agent: %d file%s of event %lld cannot be rebuilt, first %s\n",
		    b->tree.left, text_plural(b->tree.left, "", "s"), (long long)b->steps[k].seq,
		    b->tree.first);
	if (!confined_run(c, &b->p, b->sandbox, &spec, false, false, e))
		return BROKEN_OFF;
	enum check_verdict v = c->stopped		 ? BROKEN_OFF
			       : c->exit.status == 0	 ? GOOD
			       : c->exit.status == SKIPS ? SKIPPED
							 : BAD;
	b->checks++;
	if (v == BAD) { /* keep the end of its output */
		const char *text = buf_str(&c->out), *end = text + c->out.len, *from = end;

		for (int lines = 0; from > text && lines <= OUTPUT_LINES; from--)
			lines += from[-1] == '\n' && from < end;
		free(b->output);
		from += *from == '\n';
		b->output = text_clean(from, (size_t)(end - from));
	}
	buf_free(&c->out);
	print_text(stderr, "%2d  %-8s %s%s\n", b->checks, words[v], state_words(b, k), again);
	return v;
}

/* Returns the unchecked state nearest to the middle of lo and hi, or hi if all between were skipped. */
static size_t middle(const struct bisect *b, size_t lo, size_t hi)
{
	const size_t mid = lo + (hi - lo) / 2;

	for (size_t d = 0; d < hi - lo; d++) {
		if (mid + d > lo && mid + d < hi && b->steps[mid + d].verdict == UNCHECKED)
			return mid + d;
		if (mid > lo + d && b->steps[mid - d].verdict == UNCHECKED)
			return mid - d;
	}
	return hi;
}

/* Moves lo (good) and hi (bad) together until no unchecked state is between them. False: it was stopped, or e. */
static bool narrow(struct bisect *b, size_t *lo, size_t *hi, struct error *e)
{
	for (size_t mid; (mid = middle(b, *lo, *hi)) < *hi;) {
		const enum check_verdict v = b->steps[mid].verdict = check_state(b, mid, "", e);

		if (v == BROKEN_OFF)
			return false;
		if (v == GOOD)
			*lo = mid;
		else if (v == BAD)
			*hi = mid;
	}
	return true;
}

/* Checks the two states around the find once more, in a fresh copy. Returns whether lo is good and hi is bad; else
 * *why (caller frees) says what is wrong, or is NULL if a check could not be run. */
static bool confirm(struct bisect *b, size_t lo, size_t hi, char **why, struct error *e)
{
	close_tree(b);
	if (!open_tree(b, e))
		return false;
	const enum check_verdict before = check_state(b, lo, " (again)", e);
	const enum check_verdict after =
	    before == BROKEN_OFF ? before : check_state(b, hi, " (again)", e);

	if (after == BROKEN_OFF)
		return false;
	if (before == GOOD && after == BAD)
		return true;
	const bool good = before != GOOD; /* the good state is not good any more */
	const size_t k = good ? lo : hi;
	if (b->steps[k].verdict == UNCHECKED)
		*why = xasprintf("the check does not %s %s: name a state where it does by --%s SEQ",
		    good ? "pass" : "fail", state_words(b, k), good ? "good" : "bad");
	else
		*why = xasprintf("the check %s %s, and in a fresh copy it does not: it is not "
				 "steady, or %s what an earlier check left behind",
		    good ? "passed" : "failed", state_words(b, k), good ? "needs" : "fails by");
	return false;
}

/* ---- The report ---------------------------------------------------------------------------------- */

/* Returns the paths that a step changed, "a, b". Caller frees. */
static char *step_files(const struct bisect *b, size_t k)
{
	auto_buf out = BUF_INIT;

	for (size_t i = 0; i < b->log.count; i++) {
		const struct file_change_seen *c = &b->log.list[i];

		if (c->seq > b->steps[k - 1].seq && c->seq <= b->steps[k].seq)
			buf_addf(&out, "%s%s", out.len ? ", " : "", c->path);
	}
	return buf_take(&out);
}

static void print_found(const struct bisect *b, size_t lo, size_t k, const char *files)
{
	const struct culprit *c = &b->found;

	if (k > lo + 1)
		print_text(
		    stdout, "one of %zu steps; those between were skipped; the last:\n", k - lo);
	print_text(stdout, "event %lld, turn %d, round %d broke it\n", (long long)b->steps[k].seq,
	    c->turn, c->iteration);
	print_text(stdout, "call    %s\n", c->call ? c->call : "(none of this session)");
	print_text(stdout, "files   %s\n", files);
	print_text(stdout, "prompt  %s\n", c->prompt ? c->prompt : "(outside a turn)");
	print_text(stdout, "plan    %s\n", c->item ? c->item : "(no item was under way)");
	print_text(stdout, "exit    %d\n%s%s", b->run.exit.status, b->output ? b->output : "",
	    b->output && *b->output ? "\n" : "");
}

/* Starts a turn in the session's folder that is to fix what was found. Returns the exit code. */
static int fix(const struct bisect *b, const char *files)
{
	const struct culprit *c = &b->found;
	auto_free char *verdict = xasprintf("ends with exit %d", b->run.exit.status);
	auto_free char *prompt = prompt_text("recovery/bisect_fix",
	    (struct prompt_var[]){{"check", b->r->check}, {"call", c->call ? c->call : "-"},
		{"prompt", c->prompt ? c->prompt : "-"}, {"item", c->item ? c->item : "-"},
		{"files", files}, {"verdict", verdict}, {"output", b->output ? b->output : ""}},
	    7);
	struct options there = *b->r->options;
	const bool asks = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);

	there.cd = b->cwd;
	there.no_stdin = true;
	there.rest = NULL;
	*(asks ? (const char **)&there.prompt : &there.ask) = prompt;
	return there.run_turn(&there);
}

static int report(struct bisect *b, size_t lo, size_t k)
{
	const struct culprit *c = &b->found;
	auto_free char *files = step_files(b, k);

	read_culprit(b, &b->steps[k]);
	if (b->r->json)
		print_json_line(
		    json_pack("{s:I, s:i, s:i, s:s?, s:s?, s:s?, s:s?, s:s, s:s?, s:i, s:I}", "seq",
			(json_int_t)b->steps[k].seq, "turn", c->turn, "iteration", c->iteration,
			"call", b->steps[k].call, "summary", c->call, "prompt", c->prompt, "item",
			c->item, "files", files, "output", b->output, "checks", b->checks,
			"slowest_rebuild_us", (json_int_t)b->slowest_us));
	else
		print_found(b, lo, k, files);
	print_text(stderr, "agent: %d checks, the slowest rebuild took %.1f ms\n", b->checks,
	    (double)b->slowest_us / 1000);
	return b->r->fix ? fix(b, files) : 0;
}

static int search(struct bisect *b, struct error *e)
{
	size_t lo = b->r->good ? state_at(b, b->r->good) : 0;
	size_t hi = b->r->bad ? state_at(b, b->r->bad) : b->count - 1;
	auto_free char *why = NULL;
	int code = 1;

	if (lo >= hi)
		error_set(e, ERR_USAGE, "between --good and --bad the session changed no files");
	else if (open_tree(b, e) && narrow(b, &lo, &hi, e)) {
		if (confirm(b, lo, hi, &why, e)) {
			close_tree(b);
			return report(b, lo, hi);
		}
		if (why)
			code = print_failure(1, "%s", why);
	}
	if (b->run.stopped)
		code = 128 + b->run.stopped;
	else if (e->code != ERR_NONE)
		code = sessions_fail(e);
	close_tree(b);
	return code;
}

int sessions_bisect(struct sessions_request *r)
{
	struct bisect b = {.r = r};
	auto_error e = ERROR_INIT;
	json_auto_t *row = NULL;

	if (!r->check)
		return command_words_usage(&command_sessions,
		    "by which check? --check COMMAND passes where it is good", "bisect");
	if (!spawner_start())
		return print_failure(1, "cannot start: %s", strerror(errno));
	row = store_find(r->store, r->words[0], r->cwd, &e);
	b.id = xstrdup(json_str(row, "id", ""));
	b.cwd = xstrdup(json_str(row, "cwd", ""));
	int code = row && read_steps(&b, &e) ? search(&b, &e) : sessions_fail(&e);
	for (size_t i = 0; i < b.count; i++)
		free(b.steps[i].call);
	files_free(&b.log);
	free_all(b.steps, b.id, b.cwd, b.output, b.found.call, b.found.prompt, b.found.item);
	return code;
}
