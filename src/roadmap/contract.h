/*
 * The contracts of the roadmap planner as JSON Schemas: what passes from stage to stage is held to
 * its own before anything is built on it. All of them are definitions of config/schemas/contracts.json.
 */
#ifndef ROADMAP_CONTRACT_H
#define ROADMAP_CONTRACT_H

#include "base/problem.h"
#include "base/yaml.h"

enum contract {
	CONTRACT_PATTERN_SPEC,
	CONTRACT_CONTEXT,
	CONTRACT_OUTLINE,
	CONTRACT_ROADMAP,
	CONTRACT_SCHEDULE,
	CONTRACT_POLICY,
};
/* Holds a value to it; name and marks (may be NULL) say where it stands. Lists of nodes may be of any
 * length. False: problems were added. */
bool contract_check(enum contract c, const json_t *value, const char *name,
    const struct yaml_marks *marks, struct problems *problems);

#endif
