/* SPDX-License-Identifier: MIT
 * Runs the scripted model server for a test (scripted.h).
 */
#include "tests/support/scripted.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/file.h"

/* Returns the server's path: unit tests are in BUILD/tests/unit/FOLDER, the server in BUILD/tests/support. */
static char *server_path(void)
{
	char self[4096];
	ssize_t len = readlink("/proc/self/exe", self, sizeof self);
	const char *mark = NULL;

	if (len <= 0 || len == sizeof self)
		die("no /proc/self/exe");
	self[len] = '\0';
	for (const char *at = self; (at = strstr(at, "/tests/")) != NULL; at++)
		mark = at;
	if (mark == NULL)
		die("'%s' lies in no folder tests/", self);
	return xasprintf("%.*s/tests/support/model_server", (int)(mark - self), self);
}

static void take(void *ctx, int stream, const char *data, size_t len)
{
	struct scripted *s = ctx;

	buf_add(stream == 1 ? &s->out : &s->err, data, len);
}

static void ended(void *ctx, const struct process_exit *exit)
{
	struct scripted *s = ctx;

	s->process = NULL;
	s->status = exit->status;
}

static bool is_ready(void *ctx)
{
	struct scripted *s = ctx;

	return s->process == NULL || strchr(buf_str(&s->out), '\n') != NULL;
}

static bool is_over(void *ctx)
{
	return ((struct scripted *)ctx)->process == NULL;
}

void scripted_prepare(struct scripted *s, struct loop *l)
{
	const char *tmp = getenv("TMPDIR");

	*s = (struct scripted){.loop = l};
	snprintf(s->folder, sizeof s->folder, "%s/scripted.XXXXXX",
	    tmp != NULL && strlen(tmp) < 40 ? tmp : "/tmp");
	if (mkdtemp(s->folder) == NULL)
		die("no temporary folder");
}

bool scripted_play(struct scripted *s, const char *yaml)
{
	char *server = server_path(), *script = file_join(s->folder, "script.yaml"),
	     *requests = file_join(s->folder, "requests");
	char window[16];
	struct process_spec spec = {.argv = (const char *const[]){server, script, "--requests",
					requests, "--context-tokens", window, NULL},
	    .cwd_fd = -1,
	    .keep = (const char *const[]){"ASAN_OPTIONS", "UBSAN_OPTIONS", NULL},
	    .death_signal = SIGKILL,
	    .output = take,
	    .done = ended,
	    .ctx = s};
	struct error e = ERROR_INIT;

	snprintf(window, sizeof window, "%d", s->context_tokens);
	if (!file_write(script, 0600, yaml, strlen(yaml), &e))
		die("%s", e.message);
	s->process = process_start(s->loop, &spec, &e);
	if (s->process == NULL)
		die("%s", e.message);
	loop_await(s->loop, is_ready, s, NULL);
	free(server);
	free(script);
	free(requests);
	if (s->process == NULL)
		return false;
	snprintf(s->url, sizeof s->url, "http://127.0.0.1:%ld/v1",
	    strtol(buf_str(&s->out) + strlen("port "), NULL, 10));
	return true;
}

json_t *scripted_requests(const struct scripted *s)
{
	char *path = file_join(s->folder, "requests");
	struct buf b = BUF_INIT;
	json_t *list = json_array();

	if (file_read(path, (size_t)64 << 20, &b, NULL))
		for (const char *at = buf_str(&b), *end; (end = strchr(at, '\n')) != NULL;
		     at = end + 1)
			json_array_append_new(list, json_parse(at, (size_t)(end - at), NULL));
	buf_free(&b);
	free(path);
	return list;
}

static void remove_folder(const char *folder)
{
	DIR *dir = opendir(folder);

	for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;)
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir != NULL)
		closedir(dir);
	rmdir(folder);
}

void scripted_end(struct scripted *s)
{
	if (s->process != NULL) {
		kill(process_id(s->process), SIGTERM);
		loop_await(s->loop, is_over, s, NULL);
	}
	buf_free(&s->out);
	buf_free(&s->err);
	remove_folder(s->folder);
}
