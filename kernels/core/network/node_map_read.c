/* kernels/core/network/node_map_read.c -- reads a map of nodes; see node_map.h.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/network/node_map.h"

enum { UNKNOWN = -1 };

/* A text being read. */
typedef struct reader {
    const char *text, *at;
    int num_procs;
    int *numbers; /* of each rank's node; UNKNOWN: not named yet */
    qdr_error *error;
} reader;

static qdr_status fail_form(const reader *r)
{
    return qdr_fail(r->error, QDR_ERROR_INPUT,
                    "nodes: '%.60s'; accepted: how many ranks each node has, "
                    "from 1, as 16,14, or which ones, from 0 to %d, as "
                    "0-15:16-29",
                    r->text, r->num_procs - 1);
}

/* A whole number up to `max`, without a sign. */
static bool read_number(reader *r, int max, int *out)
{
    char *end;
    long number;

    if (*r->at < '0' || *r->at > '9')
        return false;
    number = strtol(r->at, &end, 10);
    if (number > max)
        return false;
    r->at = end;
    *out = (int)number;
    return true;
}

/* "16,14": neighbours. */
static qdr_status read_counts(reader *r)
{
    int64_t next = 0;

    for (int node = 0;; node++) {
        int count;
        if (!read_number(r, 1 << 30, &count) || count < 1)
            return fail_form(r);
        for (int i = 0; i < count && next + i < r->num_procs; i++)
            r->numbers[next + i] = node;
        next += count;
        if (*r->at != ',')
            break;
        r->at++;
    }
    if (*r->at != '\0')
        return fail_form(r);
    if (next == r->num_procs)
        return QDR_OK;
    return qdr_fail(r->error, QDR_ERROR_INPUT,
                    "nodes: '%.60s' has %lld ranks; accepted: %d in all",
                    r->text, (long long)next, r->num_procs);
}

/* "3" or "3-5", on this node. */
static qdr_status read_range(reader *r, int node)
{
    int first, last;

    if (!read_number(r, r->num_procs - 1, &first))
        return fail_form(r);
    last = first;
    if (*r->at == '-') {
        r->at++;
        if (!read_number(r, r->num_procs - 1, &last) || last < first)
            return fail_form(r);
    }
    for (int rank = first; rank <= last; rank++) {
        if (r->numbers[rank] != UNKNOWN)
            return qdr_fail(r->error, QDR_ERROR_INPUT,
                            "nodes: '%.60s' names rank %d twice; accepted: "
                            "every rank from 0 to %d once",
                            r->text, rank, r->num_procs - 1);
        r->numbers[rank] = node;
    }
    return QDR_OK;
}

/* "0,2,4:1,3,5" */
static qdr_status read_ranks(reader *r)
{
    for (int node = 0;;) {
        qdr_status status = read_range(r, node);
        if (status != QDR_OK)
            return status;
        if (*r->at == '\0')
            break;
        if (*r->at != ',' && *r->at != ':')
            return fail_form(r);
        node += *r->at++ == ':';
    }
    for (int rank = 0; rank < r->num_procs; rank++)
        if (r->numbers[rank] == UNKNOWN)
            return qdr_fail(r->error, QDR_ERROR_INPUT,
                            "nodes: '%.60s' does not name rank %d; accepted: "
                            "every rank from 0 to %d once",
                            r->text, rank, r->num_procs - 1);
    return QDR_OK;
}

qdr_status qdr_node_map_read(qdr_node_map *map, int num_procs, const char *text,
                             qdr_error *error)
{
    reader r = {.text = text,
                .at = text,
                .num_procs = num_procs,
                .numbers = malloc(((size_t)num_procs + 1) * sizeof(int)),
                .error = error};
    qdr_status status;

    if (r.numbers == NULL)
        return qdr_fail_memory(error, "a map of nodes");
    for (int rank = 0; rank < num_procs; rank++)
        r.numbers[rank] = UNKNOWN;
    status = strpbrk(text, ":-") == NULL ? read_counts(&r) : read_ranks(&r);
    if (status == QDR_OK)
        status = qdr_node_map_init(map, num_procs, r.numbers, error);
    free(r.numbers);
    return status;
}
