/* harness/results/result.c -- see result.h. */
#include "harness/results/result.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/files.h"
#include "harness/files/open_nofollow.h"
#include "harness/results/definition.h"
#include "harness/results/judge.h"
#include "harness/results/launch_check.h"
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
    bool *is_kept;      /* [launch.num_cells] an earlier attempt has it */
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

/* A new file: nobody else's is written to. */
static bool open_csv(qdr_result *result)
{
    char path[PATH_LENGTH];
    int file;

    make_path(result, ".csv", path);
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    result->csv = file < 0 ? NULL : fdopen(file, "w");
    return result->csv != NULL &&
           fputs(qdr_sample_rows_header, result->csv) >= 0;
}

/* Notes the cells of which earlier attempts have a VALID one. */
static qdr_status find_kept(qdr_result *result, qdr_error *error)
{
    int64_t count = result->launch.num_cells;
    qdr_judged judged = {0};
    qdr_judge judge = {0};
    qdr_status status;

    result->is_kept = calloc((size_t)count + 1, sizeof *result->is_kept);
    if (result->is_kept == NULL)
        return qdr_fail_memory(error, "the cells of a launch");
    if (result->is_simulated)
        return QDR_OK;
    status = qdr_judge_open(&judge, result->folder, result->experiment, false,
                            error);
    if (status == QDR_OK)
        status =
            qdr_judge_launch(&judge, result->launch.number, &judged, error);
    for (int64_t i = 0; i < count && status == QDR_OK; i++)
        result->is_kept[i] = judged.cells[i].is_valid;
    qdr_judged_cleanup(&judged);
    qdr_judge_close(&judge);
    return status;
}

void qdr_result_set_spread(qdr_result *result, qdr_rank_spread spread)
{
    result->spread = spread;
}

bool qdr_result_has(const qdr_result *result, int64_t cell)
{
    int64_t at =
        qdr_launch_find_cell(result->experiment, &result->launch, cell);

    return at >= 0 && result->is_kept[at];
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

    make_path(result, ".running", path);
    result->running = qdr_plain_fopen(path, "w");
    return result->running != NULL;
}

qdr_status qdr_result_open(const char *folder, const char *attempt,
                           const qdr_experiment *experiment,
                           const qdr_launch *launch, bool is_simulated,
                           json_t *own, qdr_result **out_result,
                           qdr_error *error)
{
    qdr_result *result = calloc(1, sizeof *result);
    qdr_status status;

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
    snprintf(result->attempt, sizeof result->attempt, "%.3000s/%.120s", folder,
             attempt);
    status = find_kept(result, error);
    if (status == QDR_OK && (!open_csv(result) || !open_running(result)))
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "%.300s: no results can be written: %s", folder,
                          strerror(errno));
    if (status == QDR_OK)
        *out_result = result;
    else
        qdr_result_discard(result);
    return status;
}

void qdr_result_begin_cell(qdr_result *result, const qdr_cell *cell)
{
    rewind(result->running);
    fprintf(result->running, "%-19" PRId64 "\n", cell->number);
    fflush(result->running);
}

/* The parts that do not change between checkpoints. NULL: out of memory. */
static json_t *new_document(const qdr_result *result)
{
    json_t *provenance = qdr_provenance_new(result->folder, result->experiment,
                                            result->start_unix_s);
    if (result->own != NULL)
        json_object_update(provenance, result->own);
    return json_pack(
        "{s:i, s:s, s:I, s:i, s:b, s:I, s:o, s:o, s:{}, s:O, s:o, s:o}",
        "format", QDR_LAUNCH_FORMAT, "experiment", result->experiment->name,
        "launch", (json_int_t)result->launch.number, "procs",
        result->launch.layout.procs, "simulated", result->is_simulated,
        "order_seed", (json_int_t)result->experiment->order_seed, "workload",
        qdr_workload_describe(result->experiment), "algorithms",
        qdr_algorithms_describe(result->experiment), "csv", "cells",
        result->cells, "provenance", provenance, "definition",
        qdr_definition_of_files(result->folder, result->experiment,
                                getenv("QUADRILLE_PROGRAM_SHA256")));
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
                                         digest)) == 0 &&
           qdr_launch_record_seal(result->document);
}

/* Writes the JSON of the csv as it is, whole: the part of the csv that it
 * describes is complete, and may grow further. */
static qdr_status write_json(qdr_result *result, qdr_error *error)
{
    char path[PATH_LENGTH];
    char *text = NULL;
    qdr_status status;

    make_path(result, ".json", path);
    if (fflush(result->csv) != 0 || fsync(fileno(result->csv)) != 0)
        return fail_file(result, ".csv", error);
    if (update_document(result))
        text = json_dumps(result->document, JSON_INDENT(1));
    status = text == NULL ? fail_file(result, ".json", error)
                          : qdr_file_write(path, text, error);
    free(text);
    result->next_checkpoint_s = now_s() + CHECKPOINT_S;
    return status;
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
        status = fail_file(result, ".csv", error);
    result->num_rows += measurement->samples.count;
    if (status == QDR_OK && !result->is_simulated &&
        now_s() >= result->next_checkpoint_s)
        status = write_json(result, error);
    if (status != QDR_OK)
        blame_nobody(result);
    return status;
}

qdr_status qdr_result_close(qdr_result *result, qdr_error *error)
{
    qdr_status status = write_json(result, error);
    char path[PATH_LENGTH];

    if (status == QDR_OK) {
        make_path(result, ".running", path);
        unlink(path);
    } else {
        blame_nobody(result);
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
    free(result->is_kept);
    json_decref(result->cells);
    json_decref(result->own);
    json_decref(result->document);
    qdr_digest_free(result->digest);
    free(result);
}
