/* SPDX-License-Identifier: MIT
 * The result of a call: the text for the model, the data for programs, the summary for the feed. Foreign
 * bytes are made safe here, once; a result that is too long is cut, and the whole is kept with the session.
 */
#ifndef TOOLS_TOOL_RESULT_H
#define TOOLS_TOOL_RESULT_H

#include <jansson.h>
#include "base/core/buf.h"
#include "session/event/event_data.h"
#include "workspace/file/workspace.h"

struct call;
struct tool_host;

/* Which part of a result's text is the tool's output, so that it can be put into a later call. */
struct output_part {
	size_t before, after; /* bytes of the tool's own words before and after the output */
	bool numbered;	      /* each line has its number and a tab in front */
	bool crlf, open;     /* of numbered lines: they ended with \r\n; the last one did not end */
	const char *missing; /* static: why some is missing ("a line was cut"); NULL: none is */
};

struct result {
	bool ok;
	bool denied;	/* it never ran: a rule, the mode, a gate or the user did not let it */
	bool malformed; /* it never ran: no such tool, no arguments, out of turn, file not read */
	bool exited;	/* its command ran to its end, and its exit status decided ok */
	double confidence;    /* 0 to 1; < 0: not stated */
	json_t *explanations; /* (owned) NULL: none */
	/* (owned) An object for programs; NULL: none. Its "read" is a read stamp, see stamp_to_json. */
	json_t *data;
	/* (owned) What the model is told: safe text of at most result_room bytes. */
	struct buf text;
	/* (owned) For the feed after [Obs]: "3 matches in src/csv.c, src/qif.c"; names its objects. */
	char *summary;
	struct output_part output;
	size_t full_bytes; /* > 0: text was cut from this many bytes; the rest is at ref */
	char ref[40];	   /* readable by read_file: "blob:..."; "": it could not be kept */
};

/* Returns how many bytes the model is told of one result: tools.result_bytes, or the host's own
 * limit. */
size_t result_room(const struct tool_host *host);
/* Replaces result.text by these bytes: sanitised, without secrets and tags. When they are longer than
 * result_room, head and tail stay and the whole becomes a blob of the session (full_bytes, ref). */
void result_text(struct call *c, const char *bytes, size_t len);
/* Keeps a picture with the session, to be shown to the model after the results: adds it to {images: [{name, media,
 * ref, bytes, width, height}]} of result.data and appends "a.png: image/png, 64x48, 12 KiB" to line. Returns false
 * with e set: no kind of picture that models take, or larger than attach.max_bytes or attach.max_pixels allows. */
bool result_image(struct call *c, const char *name, const void *bytes, size_t len, struct buf *line,
    struct error *e);
/* Returns the data of the call's tool_result event. Its texts are borrowed from the call; its JSON
 * values are new references, which event_build_tool_result steals. */
struct event_tool_result result_event(const struct call *c);

/* Appends foreign text to a line for people: made safe, without line breaks, at most `max`
 * characters. */
void line_add(struct buf *line, const char *s, size_t max);

/* tags_neutralise turns a tag of the request's tail ("<active-...>") in foreign text into
 * "‹active-...>", so that no file can forge a plan. tags_restore turns it back, in text that the model
 * copied from such a file. Both return whether anything was changed. */
bool tags_neutralise(struct buf *b);
bool tags_restore(struct buf *b);

/* Returns a read stamp as {path, size, mtime_ns, inode, hash}; hash is 16 hex digits, "" when the
 * file was not read whole. name: as path_shown gives it. New reference. */
json_t *stamp_to_json(const char *name, const struct stamp *stamp);
/* Reads what stamp_to_json made, when a session resumes. False: `read` (may be NULL) is no stamp, and
 * *out is undefined. */
bool stamp_from_json(const json_t *read, struct stamp *out);

#endif
