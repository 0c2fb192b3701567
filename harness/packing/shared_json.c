/* harness/packing/shared_json.c -- see shared_json.h. */
#include "harness/packing/shared_json.h"

#include <stdlib.h>
#include <string.h>

static bool are_equal(json_t *const *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!json_equal(values[0], values[i]))
            return false;
    return true;
}

bool qdr_json_same_keys(json_t *one, json_t *other)
{
    void *here = json_object_iter(one), *there = json_object_iter(other);

    while (here != NULL && there != NULL &&
           strcmp(json_object_iter_key(here), json_object_iter_key(there)) ==
               0) {
        here = json_object_iter_next(one, here);
        there = json_object_iter_next(other, there);
    }
    return json_is_object(one) && json_is_object(other) && here == NULL &&
           there == NULL;
}

static bool are_alike(json_t *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!qdr_json_same_keys(values[0], values[i]))
            return false;
    return true;
}

/* Splits the values of a key of objects that are alike. */
static bool split_key(json_t *const *objects, size_t count, const char *key,
                      json_t *shared, json_t **own)
{
    json_t **values = calloc(2 * count, sizeof *values);
    json_t **own_values = values == NULL ? NULL : values + count;
    bool is_good = values != NULL;

    for (size_t i = 0; i < count && is_good; i++)
        values[i] = json_object_get(objects[i], key);
    is_good = is_good &&
              json_object_set_new(
                  shared, key, qdr_json_split(values, count, own_values)) == 0;
    for (size_t i = 0; i < count && values != NULL; i++)
        if (own_values[i] != NULL)
            is_good &= json_object_set_new(own[i], key, own_values[i]) == 0;
    free(values);
    return is_good;
}

json_t *qdr_json_split(json_t *const *documents, size_t count, json_t **own)
{
    bool is_leaf = !are_alike(documents, count);
    bool is_good = true;
    json_t *shared;
    const char *key;
    json_t *value;

    for (size_t i = 0; i < count; i++)
        own[i] = NULL;
    if (are_equal(documents, count))
        return json_incref(documents[0]);
    for (size_t i = 0; i < count; i++)
        own[i] = is_leaf ? json_incref(documents[i]) : json_object();
    if (is_leaf)
        return json_null();
    shared = json_object();
    json_object_foreach(documents[0], key, value) is_good =
        is_good && split_key(documents, count, key, shared, own);
    if (is_good)
        return shared;
    json_decref(shared);
    return NULL;
}

json_t *qdr_json_join(const json_t *shared, const json_t *own)
{
    json_t *whole = json_deep_copy(shared);
    json_t *part = own == NULL ? json_object() : json_deep_copy(own);
    bool is_good = json_object_update_recursive(whole, part) == 0;

    json_decref(part);
    if (is_good)
        return whole;
    json_decref(whole);
    return NULL;
}
