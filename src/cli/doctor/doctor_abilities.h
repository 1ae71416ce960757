/* SPDX-License-Identifier: MIT
 * Whether the model takes tools, and whether its server holds answers to a schema.
 */
#ifndef CLI_DOCTOR_DOCTOR_ABILITIES_H
#define CLI_DOCTOR_DOCTOR_ABILITIES_H

#include "cli/program/program.h"

/* Finds out and prints a row: by what the entry of the server's list says (NULL: nothing) and the tables
 * say, else by one short request each. False: no request is answered at all. */
bool doctor_abilities(struct program *p, const json_t *entry);

#endif
