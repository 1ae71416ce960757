/* SPDX-License-Identifier: MIT
 * The output that the checks of doctor share.
 */
#ifndef CLI_DOCTOR_DOCTOR_CHECK_H
#define CLI_DOCTOR_DOCTOR_CHECK_H

/* Prints a row on stdout: a name ("": more of the row before) and what was found; a text that begins with
 * "->" is advice. */
void doctor_row(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
