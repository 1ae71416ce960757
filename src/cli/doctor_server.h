/*
 * The rows of doctor that ask the configured server.
 */
#ifndef CLI_DOCTOR_SERVER_H
#define CLI_DOCTOR_SERVER_H

#include "cli/program.h"

/* Prints what the server of p->backend says. False: it cannot be used as it is. */
bool doctor_server(struct program *p);

#endif
