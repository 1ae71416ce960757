/* SPDX-License-Identifier: MIT
 * The row of doctor that says whether the model takes tools, and whether its server holds answers to a schema.
 */
#ifndef CLI_DOCTOR_DOCTOR_ABILITIES_H
#define CLI_DOCTOR_DOCTOR_ABILITIES_H

#include "cli/program/program.h"

/* Finds out the abilities and prints the row: from the model's entry in the server's list (NULL: none) and the tables
 * if they say it, else by a short request for each. False: the server answers no request. */
bool doctor_abilities(struct program *p, const json_t *entry);

#endif
