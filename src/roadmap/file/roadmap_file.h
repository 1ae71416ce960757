/* SPDX-License-Identifier: MIT
 * Reading plans from files: YAML or JSON by the contract, a Taskwarrior export, the VTODOs of an
 * iCalendar file, a project of Microsoft Project, an Org file, a milestone of GitHub. The first bytes
 * of a file decide which of them it is.
 */
#ifndef ROADMAP_FILE_ROADMAP_FILE_H
#define ROADMAP_FILE_ROADMAP_FILE_H

#include "base/core/buf.h"
#include "roadmap/file/roadmap.h"

/* Fills r from a file; path "-" is stdin. False: problems were added, and there is nothing to free.
 * True: problems that were added say what an import left out. */
bool roadmap_load(struct roadmap *r, const char *path, struct problems *problems);
/* Parses the bytes of such a file into a document; new reference. NULL: problems were added. *marks
 * (marks may be NULL) says where things stand in a YAML file, and is freed by marks_free; it is NULL
 * for the other forms. */
json_t *roadmap_document(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *problems);

/* Returns the document of Taskwarrior's JSON export, an array or a task a line
 * (https://github.com/GothenburgBitFactory/taskwarrior/blob/develop/doc/devel/rfcs/task.md); new
 * reference. What a plan has no place for is left out and reported as a problem. NULL: problems
 * were added. */
json_t *taskwarrior_document(
    const char *name, const char *bytes, size_t len, struct problems *problems);
/* As taskwarrior_document, of a project of Microsoft Project, as XML. */
json_t *project_document(
    const char *name, const char *bytes, size_t len, struct problems *problems);
/* As taskwarrior_document, of the headings of an Org file. */
json_t *org_document(const char *name, const char *bytes, size_t len, struct problems *problems);
/* As taskwarrior_document, of a milestone of GitHub; found: the response of its API. */
json_t *github_document(const char *name, const json_t *found, struct problems *problems);

#endif
