/* SPDX-License-Identifier: MIT
 * The oldest go when there is no room: jansson keeps members in the order they came.
 */

#include "agent/roles/role_cache.h"

#include "agent/agent_internal.h"
#include "base/base.h"
#include "base/core/hash.h"

static char *key_of(const char *prompt, const char *request, int64_t last_write)
{
	uint64_t hash = hash_bytes(HASH_START, prompt, strlen(prompt) + 1);

	hash = hash_bytes(hash, request, strlen(request) + 1);
	return xasprintf(
	    "%016llx.%zu.%lld", (unsigned long long)hash, strlen(request), (long long)last_write);
}

json_t *cache_find(struct agent *a, const char *prompt, const char *request, int64_t last_write)
{
	auto_free char *key = key_of(prompt, request, last_write);
	return json_incref(json_object_get(a->roles.answers, key));
}

void cache_keep(
    struct agent *a, const char *prompt, const char *request, int64_t last_write, json_t *value)
{
	size_t most = (size_t)setting_int(a->settings, "strategy.cache");
	auto_free char *key = key_of(prompt, request, last_write);

	if (!a->roles.answers)
		a->roles.answers = json_object();
	json_object_set(a->roles.answers, key, value);
	while (json_object_size(a->roles.answers) > most) {
		void *oldest = json_object_iter(a->roles.answers);

		json_object_del(a->roles.answers, json_object_iter_key(oldest));
	}
}
