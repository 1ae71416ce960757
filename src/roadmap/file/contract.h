/*
 * The contracts of the roadmap planner as JSON Schemas: what passes from stage to stage is held to
 * its own before anything is built on it. All of them are definitions in
 * config/schemas/contracts.json.
 */
#ifndef ROADMAP_FILE_CONTRACT_H
#define ROADMAP_FILE_CONTRACT_H

#include "base/problem.h"
#include "base/yaml/yaml.h"

enum contract {
	CONTRACT_PATTERN_SPEC,
	CONTRACT_CONTEXT,
	CONTRACT_OUTLINE,
	CONTRACT_ROADMAP,
	CONTRACT_SCHEDULE,
	CONTRACT_POLICY,
};

/* Whether the value keeps the contract. False: problems were added, each with its path and, where
 * marks are given, its place in the file `name`. marks may be NULL. Each node is checked by itself,
 * so a plan may have any number of them. */
bool contract_check(enum contract c, const json_t *value, const char *name,
    const struct yaml_marks *marks, struct problems *problems);

#endif
