/* harness/results/result.c -- see result.h. */
#include "harness/results/result.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/files.h"
#include "harness/files/plain_file.h"
#include "harness/results/finished_cells.h"
#include "harness/results/folder_record.h"
#include "harness/results/launch_belongs.h"
#include "harness/results/provenance.h"
#include "harness/results/result_json.h"
#include "harness/results/sample_rows.h"

enum { PATH_LENGTH = 4096, CHECKPOINT_S = 1 };

struct qdr_result {
    char folder[PATH_LENGTH - 64];
    const qdr_experiment *experiment;
    qdr_launch launch;
    bool is_simulated;
    double start_unix_s;
    char attempt[PATH_LENGTH - 32]; /* its files without their suffix */
    FILE *csv;
    int64_t num_rows;
    FILE *running;
    json_t *cells;
    size_t num_kept;    /* of them, from an earlier attempt */
    json_t *own;        /* of the provenance; or NULL */
    json_t *document;   /* the last one; or NULL */
    qdr_digest *digest; /* of the csv */
    qdr_rank_spread spread;
    double next_checkpoint_s;
};

static void make_path(const qdr_result *result, const char *suffix, char *path)
{
    snprintf(path, PATH_LENGTH, "%s%s", result->attempt, suffix);
}

static qdr_status fail_file(const qdr_result *result, const char *suffix,
                            qdr_error *error)
{
    char path[PATH_LENGTH];

    make_path(result, suffix, path);
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                    strerror(errno));
}

/* Opens the csv under a unique name, and names the JSON alike. */
static bool open_csv(qdr_result *result)
{
    static const char suffix[] = ".csv.tmp";
    char path[PATH_LENGTH];
    int file;

    snprintf(path, sizeof path, "%s/attempt-%05" PRId64 "-XXXXXX%s",
             result->folder, result->launch.number, suffix);
    file = mkstemps(path, (int)strlen(suffix));
    if (file < 0)
        return false;
    /* Others may read results if the umask lets them, as it does the JSON. */
    fchmod(file, qdr_usual_mode());
    snprintf(result->attempt, sizeof result->attempt, "%.*s",
             (int)(strlen(path) - strlen(suffix)), path);
    result->csv = fdopen(file, "w");
    return result->csv != NULL &&
           fputs(qdr_sample_rows_header, result->csv) >= 0;
}

/* First the cells that an earlier attempt finished. */
static bool take_kept(qdr_result *result)
{
    char json[PATH_LENGTH], csv[PATH_LENGTH];
    qdr_folder_record record;

    if (result->is_simulated)
        return true;
    qdr_folder_record_load(result->folder, &record);
    snprintf(json, sizeof json, "%s/launch-%05" PRId64 ".json", result->folder,
             result->launch.number);
    snprintf(csv, sizeof csv, "%s/launch-%05" PRId64 ".csv", result->folder,
             result->launch.number);
    result->num_rows = qdr_finished_cells_copy(
        &(qdr_launch_owner){result->experiment, result->launch, false,
                            record.programs, record.inputs},
        json, csv, qdr_sample_rows_header, result->csv, result->cells);
    qdr_folder_record_cleanup(&record);
    result->num_kept = json_array_size(result->cells);
    return result->num_rows >= 0;
}

void qdr_result_set_spread(qdr_result *result, qdr_rank_spread spread)
{
    result->spread = spread;
}

bool qdr_result_has(const qdr_result *result, int64_t cell)
{
    for (size_t i = 0; i < result->num_kept; i++) {
        const json_t *kept = json_array_get(result->cells, i);
        if (json_integer_value(json_object_get(kept, "cell")) == cell)
            return true;
    }
    return false;
}

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool open_running(qdr_result *result)
{
    char path[PATH_LENGTH];

    snprintf(path, sizeof path, "%s/launch-%05" PRId64 ".running",
             result->folder, result->launch.number);
    result->running = qdr_plain_fopen(path, "w");
    return result->running != NULL;
}

qdr_status qdr_result_open(const char *folder, const qdr_experiment *experiment,
                           const qdr_launch *launch, bool is_simulated,
                           json_t *own, qdr_result **out_result,
                           qdr_error *error)
{
    qdr_result *result = calloc(1, sizeof *result);

    if (result == NULL) {
        json_decref(own);
        return qdr_fail_memory(error, "a result");
    }
    result->own = own;
    snprintf(result->folder, sizeof result->folder, "%s", folder);
    result->experiment = experiment;
    result->launch = *launch;
    result->is_simulated = is_simulated;
    result->start_unix_s = (double)time(NULL);
    result->cells = json_array();
    result->digest = qdr_digest_new();
    result->next_checkpoint_s = now_s() + CHECKPOINT_S;
    if (!open_csv(result) || !take_kept(result) || !open_running(result)) {
        qdr_status status = qdr_fail(error, QDR_ERROR_SYSTEM,
                                     "%.300s: no results can be written: %s",
                                     folder, strerror(errno));
        qdr_result_discard(result);
        return status;
    }
    *out_result = result;
    return QDR_OK;
}

void qdr_result_begin_cell(qdr_result *result, const qdr_cell *cell)
{
    rewind(result->running);
    fprintf(result->running, "%-19" PRId64 "\n", cell->number);
    fflush(result->running);
}

/* Flushes to the disk, and closes. */
static bool finish(FILE *file)
{
    bool is_written = fflush(file) == 0 && fsync(fileno(file)) == 0;

    return fclose(file) == 0 && is_written;
}

/* Gives a finished file the name without .tmp. */
static bool complete(const qdr_result *result, const char *suffix)
{
    char from[PATH_LENGTH], to[PATH_LENGTH], temporary[16];

    snprintf(temporary, sizeof temporary, "%s.tmp", suffix);
    make_path(result, temporary, from);
    make_path(result, suffix, to);
    return rename(from, to) == 0;
}

/* The parts that do not change between checkpoints. NULL: out of memory. */
static json_t *new_document(const qdr_result *result)
{
    json_t *provenance = qdr_provenance_new(result->folder, result->experiment,
                                            result->start_unix_s);
    if (result->own != NULL)
        json_object_update(provenance, result->own);
    return json_pack(
        "{s:i, s:s, s:I, s:i, s:b, s:I, s:o, s:o, s:{}, s:O, s:o}", "format",
        QDR_LAUNCH_FORMAT, "experiment", result->experiment->name, "launch",
        (json_int_t)result->launch.number, "procs", result->launch.layout.procs,
        "simulated", result->is_simulated, "order_seed",
        (json_int_t)result->experiment->order_seed, "workload",
        qdr_workload_describe(result->experiment), "algorithms",
        qdr_algorithms_describe(result->experiment), "csv", "cells",
        result->cells, "provenance", provenance);
}

/* Rows, length and digest of the csv, after a flush. */
static bool update_document(qdr_result *result)
{
    char digest[QDR_DIGEST_LENGTH + 1];
    int64_t bytes =
        qdr_digest_follow(result->digest, fileno(result->csv), digest);

    if (result->document == NULL)
        result->document = new_document(result);
    if (bytes < 0 || result->document == NULL)
        return false;
    qdr_provenance_set_end(json_object_get(result->document, "provenance"));
    return json_object_set_new(result->document, "csv",
                               json_pack("{s:I, s:I, s:s}", "rows",
                                         (json_int_t)result->num_rows, "bytes",
                                         (json_int_t)bytes, "sha256",
                                         digest)) == 0;
}

/* Writes the JSON of the csv as it is. */
static bool write_json(qdr_result *result)
{
    char path[PATH_LENGTH];
    FILE *file = NULL;
    bool is_written;

    make_path(result, ".json.tmp", path);
    if (update_document(result))
        file = qdr_plain_fopen(path, "w");
    is_written =
        file != NULL && json_dumpf(result->document, file, JSON_INDENT(1)) == 0;
    if (file != NULL)
        is_written = finish(file) && is_written;
    return is_written;
}

/* A JSON of the finished cells, next to the csv, which grows further: the
 * beginning that the JSON describes is complete. */
static qdr_status write_checkpoint(qdr_result *result, qdr_error *error)
{
    if (fflush(result->csv) != 0 || !write_json(result) ||
        !complete(result, ".json"))
        return fail_file(result, ".json.tmp", error);
    result->next_checkpoint_s = now_s() + CHECKPOINT_S;
    return QDR_OK;
}

/* A failure to write its file does not invalidate the current cell. */
static void blame_nobody(const qdr_result *result)
{
    if (result->running != NULL && ftruncate(fileno(result->running), 0) != 0)
        fprintf(stderr, "bench: %s\n", strerror(errno));
}

qdr_status qdr_result_add(qdr_result *result, const qdr_cell *cell,
                          const qdr_measurement *measurement, qdr_error *error)
{
    json_t *verdict = qdr_verdict_new(cell, measurement);
    qdr_status status = QDR_OK;

    if (verdict == NULL || json_array_append_new(result->cells, verdict) != 0)
        status = qdr_fail_memory(error, "a verdict");
    if (status == QDR_OK &&
        !qdr_sample_rows_print(result->experiment, result->launch.number, cell,
                               measurement, result->spread, result->csv))
        status = fail_file(result, ".csv.tmp", error);
    result->num_rows += measurement->samples.count;
    if (status == QDR_OK && !result->is_simulated &&
        now_s() >= result->next_checkpoint_s)
        status = write_checkpoint(result, error);
    if (status != QDR_OK)
        blame_nobody(result);
    return status;
}

qdr_status qdr_result_close(qdr_result *result, qdr_error *error)
{
    qdr_status status = QDR_OK;
    char path[PATH_LENGTH];
    bool is_written = fflush(result->csv) == 0 && write_json(result);

    is_written &= finish(result->csv);
    result->csv = NULL;
    if (!is_written || !complete(result, ".csv") || !complete(result, ".json"))
        status = fail_file(result, ".csv", error);
    if (status != QDR_OK) {
        blame_nobody(result);
    } else {
        snprintf(path, sizeof path, "%s/launch-%05" PRId64 ".running",
                 result->folder, result->launch.number);
        unlink(path);
    }
    qdr_result_discard(result);
    return status;
}

void qdr_result_discard(qdr_result *result)
{
    if (result == NULL)
        return;
    if (result->csv != NULL)
        fclose(result->csv);
    if (result->running != NULL)
        fclose(result->running);
    json_decref(result->cells);
    json_decref(result->own);
    json_decref(result->document);
    qdr_digest_free(result->digest);
    free(result);
}
