/* harness/calibrate/calibrated_machine.c -- writes the measured numbers as a
 * machine and as a network file; see calibration.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/calibrate/calibration.h"
#include "kernels/network_file/network_file.h"

/* When it was measured; a simulated machine is the same on every day. */
static void write_date(FILE *to)
{
    char date[32];
    time_t now = time(NULL);
    struct tm parts;

    if (gmtime_r(&now, &parts) != NULL &&
        strftime(date, sizeof date, "%Y-%m-%d", &parts) > 0)
        fprintf(to, "on %s, ", date);
}

static void write_origin(const qdr_calibration *calibration,
                         const char *library, FILE *to)
{
    const qdr_machine *machine = calibration->sweep->machine;
    int count = qdr_calibration_launches(machine);

    fprintf(to,
            "# Written by `quadrille calibrate --machine %s --procs %d "
            "--samples %d`",
            calibration->sweep->machine_name, calibration->procs,
            calibration->num_samples);
    fputs(",\n# ", to);
    if (machine->kind != QDR_MACHINE_SIMULATED)
        write_date(to);
    fprintf(to, "with %s; the samples of %d launch%s are in %s.\n", library,
            count, count == 1 ? "" : "es", calibration->name);
}

static void write_intervals(const qdr_calibrated_network *network, FILE *to)
{
    fputs("\n# What the choice of an algorithm counts with; 95% intervals:\n",
          to);
    for (int i = 0; i < network->count; i++) {
        const qdr_calibrated *at = &network->rows[i];
        fprintf(to, "#   %-16s ", at->key);
        if (isinf(at->high))
            fprintf(to,
                    "at least %.6g; pairs of ranks do not tell how much more\n",
                    at->low);
        else
            fprintf(to, "%.6g to %.6g\n", at->low, at->high);
    }
}

/* Sets the number of this row; levels are those of a switched network. */
static void take_row(qdr_network *to, const qdr_calibrated *row)
{
    if (strcmp(row->key, QDR_CALIBRATED_TWO_WAY) == 0)
        to->duplex =
            row->low < QDR_HALF_DUPLEX ? QDR_DUPLEX_FULL : QDR_DUPLEX_HALF;
    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++) {
        const qdr_network_number *number = &qdr_network_numbers[i];
        if (strcmp(row->key, number->name) == 0 &&
            ((number->group != QDR_NETWORK_OF_LEVELS &&
              number->group != QDR_NETWORK_ADDED_TO_LEVELS) ||
             to->topology == QDR_SWITCHED))
            qdr_network_number_set(number, row->estimate, to);
    }
}

/* Rows and columns remain the machine's. */
static qdr_network make_network(const qdr_machine *machine,
                                const qdr_calibrated_network *from,
                                qdr_network_topology topology)
{
    qdr_network made = qdr_network_initial();

    made.topology = topology;
    if (machine->network != NULL) {
        made.rows = machine->network->rows;
        made.columns = machine->network->columns;
    }
    for (int i = 0; i < from->count; i++)
        take_row(&made, &from->rows[i]);
    /* Their estimates are not exact. */
    made.sender_free_us = fmin(made.sender_free_us, made.alpha_us);
    made.receiver_free_us = fmin(made.receiver_free_us, made.alpha_us);
    return made;
}

static qdr_status write_all(const qdr_calibration *calibration,
                            const qdr_calibrated_network *network, FILE *to,
                            qdr_error *error)
{
    const qdr_machine *machine = calibration->sweep->machine;
    qdr_network made = make_network(
        machine, network,
        machine->network == NULL ? QDR_SWITCHED : machine->network->topology);
    char title[512], *text;

    snprintf(title, sizeof title, "%.490s, calibrated", machine->title);
    text = qdr_machine_retitled(machine, title);
    if (text == NULL)
        return qdr_fail_memory(error, "a machine");
    write_origin(calibration, network->library, to);
    fputs(text, to);
    free(text);
    write_intervals(network, to);
    return qdr_network_write(&made, to, error);
}

/* The lines that a comparison with the MPI library has written, if it has. They
 * come before the keys, so that a file that is cut lacks one. */
static void write_ranges(const qdr_calibration *calibration, FILE *to)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM], line[QDR_NETWORK_LINE_BYTES];
    FILE *from;

    snprintf(path, sizeof path, "%s/" QDR_CALIBRATION_RANGES,
             calibration->sweep->folder);
    from = fopen(path, "r");
    if (from == NULL)
        return;
    fputs("\n# Ranks and bytes with which the MPI library's call is faster:\n",
          to);
    while (fgets(line, sizeof line, from) != NULL)
        fputs(line, to);
    fclose(from);
}

static void write_numbers(const qdr_calibration *calibration,
                          const qdr_calibrated_network *network,
                          qdr_network_topology topology, FILE *to)
{
    qdr_network made =
        make_network(calibration->sweep->machine, network, topology);
    qdr_calibration named = *calibration;

    /* The name of a file may have any bytes, which comments may not. */
    named.name = "a csv of the same calibration";
    fprintf(to, QDR_NETWORK_FORMAT " " QDR_NETWORK_VERSION "\n");
    write_origin(&named, network->library, to);
    write_ranges(calibration, to);
    write_intervals(network, to);
    qdr_network_print(&made, to);
}

/* Opens a file of the folder, whose path goes to `path`. */
static qdr_status open_in_folder(const qdr_calibration *calibration,
                                 const char *name, char *path, FILE **out_file,
                                 qdr_error *error)
{
    snprintf(path, QDR_PATH_LENGTH + QDR_NAME_ROOM, "%s/%s",
             calibration->sweep->folder, name);
    *out_file = fopen(path, "w");
    return *out_file != NULL
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
}

static qdr_status close_it(FILE *file, const char *path, qdr_status status,
                           qdr_error *error)
{
    bool is_written = !ferror(file);

    is_written = fclose(file) == 0 && is_written;
    return status == QDR_OK && !is_written
               ? qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path)
               : status;
}

qdr_status qdr_calibration_write(const qdr_calibration *calibration,
                                 const qdr_calibrated_network *network,
                                 qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    qdr_machine *read;
    FILE *file;
    qdr_status status = open_in_folder(calibration, QDR_CALIBRATION_MACHINE,
                                       path, &file, error);

    if (status != QDR_OK)
        return status;
    status = write_all(calibration, network, file, error);
    status = close_it(file, path, status, error);
    if (status == QDR_OK)
        status = qdr_machine_load(path, NULL, &read, error);
    if (status == QDR_OK)
        qdr_machine_free(read);
    return status == QDR_ERROR_INPUT ? QDR_ERROR_CHECK : status;
}

qdr_status qdr_calibration_write_network(const qdr_calibration *calibration,
                                         const qdr_calibrated_network *network,
                                         qdr_network_topology topology,
                                         qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    qdr_network read;
    FILE *file;
    qdr_status status = open_in_folder(calibration, QDR_CALIBRATION_NETWORK,
                                       path, &file, error);

    if (status != QDR_OK)
        return status;
    write_numbers(calibration, network, topology, file);
    status = close_it(file, path, status, error);
    if (status == QDR_OK)
        status = qdr_network_file_read(path, &read, NULL, error);
    return status == QDR_ERROR_INPUT ? QDR_ERROR_CHECK : status;
}
