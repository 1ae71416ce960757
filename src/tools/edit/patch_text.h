/* SPDX-License-Identifier: MIT
 * The patch format of apply_patch: sections of files between "*** Begin Patch" and "*** End Patch".
 *
 *   *** Add File: PATH       followed by its lines, each with + in front
 *   *** Delete File: PATH
 *   *** Update File: PATH    with *** Move to: PATH below it where it is renamed too, and hunks: "@@"
 *                            or "@@ LINE" (a line before the place; several narrow it down), then lines
 *                            with blank (kept), - (taken out) or + (put in) in front; "*** End of File"
 *                            where the hunk is at the end
 *
 * A hunk is found by its lines, not by numbers. Pure; the files are apply_patch.c's. Source of the
 * format: the instructions OpenAI publishes with its models.
 */
#ifndef TOOLS_EDIT_PATCH_TEXT_H
#define TOOLS_EDIT_PATCH_TEXT_H

#include "base/core/buf.h"
#include "base/error.h"

#define PATCH_SHOWN 80 /* bytes of a line in a message */

struct patch_line {
	char op;	  /* ' ', '-', '+'; '@': a line before the place */
	const char *text; /* (borrowed) part of the text it was read from; without its end */
	size_t len;
};
struct patch_hunk {
	size_t first, count; /* its range of patch_file.lines */
	bool at_end;	     /* "*** End of File" stands below it */
};
enum patch_kind { PATCH_ADD, PATCH_DELETE, PATCH_UPDATE };
struct patch_file {
	enum patch_kind kind;
	char *path, *move_to;	  /* (owned) move_to: NULL, it keeps its name */
	struct patch_line *lines; /* (owned) */
	size_t line_count, line_cap;
	struct patch_hunk *hunks; /* (owned) */
	size_t hunk_count, hunk_cap;
};
struct patch {
	char *text;		  /* (owned) what the lines point into */
	struct patch_file *files; /* (owned) */
	size_t count, cap;
};

/* Reads a patch; p is overwritten. False: e says what is wrong and where. Call patch_free in either case. */
bool patch_parse(struct patch *p, const char *text, size_t len, struct error *e);
void patch_free(struct patch *p);
/* Appends the file's text with the hunks applied; for PATCH_ADD the new file's content. A caller that limits
 * out has to check out->truncated. False: e names the hunk that has no place, nothing is appended. */
bool patch_apply(
    const struct patch_file *f, const char *text, size_t len, struct buf *out, struct error *e);

#endif
