/* SPDX-License-Identifier: MIT
 * Files that say how a project is built: whatever they hold, each line names a way to build and few
 * targets, valid and without control characters.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "agent/context/project_view.h"
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/text/utf8.h"
#include "tests/fuzz/folder.h"
#include "workspace/file/workspace.h"

#define TARGETS 40
#define LINE_BYTES 16384

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_lines(const char *text)
{
	check(utf8_valid(text, strlen(text)) && !strchr(text, '\x1b'));
	for (const char *line = text; *line;) {
		size_t len = strcspn(line, "\n"), commas = 0;

		check(strncmp(line, "- ", 2) == 0 && line[len] == '\n' && len < LINE_BYTES);
		for (size_t i = 0; i < len; i++)
			commas += line[i] == ',';
		check(commas < TARGETS * 61); /* a name of a JSON file may have some itself */
		line += len + 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {"Makefile", "package.json", "justfile", "Taskfile.yml"};
	static struct workspace *w;
	const char *name = names[size ? data[0] % 4 : 0];
	char *path = file_join(fuzz_folder(), name);
	struct buf out = BUF_INIT;

	if (!w)
		w = workspace_open(fuzz_folder(), NULL);
	check(w != NULL);
	fuzz_file(name, data + (size > 0), size - (size > 0));
	build_targets(w, NULL, TARGETS, &out);
	check_lines(buf_str(&out));
	buf_free(&out);
	unlink(path);
	free(path);
	return 0;
}
