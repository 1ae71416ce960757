/* SPDX-License-Identifier: MIT
 * Carries messages to the stdin of a server's process and from its stdout, one a line. Its stderr
 * is a log, whose end is kept to say why the process ended.
 */
#include <fcntl.h>
#include <signal.h>

#include "base/base.h"
#include "base/file.h"
#include "base/json/json_rpc.h"
#include "base/log.h"
#include "loop/process.h"
#include "mcp/mcp_link.h"
#include "sandbox/child_start.h"

#define LINE_BYTES ((size_t)64 << 20)
#define SAID_BYTES 4096
#define GRACE_MS 2000

struct stdio_wire {
	struct mcp_client *client; /* (borrowed) */
	struct process *process;
	struct rpc_lines lines;
	bool closed; /* the callback under way frees the wire when it returns */
	int busy;
};

static void stdio_free(struct stdio_wire *w)
{
	rpc_lines_free(&w->lines);
	free(w);
}

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct stdio_wire *w = ctx;
	auto_error e = ERROR_INIT;
	const char *line;
	size_t n;

	if (stream == 2) {
		auto_free char *words = text_clean_line(data, len, 400);

		log_add(LOG_INFO, "mcp %s: %s", w->client->spec->name, words);
		text_sanitise(&w->client->said, data, len);
		if (w->client->said.len > SAID_BYTES)
			buf_drop(&w->client->said, w->client->said.len - SAID_BYTES);
		return;
	}
	w->busy++;
	if (rpc_lines_add(&w->lines, data, len)) {
		while (!w->closed && rpc_lines_next(&w->lines, &line, &n)) {
			json_auto_t *batch = mcp_link_read(w->client, line, n);

			json_each (message, batch)
				if (!w->closed)
					mcp_link_heard(w->client, message, 0);
		}
	} else {
		error_set(&e, ERR_LIMIT, "the MCP server '%s' wrote a line of more than %zu MiB",
		    w->client->spec->name, LINE_BYTES >> 20);
		mcp_link_lost(w->client, 0, 0, false, &e);
	}
	if (!--w->busy && w->closed)
		stdio_free(w);
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct stdio_wire *w = ctx;
	auto_error e = ERROR_INIT;
	const size_t len = w->client->said.len, cut = len > 300 ? len - 300 : 0;
	auto_free char *last = text_line(buf_str(&w->client->said) + cut, 300);

	w->process = NULL;
	error_set(&e, ERR_IO, "the MCP server '%s' %s %d%s%s", w->client->spec->name,
	    exit->signo ? "was ended by signal" : "ended with exit status",
	    exit->signo ? exit->signo : exit->status, *last ? "; its last words: " : "", last);
	mcp_link_lost(w->client, 0, 0, false, &e);
}

/* ---- The process --------------------------------------------------------------------------- */

/* Returns a command and its arguments, ended by NULL. Caller frees the array; the strings are borrowed. */
static const char **command_words(const json_t *server)
{
	const json_t *args = json_list(server, "args");
	const char **words = xcalloc(json_array_size(args) + 2, sizeof *words);

	words[0] = json_str(server, "command", "");
	json_each_at (i, word, args)
		words[i + 1] = json_string_value(word);
	return words;
}

static struct process *start_server(struct stdio_wire *w, struct error *e)
{
	const json_t *server = w->client->server;
	char **set = environment_new(
	    w->client->around->settings, (const char *const[]){NULL}, json_map(server, "env"));
	auto_free const char **argv = command_words(server);
	auto_free char *folder =
	    file_join(w->client->around->workspace, json_str(server, "cwd", "."));
	auto_close const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const bool confined = json_flag(server, "sandbox", true);
	struct process *p = NULL;

	if (fd < 0)
		error_set(e, ERR_NOT_FOUND,
		    "the MCP server '%s' cannot start in '%s': no such folder",
		    w->client->spec->name, folder);
	else
		p = child_start(w->client->around->loop,
		    confined ? w->client->around->sandbox : NULL,
		    &(struct child_wish){confined ? CHILD_MCP : CHILD_MCP_FREE,
			json_flag(server, "network", true) &&
			    strcmp(setting_string(w->client->around->settings, "sandbox.network"),
				"off") != 0},
		    &(struct process_spec){.argv = argv,
			.cwd_fd = fd,
			.set = (const char *const *)set,
			.in = PROCESS_STDIN_PIPE,
			.sweep = true,
			.death_signal = SIGKILL,
			.output = on_output,
			.done = on_done,
			.ctx = w},
		    NULL, e);
	environment_free(set);
	return p;
}

static void *stdio_open(struct mcp_client *c, struct error *e)
{
	struct stdio_wire *w = xcalloc(1, sizeof *w);

	w->client = c;
	w->lines.bytes = (struct buf)BUF_LIMIT(LINE_BYTES);
	w->process = start_server(w, e);
	if (w->process)
		return w;
	free(w);
	return NULL;
}

static void stdio_send(void *wire, const json_t *message, int64_t id, const json_t *headers)
{
	struct stdio_wire *w = wire;
	auto_free char *line = json_line(message);
	const size_t len = strlen(line);

	line[len] = '\n'; /* in place of the NUL */
	if (w->process)
		process_write(w->process, line, len + 1);
}

/* Closes the stdin, at which a server ends. One that does not gets a signal, then is killed with what it started. */
static void stdio_close(void *wire)
{
	struct stdio_wire *w = wire;

	if (w->process)
		process_close_stdin(w->process);
	process_stop(w->process, GRACE_MS);
	w->process = NULL;
	w->closed = true;
	if (!w->busy)
		stdio_free(w);
}

const struct mcp_wire mcp_stdio = {
    .open = stdio_open,
    .send = stdio_send,
    .close = stdio_close,
};
