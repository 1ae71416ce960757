/* SPDX-License-Identifier: MIT
 * agent models --update and --check: copies a catalogue of models into the user's folder, and prints what the catalogue
 * and the tables say of models.
 */
#ifndef CLI_DOCTOR_MODELS_CHECK_H
#define CLI_DOCTOR_MODELS_CHECK_H

#include "cli/program/program.h"

/* Both print, and return the exit code. A source is a file or a URL. */
int models_update(struct program *p, const char *source);
/* words: names of models, and a source to use as the catalogue (else the user's). Without a name the newest of the
 * catalogue are printed, at most `most`. Returns 1 if a model has no dialect. */
int models_check(struct program *p, const char *const *words, int count, int64_t most, bool json);

#endif
