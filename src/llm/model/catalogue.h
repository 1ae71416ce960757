/* SPDX-License-Identifier: MIT
 * A catalogue of models from elsewhere (models.dev, genai-prices), taken into the user's folder by `agent models
 * --update`: windows, prices and abilities of models that config/models.yaml does not name.
 */
#ifndef LLM_MODEL_CATALOGUE_H
#define LLM_MODEL_CATALOGUE_H

#include <jansson.h>
#include <stddef.h>

/* Returns a list of models.yaml, which is read once, since each pattern and each reply needs it:
 * "prefixes" of hosts that run others' models ("us.anthropic.claude-opus-5"), "standard_tiers".
 * Borrowed for good; NULL: there is none. */
const json_t *model_words(const char *list);
/* Returns a model's id without what hosts put before it: "openai/", "models/", "us.anthropic.".
 * Borrowed, part of id. */
const char *model_bare(const char *id);
/* Returns the models in a catalogue of either shape: {bare id in small letters: {context_tokens?,
 * price?, thinks?, tools?, released?, quirks?}}, as rows of models.yaml have them; of a model that
 * several providers list, its maker's entry, else the dearest. New reference; NULL: it is no such
 * catalogue. */
json_t *catalogue_read(const char *body, size_t len);
/* Returns the price {input, output, cached?, written?} of rates that hold these under the keys,
 * each read by `read` (-1: not given); new reference. NULL: input or output is not given. */
json_t *price_made(const json_t *rates, const char *const keys[4],
    double (*read)(const json_t *rates, const char *key));
/* Returns the models of the catalogue in the user's folder, new reference; NULL: none can be
 * used. */
json_t *catalogue_load(void);
/* Writes models to the user's folder. Returns the path; caller frees. NULL: e says why not. */
struct error;
char *catalogue_save(const json_t *models, struct error *e);
/* Returns the entry for a model's id, also if that has a date or a version behind the name;
 * borrowed from models (NULL: none). NULL: no entry. */
const json_t *catalogue_entry(const json_t *models, const char *id);

#endif
