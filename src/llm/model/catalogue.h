/* SPDX-License-Identifier: MIT
 * A catalogue of models from elsewhere (models.dev, genai-prices), taken into the user's folder by `agent models
 * --update`: windows, prices and abilities of models that config/models.yaml does not name.
 */
#ifndef LLM_CATALOGUE_H
#define LLM_CATALOGUE_H

#include <jansson.h>
#include <stddef.h>

/* Returns a list of models.yaml, read once, since each pattern and each reply asks: "prefixes" of hosts that run others'
 * models ("us.anthropic.claude-opus-5"), "standard_tiers". Borrowed for good; NULL: there is none. */
const json_t *model_words(const char *list);
/* Returns a model's id without what hosts put before it: "openai/", "models/", "us.anthropic.".
 * Borrowed, part of id. */
const char *model_bare(const char *id);
/* Returns the models in a catalogue of either shape: {bare id in small letters: {context_tokens?,
 * price?, thinks?, tools?, released?, quirks?}}, as rows of models.yaml have them; of a model that
 * several providers have, what its own one says, else the dearest. New reference; NULL: it is no
 * such catalogue. */
json_t *catalogue_read(const char *body, size_t len);
/* Returns the price {input, output, cached?, written?} of rates that have these under the keys, each read by `read` (-1: it
 * is not said); new reference, NULL: input or output is not said. */
json_t *price_made(const json_t *rates, const char *const keys[4],
    double (*read)(const json_t *rates, const char *key));
/* Returns the one in the user's folder, new reference; NULL: there is none that can be used. */
json_t *catalogue_load(void);
/* Puts one there. The path it was written to, which the caller frees; NULL: e says why not. */
struct error;
char *catalogue_save(const json_t *models, struct error *e);
/* Returns its entry for a model's id, also where that has a date or a version behind its name;
 * borrowed, NULL: none. */
const json_t *catalogue_entry(const json_t *models, const char *id);

#endif
