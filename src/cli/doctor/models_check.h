/* SPDX-License-Identifier: MIT
 * agent models --update and --check: a catalogue taken into the user's folder, and what is known of models by it and
 * by the tables.
 */
#ifndef CLI_MODELS_CHECK_H
#define CLI_MODELS_CHECK_H

#include "cli/program/program.h"

/* Both print, and return the exit code. A source is a file or a URL. */
int models_update(struct program *p, const char *source);
/* words: models by their names, or a source whose newest models are meant; none: those of the user's catalogue. At
 * most `most` of a catalogue. 1: a model has no dialect. */
int models_check(struct program *p, const char *const *words, int count, int64_t most, bool json);

#endif
