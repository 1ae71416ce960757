/* SPDX-License-Identifier: MIT
 * Runs one turn without a screen: for --ask, --roadmap and agent roadmaps due --run.
 */
#include "cli/ask/one_shot.h"

#include <signal.h>
#include "base/base.h"
#include "base/print.h"
#include "cli/ask/line_questions.h"
#include "cli/backend/backend_offer.h"
#include "cli/program/start_notices.h"
#include "ui/output/stream_json.h"

/* A sink that prints the tagged feed. When nobody reads the events on stdout any more it stops the work without
 * a message. Another failure to write them (a full disk) stops nothing; command_main reports it. */
struct progress {
	struct program *program;
	struct plain *feed;
	struct jsonl *lines; /* NULL: no events on stdout */
};

static void progress_take(void *self, const struct event *ev)
{
	struct progress *g = self;
	struct event_sink feed = plain_sink(g->feed);

	if (!g->lines || !jsonl_closed(g->lines) || !print_unread())
		feed.take(feed.self, ev);
	else if (!g->program->signo)
		program_stop(g->program, SIGPIPE);
}

static json_t *tool_names(void *ctx)
{
	return agent_tool_names(((const struct program *)ctx)->agent);
}

static struct stream_json *stream_of(struct program *p, struct jsonl *lines)
{
	return stream_json_new(lines, &(struct stream_json_options){.session = p->session,
					  .cwd = workspace_path(p->workspace),
					  .model = p->backend->model,
					  .approve = setting_string(p->settings, "approve"),
					  .partial = p->options->partial,
					  .tools = tool_names,
					  .ctx = p});
}

/* Returns the exit code of an outcome; 2 for a mistake in the command line that only the server could find, such as an
 * unknown model. */
static int turn_exit(const struct turn_summary *s, enum outcome outcome)
{
	const char *code = json_str(json_map(s->end, "error"), "code", NULL);

	return outcome == OUTCOME_FAILED && text_is(code, error_code_name(ERR_USAGE))
		   ? 2
		   : outcome_exit(outcome);
}

int one_shot_run(struct program *p, const struct one_shot *work)
{
	const struct options *o = p->options;
	freed_by(turn_summary_free) struct turn_summary summary = {0};
	struct plain *feed = plain_new(&(struct plain_options){.out = stderr,
	    .color = program_color(o, p->settings, STDERR_FILENO),
	    .theme = setting_string(p->settings, "ui.theme")});
	struct jsonl *lines = o->output == OUTPUT_EVENTS || o->output == OUTPUT_STREAM_JSON
				  ? jsonl_new(stdout, true)
				  : NULL;
	struct stream_json *stream = o->output == OUTPUT_STREAM_JSON ? stream_of(p, lines) : NULL;
	struct progress progress = {p, feed, lines};
	struct event_sink sink = {progress_take, &progress};
	struct line_questions *asker = NULL;

	if (stream)
		session_sink(p->session, stream_json_sink(stream));
	else if (lines)
		session_sink(p->session, jsonl_sink(lines));
	session_sink(p->session, (struct event_sink){turn_summary_take, &summary});
	p->one_shot = true;
	program_resume(p, &sink, NULL);
	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO)) {
		asker = line_questions_new(p->loop, p->session);
		session_sink(p->session, line_questions_sink(asker));
	}
	program_signals(p);
	agent_one_shot(p->agent);
	if (!p->backend->base_url)
		program_say(&sink, "info",
		    "offline: fixed rules on your files, no model; agent doctor tells how to "
		    "connect one");
	struct backend_offer *offer = offer_start(p, false);
	const int code = turn_exit(&summary, work->run(p, work->ctx));
	agent_end_jobs(p->agent);
	offer_end(offer, &sink);
	work->print(p, &summary, work->ctx);
	line_questions_free(asker);
	plain_free(feed);
	stream_json_free(stream);
	jsonl_free(lines);
	return p->signo ? 128 + p->signo : code;
}
