/* SPDX-License-Identifier: MIT
 * Files that the model is told: what is remembered and the instructions of a project. Whatever they
 * hold, the text is valid, bounded, and has none of the tags of a request's tail; a line that was
 * added is known afterwards.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/utf8.h"
#include "memory/memory.h"
#include "tests/fuzz/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct settings *settings;
static struct workspace *workspace;

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_text(const char *text)
{
	check(utf8_valid(text, strlen(text)));
	check(!strstr(text, "<active-todo-plan>") && !strstr(text, "</active-todo-plan>"));
	check(!strchr(text, '\x1b'));
}

static void check_memory(void)
{
	struct buf notices = BUF_INIT;
	struct memory_ask ask = {
	    .settings = settings, .cwd = fuzz_folder(), .session = "", .prompt = "what was it"};
	char *text = memory_text(&ask, &notices);

	check_text(text);
	check_text(buf_str(&notices));
	free(text);
	buf_free(&notices);
}

static void check_instructions(void)
{
	struct buf notices = BUF_INIT;
	char *text = instructions_text(&(struct instructions_ask){
	    .settings = settings, .workspace = workspace, .notices = &notices});

	check_text(text);
	free(text);
	buf_free(&notices);
}

static void check_added(const uint8_t *data, size_t size)
{
	const uint8_t *nl = size ? memchr(data, '\n', size) : NULL;
	size_t len = nl ? (size_t)(nl - data) : size;
	char *line = xstrndup((const char *)data, len < 200 ? len : 200);

	if (*line && memory_add(MEMORY_USER, line, 100000, NULL) == MEMORY_ADDED)
		check(memory_add(MEMORY_USER, line, 100000, NULL) != MEMORY_FAILED);
	free(line);
}

static void close_all(void)
{
	settings_free(settings);
	workspace_free(workspace);
}

static void open_all(void)
{
	struct problems problems = PROBLEMS_INIT;
	const char *folder = fuzz_folder();

	workspace = workspace_open(folder, NULL);
	settings = settings_load(&(struct settings_request){.workspace = folder}, &problems);
	check(workspace && settings);
	atexit(close_all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *path;

	if (!settings)
		open_all();
	path = memory_path(MEMORY_USER);
	check(strncmp(path, fuzz_folder(), strlen(fuzz_folder())) == 0);
	fuzz_file(path + strlen(fuzz_folder()) + 1, data, size);
	fuzz_file("AGENTS.md", data, size);
	check_memory();
	check_instructions();
	check_added(data, size);
	free(path);
	return 0;
}
