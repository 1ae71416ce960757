/*
 * Plans out of files: YAML or JSON by the contract, a Taskwarrior export, the VTODOs of an iCalendar
 * file. Which of them it is, its first bytes say.
 */
#ifndef ROADMAP_ROADMAP_FILE_H
#define ROADMAP_ROADMAP_FILE_H

#include "base/buf.h"
#include "roadmap/roadmap.h"

/* The document; new reference; NULL: problems were added. marks: owned by the caller, may be NULL. */
json_t *roadmap_document(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *problems);
/* path "-": stdin. False: problems were added. True: those that were say what an import left out. */
bool roadmap_load(struct roadmap *r, const char *path, struct problems *problems);
/* The bytes of a file of strangers, at most `most`; false: problems tell. */
bool roadmap_file_read(const char *path, size_t most, struct buf *out, struct problems *problems);

/* Taskwarrior's JSON export, an array or a task a line
 * (https://github.com/GothenburgBitFactory/taskwarrior/blob/develop/doc/devel/rfcs/task.md). New
 * reference; NULL: problems were added. */
json_t *taskwarrior_document(
    const char *name, const char *bytes, size_t len, struct problems *problems);

#endif
