/* harness/packing/cell_columns.c -- see cell_columns.h. */
#include "harness/packing/cell_columns.h"

#include <stdbool.h>
#include <string.h>

#include "harness/packing/shared_json.h"

static const char number[] = "cell";

static bool are_alike(const json_t *cells)
{
    json_t *first = json_array_get(cells, 0);
    bool is_alike = json_object_get(first, number) != NULL;
    json_t *cell;
    size_t i;

    json_array_foreach(cells, i, cell) is_alike =
        is_alike && qdr_json_same_keys(cell, first);
    return is_alike;
}

/* The values of a key of all cells. */
static json_t *new_column(const json_t *cells, const char *key)
{
    json_t *first = json_object_get(json_array_get(cells, 0), key);
    json_t *column = json_array();
    bool is_same = strcmp(key, number) != 0 && !json_is_array(first);
    const json_t *cell;
    size_t i;

    json_array_foreach(cells, i, cell)
    {
        json_t *value = json_object_get(cell, key);
        is_same = is_same && json_equal(value, first);
        if (json_array_append(column, value) != 0)
            is_same = false;
    }
    if (!is_same && json_array_size(column) == json_array_size(cells))
        return column;
    json_decref(column);
    return is_same ? json_incref(first) : NULL;
}

json_t *qdr_cells_as_columns(json_t *cells)
{
    json_t *columns, *value;
    const char *key;
    bool is_good = true;

    if (!are_alike(cells))
        return json_incref(cells);
    columns = json_object();
    json_object_foreach(json_array_get(cells, 0), key, value) is_good =
        is_good &&
        json_object_set_new(columns, key, new_column(cells, key)) == 0;
    if (is_good)
        return columns;
    json_decref(columns);
    return NULL;
}

static json_t *new_cell(json_t *columns, size_t i)
{
    json_t *cell = json_object(), *column;
    const char *key;
    bool is_good = true;

    json_object_foreach(columns, key, column) is_good =
        is_good &&
        json_object_set(cell, key,
                        json_is_array(column) ? json_array_get(column, i)
                                              : column) == 0;
    if (is_good)
        return cell;
    json_decref(cell);
    return NULL;
}

json_t *qdr_cells_from_columns(json_t *columns)
{
    size_t count = json_array_size(json_object_get(columns, number));
    json_t *cells, *column;
    const char *key;
    bool is_good = true;

    if (!json_is_object(columns))
        return json_incref(columns);
    json_object_foreach(columns, key, column) is_good =
        is_good && (!json_is_array(column) || json_array_size(column) == count);
    cells = json_array();
    for (size_t i = 0; i < count && is_good; i++)
        is_good = json_array_append_new(cells, new_cell(columns, i)) == 0;
    if (is_good)
        return cells;
    json_decref(cells);
    return NULL;
}
