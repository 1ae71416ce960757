/* SPDX-License-Identifier: MIT
 * The rows of doctor that ask the configured server.
 */
#ifndef CLI_DOCTOR_DOCTOR_SERVER_H
#define CLI_DOCTOR_DOCTOR_SERVER_H

#include "cli/program/program.h"

/* Asks the server of p->backend, which must have one, and prints the rows. False: it cannot be used as configured. */
bool doctor_server(struct program *p);

#endif
