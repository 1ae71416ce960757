/* SPDX-License-Identifier: MIT
 * What was said in a session as a file that hooks read (transcript_path), a line for each message in the form of Claude
 * Code's. It lies in the session's private /tmp, is made with the first hook that is asked, and goes with the session.
 */
#ifndef AGENT_HOOK_HOOK_TRANSCRIPT_H
#define AGENT_HOOK_HOOK_TRANSCRIPT_H

#include <stdint.h>

struct agent;
struct hook_transcript {
	int fd;		 /* 0: not made yet; below: it cannot be */
	char *path;	 /* (owned) NULL: there is none */
	char *seen;	 /* (owned) the same as a confined hook has it */
	int64_t last;	 /* seq of the last item in it */
	char before[37]; /* the last line's uuid; "" none */
};
/* Appends what the conversation has got since the last time. */
void hook_transcript_write(struct agent *a);
void hook_transcript_free(struct hook_transcript *t); /* removes the file too */

#endif
