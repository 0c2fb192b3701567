/* harness/calibrate/call_times.c -- see call_times.h. */
#include "harness/calibrate/call_times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/launch_estimate.h"
#include "kernels/core/base/reserve.h"
#include "kernels/core/problem/problem.h"

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

static void find_fields(char *line, const int *places, char **fields)
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

/* The text of the bytes in parameters, which are sorted and joined by
 * semicolons, as "bytes=96;root=0"; NULL: there is none. */
static const char *find_bytes(char *parameters)
{
    char *parameter;

    while ((parameter = strsep(&parameters, ";")) != NULL)
        if (strncmp(parameter, "bytes=", 6) == 0)
            return parameter + 6;
    return NULL;
}

/* Launches beyond those that an estimate has room for are refused here. */
static qdr_status take_fields(char *const *fields, qdr_call_time *out,
                              qdr_error *error)
{
    int64_t procs = 0, replicate = 0, time_ns = 0;
    const struct {
        const char *name, *text;
        double max;
        int64_t *out;
    } numbers[] = {
        {"procs", fields[PROCS], QDR_MAX_PROCS, &procs},
        {"bytes", find_bytes(fields[PARAMETERS]), 0x1p62, &out->bytes},
        {"replicate", fields[REPLICATE], QDR_MAX_ESTIMATED, &replicate},
        {"time_ns", fields[TIME], 0x1p62, &time_ns}};
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const qdr_parameter whole = {
            .type = QDR_INTEGER, .min = 1, .max = numbers[i].max};
        char label[96];
        qdr_value value;
        snprintf(label, sizeof label, "a sample of %s: %s", out->operation,
                 numbers[i].name);
        status = qdr_parameter_read(
            &whole, label, numbers[i].text == NULL ? "" : numbers[i].text,
            &value, error);
        if (status != QDR_OK)
            return status;
        *numbers[i].out = value.integer;
    }
    out->procs = (int)procs;
    out->replicate = (int)replicate;
    out->is_library =
        fields[MODE] != NULL && strcmp(fields[MODE], "library") == 0;
    out->time_us = (double)time_ns / 1000;
    return QDR_OK;
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
        char *fields[NUM_COLUMNS] = {NULL};
        qdr_call_time time = {{0}, 0, 0, 0, false, 0};
        find_fields(line, places, fields);
        if (fields[ALGORITHM] == NULL ||
            !take_operation(fields[ALGORITHM], time.operation,
                            sizeof time.operation))
            continue;
        status = take_fields(fields, &time, error);
        if (status == QDR_OK)
            status = append(to, &time, error);
    }
    return status;
}

void qdr_call_times_cleanup(qdr_call_times *times)
{
    free(times->of);
    *times = (qdr_call_times){0};
}
