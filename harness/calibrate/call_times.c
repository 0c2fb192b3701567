/* harness/calibrate/call_times.c -- see call_times.h. */
#include "harness/calibrate/call_times.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/reserve.h"

enum { ALGORITHM, PROCS, MODE, PARAMETERS, REPLICATE, TIME, NUM_COLUMNS };
static const char *const columns[NUM_COLUMNS] = {
    "algorithm", "procs", "mode", "parameters", "replicate", "time_ns"};

/* Sets places[] of the columns in the header; false: one is missing. */
static bool find_columns(char *header, int *places)
{
    int num_found = 0, place = 0;
    char *name;

    for (; (name = strsep(&header, ",")) != NULL; place++)
        for (int c = 0; c < NUM_COLUMNS; c++)
            if (strcmp(name, columns[c]) == 0) {
                places[c] = place;
                num_found++;
            }
    return num_found == NUM_COLUMNS;
}

static void find_fields(char *line, const int *places, const char **fields)
{
    char *field;

    for (int place = 0; (field = strsep(&line, ",")) != NULL; place++)
        for (int c = 0; c < NUM_COLUMNS; c++)
            if (places[c] == place)
                fields[c] = field;
}

/* "bcast" of "bcast_auto" and "mpi_bcast"; false: another algorithm. */
static bool take_operation(const char *algorithm, char *out, size_t size)
{
    static const char of_library[] = "mpi_", of_ours[] = "_auto";
    size_t length = strlen(algorithm), end = strlen(of_ours);

    if (strncmp(algorithm, of_library, strlen(of_library)) == 0) {
        snprintf(out, size, "%s", algorithm + strlen(of_library));
        return true;
    }
    if (length <= end || strcmp(algorithm + length - end, of_ours) != 0)
        return false;
    snprintf(out, size, "%.*s", (int)(length - end), algorithm);
    return true;
}

/* Parameters are sorted and joined by semicolons: "bytes=96;root=0". */
static bool take_bytes(const char *parameters, int64_t *out)
{
    const char *at = strncmp(parameters, "bytes=", 6) == 0
                         ? parameters
                         : strstr(parameters, ";bytes=");

    return at != NULL &&
           sscanf(at + strcspn(at, "=") + 1, "%" SCNd64, out) == 1;
}

static bool take_fields(const char *const *fields, qdr_call_time *out)
{
    for (int c = 0; c < NUM_COLUMNS; c++)
        if (fields[c] == NULL)
            return false;
    out->procs = atoi(fields[PROCS]);
    out->replicate = atoi(fields[REPLICATE]);
    out->is_library = strcmp(fields[MODE], "library") == 0;
    out->time_us = atof(fields[TIME]) / 1000;
    return take_bytes(fields[PARAMETERS], &out->bytes) && out->time_us > 0;
}

static qdr_status append(qdr_call_times *to, const qdr_call_time *time,
                         qdr_error *error)
{
    qdr_call_time *room =
        qdr_reserve(to->of, &to->capacity, to->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "samples");
    to->of = room;
    room[to->count++] = *time;
    return QDR_OK;
}

qdr_status qdr_call_times_add(qdr_call_times *to, char *csv, qdr_error *error)
{
    int places[NUM_COLUMNS];
    char *line = strsep(&csv, "\n");
    qdr_status status = QDR_OK;

    if (!find_columns(line, places))
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "the samples lack one of the columns algorithm, procs, "
                        "mode, parameters, replicate, time_ns");
    while (status == QDR_OK && (line = strsep(&csv, "\n")) != NULL) {
        const char *fields[NUM_COLUMNS] = {NULL};
        qdr_call_time time = {{0}, 0, 0, 0, false, 0};
        find_fields(line, places, fields);
        if (fields[ALGORITHM] == NULL ||
            !take_operation(fields[ALGORITHM], time.operation,
                            sizeof time.operation))
            continue;
        status = take_fields(fields, &time)
                     ? append(to, &time, error)
                     : qdr_fail(error, QDR_ERROR_SYSTEM,
                                "a sample of %s has no bytes or no time",
                                time.operation);
    }
    return status;
}

void qdr_call_times_cleanup(qdr_call_times *times)
{
    free(times->of);
    *times = (qdr_call_times){0};
}
