/* SPDX-License-Identifier: MIT
 * Reads a key from the environment, a file or a command's output, and registers it as a secret.
 */
#include "llm/http/api_key.h"

#include <signal.h>
#include "base/base.h"
#include "base/file.h"
#include "base/secret.h"
#include "sandbox/child_start.h"

#define KEY_BYTES 16384
#define WORDS 200 /* characters shown of a failed command's stderr */

struct key_fetch {
	struct loop *loop;
	char *command; /* (owned) */
	char *written; /* (owned) the key that the command stores; NULL: it prints one */
	int timeout_ms;
	struct process *process;
	struct timer *timer; /* reports a known key or a failed start in a later turn */
	struct buf out, err;
	struct error error;
	void (*done)(void *ctx, const char *key, const struct error *e);
	void *ctx;
};

/* The last key that a command printed in this process; settings name one command at most. */
static struct {
	char *command, *key; /* (owned) NULL: none */
} kept;

bool key_is_one(const char *text)
{
	for (const char *s = text; s && *s; s++)
		if ((unsigned char)*s <= ' ' || (unsigned char)*s > '~')
			return false;
	return true;
}

/* Returns the key in text without the blanks around it and registers it as a secret; caller frees.
 * NULL: text is blank, or e says that it cannot be a key (it is registered all the same). */
static char *key_in(
    const char *text, size_t len, const char *name, const char *what, struct error *e)
{
	while (len && strchr(" \t\r\n", *text)) {
		text++;
		len--;
	}
	while (len && strchr(" \t\r\n", text[len - 1]))
		len--;
	if (!len)
		return NULL;
	char *key = xstrndup(text, len);
	secret_add(name, key);
	if (key_is_one(key))
		return key;
	free(key);
	error_set(e, ERR_USAGE, "%s holds a character no key has; set it anew", what);
	return NULL;
}

/* As key_in, of the first line that is not blank: password managers print notes below the key. */
static char *key_in_line(const struct buf *out, const char *name, const char *what, struct error *e)
{
	const char *text = buf_str(out) + strspn(buf_str(out), " \t\r\n");

	return key_in(text, strcspn(text, "\n"), name, what, e);
}

char *key_of_variable(const char *name, struct error *e)
{
	const char *value = name ? getenv(name) : NULL;

	if (!value)
		return NULL;
	auto_free char *what = xasprintf("the key in $%s", name);
	return key_in(value, strlen(value), name, what, e);
}

char *key_of_file(const char *path, struct error *e)
{
	auto_free char *full = file_expand(path);
	char *key = NULL;
	auto_buf text = BUF_LIMIT(KEY_BYTES);
	auto_error why = ERROR_INIT;

	if (!file_read(full, KEY_BYTES, &text, &why))
		error_set(e, why.code, KEY_FILE ": %s", why.message);
	else if (!(key = key_in_line(&text, "api_key_file", "the file of " KEY_FILE, e)) &&
		 !e->code)
		error_set(e, ERR_USAGE, "the file of " KEY_FILE " is empty");
	return key;
}

static void fetch_free(struct key_fetch *f)
{
	buf_free(&f->out);
	buf_free(&f->err);
	error_free(&f->error);
	free_all(f->command, f->written, f);
}

void key_fetch_stop(struct key_fetch *f)
{
	if (!f)
		return;
	process_stop(f->process, 0);
	timer_stop(f->timer);
	fetch_free(f);
}

void key_forget(void)
{
	free_all(kept.key, kept.command);
	kept.key = kept.command = NULL;
}

static void on_known(void *ctx)
{
	struct key_fetch *f = ctx;

	f->timer = NULL;
	f->done(f->ctx, f->error.code ? NULL : buf_str(&f->out), f->error.code ? &f->error : NULL);
	fetch_free(f);
}

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct key_fetch *f = ctx;

	buf_add(stream == 1 ? &f->out : &f->err, data, len);
}

/* Sets f->error to why the command failed. Its stdout may be the key all the same, so the caller
 * has registered that as a secret. */
static void say_failure(struct key_fetch *f, const struct process_exit *exit)
{
	const char *name = f->written ? f->command : KEY_COMMAND;

	secret_redact(&f->err);
	auto_free char *line = text_clean_line(buf_str(&f->err), f->err.len, WORDS);
	if (exit->timed_out)
		error_set(&f->error, ERR_TIMEOUT,
		    "%s did not end within %g s (backend.api_key_timeout_s) and was killed; it "
		    "cannot ask for a passphrase here",
		    name, (double)f->timeout_ms / 1000);
	else
		error_set(&f->error, ERR_DENIED, "%s ended with status %d%s%s", name, exit->status,
		    *line ? ": " : "; run it by hand to see why", line);
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct key_fetch *f = ctx;
	auto_error bad = ERROR_INIT;
	auto_free char *key = f->written ? xstrdup(f->written)
					 : key_in_line(&f->out, "api_key_command",
					       "what " KEY_COMMAND " printed", &bad);

	f->process = NULL;
	if (exit->timed_out || exit->status != 0) {
		say_failure(f, exit);
	} else if (!key) {
		error_set(&f->error, ERR_DENIED, "%s",
		    bad.code ? bad.message
			     : KEY_COMMAND " printed no key; its first line has to be it");
	} else if (!f->written) {
		key_forget();
		kept.key = xstrdup(key);
		kept.command = xstrdup(f->command);
	}
	f->done(f->ctx, f->error.code ? NULL : key, f->error.code ? &f->error : NULL);
	fetch_free(f);
}

static bool start(struct key_fetch *f, const struct settings *s)
{
	const char *const argv[] = {"/bin/sh", "-c", f->command, NULL};
	const json_t *names = setting_json(s, "backend.api_key_environment");
	auto_free const char **keep = xcalloc(json_array_size(names) + 1, sizeof *keep);

	json_each_at (i, name, names)
		keep[i] = json_string_value(name);
	f->process = child_start(f->loop, NULL, &(struct child_wish){CHILD_KEY_COMMAND},
	    &(struct process_spec){
		.argv = argv,
		.cwd_fd = -1,
		.keep = keep,
		.sweep = true,
		.death_signal = SIGKILL,
		.timeout_ms = f->timeout_ms,
		.in = f->written ? PROCESS_STDIN_PIPE : PROCESS_STDIN_NONE,
		.output = on_output,
		.done = on_done,
		.ctx = f,
	    },
	    NULL, &f->error);
	if (f->process && f->written) {
		process_write(f->process, f->written, strlen(f->written));
		process_close_stdin(f->process);
	}
	return f->process != NULL;
}

/* written NULL: the command prints a key instead of storing one. */
struct key_fetch *key_keep(struct loop *l, const struct settings *s, const char *command,
    const char *written, void (*done)(void *ctx, const char *key, const struct error *e), void *ctx)
{
	const bool known = !written && text_is(kept.command, command);
	struct key_fetch *f = xcalloc(1, sizeof *f);

	*f = (struct key_fetch){
	    .loop = l,
	    .command = xstrdup(command),
	    .written = xstrdup(written),
	    .timeout_ms = (int)(setting_number(s, "backend.api_key_timeout_s") * 1000),
	    .out = BUF_LIMIT(KEY_BYTES),
	    .err = BUF_LIMIT(KEY_BYTES),
	    .error = ERROR_INIT,
	    .done = done,
	    .ctx = ctx,
	};
	if (known)
		buf_adds(&f->out, kept.key); /* key_forget may be called before on_known */
	if (known || !start(f, s))
		f->timer = loop_after(l, 0, on_known, f);
	return f;
}

struct key_fetch *key_fetch(struct loop *l, const struct settings *s, const char *command,
    void (*done)(void *ctx, const char *key, const struct error *e), void *ctx)
{
	return key_keep(l, s, command, NULL, done, ctx);
}
