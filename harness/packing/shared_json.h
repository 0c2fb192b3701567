/* harness/packing/shared_json.h -- what several JSON documents have in common,
 * stated once. */
#ifndef QUADRILLE_HARNESS_PACKING_SHARED_JSON_H
#define QUADRILLE_HARNESS_PACKING_SHARED_JSON_H

#include <jansson.h>
#include <stdbool.h>

/* qdr_json_same_keys returns whether both are objects with the same keys in the
 * same order. */
bool qdr_json_same_keys(json_t *one, json_t *other);

/* qdr_json_split returns what documents[0..count-1] share, with null where they
 * differ, and sets own[i] to what document i has there; NULL: nothing. Objects
 * are compared key by key if all have the same keys; arrays as a whole. All are
 * the caller's to json_decref(). The result is NULL if memory ran out. */
json_t *qdr_json_split(json_t *const *documents, size_t count, json_t **own);

/* qdr_json_join returns the document with that `shared` and that `own` part
 * (or NULL), to json_decref(); NULL: out of memory, or one is no object. */
json_t *qdr_json_join(const json_t *shared, const json_t *own);

#endif
