/* harness/packing/packed_rows.c -- see packed_results.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/packing/packed_results.h"
#include "harness/results/folder_record.h"
#include "harness/results/packed_folder.h"

/* A row number of a launch; -1: none. */
static json_int_t row_of(const json_t *launch, const char *key)
{
    const json_t *value = json_object_get(launch, key);

    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* The number in the name of a launch; -1: no launch has that name. */
static int64_t number_of(const json_t *launch)
{
    const char *name = json_string_value(json_object_get(launch, "name"));
    char file[64];
    int64_t number;

    snprintf(file, sizeof file, "%.50s.json", name != NULL ? name : "");
    return qdr_folder_is_launch(file, &number) ? number : -1;
}

/* Where the line behind `count` more lines begins; NULL: there are not as many.
 */
static const char *skip_lines(const char *at, const char *end, json_int_t count)
{
    for (; count > 0 && at != NULL; count--) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at == NULL ? NULL : at + 1;
    }
    return at;
}

static qdr_status refuse_rows(const qdr_packed_results *packed,
                              qdr_error *error)
{
    return qdr_packed_refuse(packed, QDR_PACKED_SAMPLES,
                             "not as many rows as its launches have", error);
}

/* Finds the rows of launch `i`, which has `launch` in provenance.json and those
 * from row `next`. */
static qdr_status find_launch(qdr_packed_results *packed, size_t i,
                              const json_t *launch, json_int_t next,
                              qdr_error *error)
{
    const char *end = packed->samples.data + packed->samples.length;
    json_int_t last = row_of(launch, "last");

    if (row_of(launch, "first") != next || last < next - 1)
        return qdr_packed_refuse(
            packed, QDR_PACKED_PROVENANCE,
            "rows of a launch do not follow those before it", error);
    packed->rows[i + 1] = skip_lines(packed->rows[i], end, last - (next - 1));
    return packed->rows[i + 1] != NULL ? QDR_OK : refuse_rows(packed, error);
}

/* `next` does not overflow: find_launch has found as many rows. */
qdr_status qdr_packed_find_rows(qdr_packed_results *packed, qdr_error *error)
{
    const json_t *launches = json_object_get(packed->document, "launches");
    const char *end = packed->samples.data + packed->samples.length;
    const json_t *launch;
    int64_t before = -1;
    json_int_t next = 1;
    qdr_status status = QDR_OK;
    size_t i;

    packed->rows = calloc(packed->num_launches + 1, sizeof *packed->rows);
    if (packed->rows == NULL)
        return qdr_fail_memory(error, "the launches of packed results");
    packed->rows[0] = skip_lines(packed->samples.data, end, 1);
    if (packed->rows[0] == NULL)
        return qdr_packed_refuse(packed, QDR_PACKED_SAMPLES, "no header",
                                 error);
    json_array_foreach(launches, i, launch)
    {
        if (number_of(launch) <= before)
            return qdr_packed_refuse(
                packed, QDR_PACKED_PROVENANCE,
                "names of launches are not in order, each once", error);
        status = find_launch(packed, i, launch, next, error);
        if (status != QDR_OK)
            return status;
        next = row_of(launch, "last") + 1;
        before = number_of(launch);
    }
    return packed->rows[i] == end ? QDR_OK : refuse_rows(packed, error);
}
