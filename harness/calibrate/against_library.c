/* harness/calibrate/against_library.c -- compares `auto` with the MPI library's
 * own calls; see calibration.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/calibration.h"
#include "harness/calibrate/library_comparison.h"
#include "harness/results/judge_list.h"
#include "kernels/network_file/network_file.h"

/* Below the folder of the calibration. */
#define SWEEPS "sweeps"

/* Total bytes of a vector, or of a message; no length of configs/sweeps/
 * here.yaml, for any number of ranks that they are rounded up for. */
static const int64_t lengths[] = {96, 768, 6144, 49152, 393216, 3145728};
enum { NUM_LENGTHS = sizeof lengths / sizeof *lengths };

/* A sweep for each kind of traffic. */
static const struct {
    const char *name, *traffic, *algorithms; /* NULL: those of the file */
    bool has_parts; /* of whole doubles, all of one length */
} sweeps[] = {
    {"vector", NULL, NULL, true},
    {"alltoallv", "workload=synthetic", "algorithms=[auto, mpi_alltoallv]",
     false},
};
enum { NUM_SWEEPS = sizeof sweeps / sizeof *sweeps, MAX_SETTINGS = 8 };

/* "bytes=[96, 768]". */
static void list_lengths(char *text, size_t size, int64_t multiple)
{
    size_t length = (size_t)snprintf(text, size, "bytes=[");

    for (int i = 0; i < NUM_LENGTHS && length < size; i++)
        length +=
            (size_t)snprintf(text + length, size - length, "%" PRId64 "%s",
                             (lengths[i] + multiple - 1) / multiple * multiple,
                             i < NUM_LENGTHS - 1 ? ", " : "]");
}

/* All launches, also of a machine that runs them in jobs: this is one. */
static qdr_status run_all(const qdr_sweep *sweep, qdr_error *error)
{
    int64_t count = qdr_experiment_num_launches(sweep->experiment);
    qdr_selection all = {.num_launches = count,
                         .launches = malloc((size_t)count * sizeof(int64_t))};
    qdr_sweep_count made = {0};
    qdr_status status;

    if (all.launches == NULL)
        return qdr_fail_memory(error, "the launches of a comparison");
    for (int64_t i = 0; i < count; i++)
        all.launches[i] = i;
    status = qdr_sweep_run(sweep, &all, 1, QDR_RESTART_NEVER, &made, error);
    free(all.launches);
    if (status == QDR_OK && made.valid == 0)
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "%.300s: no cell of `auto` and the MPI library is "
                          "valid",
                          sweep->folder);
    return status;
}

/* Takes the samples that count. */
static qdr_status take_samples(const qdr_sweep *sweep, qdr_call_times *to,
                               qdr_error *error)
{
    qdr_judge judge = {0};
    char *text = NULL;
    size_t length;
    FILE *csv = open_memstream(&text, &length);
    qdr_status status = csv == NULL
                            ? qdr_fail_memory(error, "samples")
                            : qdr_judge_open(&judge, sweep->folder,
                                             sweep->experiment, false, error);

    if (status == QDR_OK)
        status = qdr_judge_print_samples(&judge, csv, error);
    qdr_judge_close(&judge);
    if (csv != NULL && fclose(csv) != 0 && status == QDR_OK)
        status = qdr_fail_memory(error, "samples");
    if (status == QDR_OK)
        status = qdr_call_times_add(to, text, error);
    free(text);
    return status;
}

static qdr_status run_sweep(const qdr_calibration *calibration, int procs,
                            int which, qdr_call_times *to, qdr_error *error)
{
    const qdr_sweep *of = calibration->sweep;
    const char *root = getenv("QUADRILLE_ROOT");
    char config[QDR_PATH_LENGTH], results[QDR_PATH_LENGTH];
    char procs_word[32], bytes_word[128];
    const char *words[MAX_SETTINGS];
    qdr_settings settings = {.words = words};
    qdr_sweep sweep = {0};
    qdr_status status;

    snprintf(config, sizeof config,
             "%.1900s/configs/sweeps/against_library.yaml",
             root == NULL ? "." : root);
    snprintf(results, sizeof results, "%.1900s/" SWEEPS "/%s_%d", of->folder,
             sweeps[which].name, procs);
    snprintf(procs_word, sizeof procs_word, "procs=[%d]", procs);
    list_lengths(bytes_word, sizeof bytes_word,
                 sweeps[which].has_parts ? procs * (int64_t)sizeof(double) : 1);
    words[settings.count++] = procs_word;
    words[settings.count++] = bytes_word;
    if (sweeps[which].traffic != NULL) {
        words[settings.count++] = sweeps[which].traffic;
        words[settings.count++] = sweeps[which].algorithms;
        words[settings.count++] = "density=1";
    }
    /* The new numbers count. */
    if (of->machine->network != NULL)
        words[settings.count++] = "machine.network=null";
    status = qdr_sweep_load(&sweep, config, of->machine_name, results,
                            &settings, error);
    if (status == QDR_OK)
        status = run_all(&sweep, error);
    if (status == QDR_OK)
        status = take_samples(&sweep, to, error);
    qdr_sweep_cleanup(&sweep);
    return status;
}

typedef void write_function(const qdr_library_comparison *comparison, FILE *to);

static qdr_status write_file(const qdr_calibration *calibration,
                             const char *name, write_function *write,
                             const qdr_library_comparison *comparison,
                             qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", calibration->sweep->folder, name);
    file = fopen(path, "w");
    if (file != NULL)
        write(comparison, file);
    return file != NULL && fclose(file) == 0
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
}

/* The table, and the lines of the network file. */
static qdr_status compare(const qdr_calibration *calibration,
                          qdr_call_times *times, qdr_error *error)
{
    qdr_library_comparison comparison = {0};
    qdr_status status = qdr_library_compare(times, &comparison, error);

    if (status == QDR_OK)
        status = write_file(calibration, QDR_CALIBRATION_LIBRARY,
                            qdr_library_comparison_csv, &comparison, error);
    if (status == QDR_OK)
        status = write_file(calibration, QDR_CALIBRATION_RANGES,
                            qdr_library_comparison_ranges, &comparison, error);
    if (status == QDR_OK)
        qdr_library_comparison_print(&comparison, stdout);
    qdr_library_comparison_cleanup(&comparison);
    return status;
}

qdr_status qdr_calibration_compare(const qdr_calibration *calibration,
                                   qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    int max_procs = calibration->procs;
    qdr_call_times times = {0};
    qdr_status status = QDR_OK;

    snprintf(path, sizeof path, "%s/" QDR_CALIBRATION_NETWORK,
             calibration->sweep->folder);
    setenv(QDR_NETWORK_VARIABLE, path, 1);
    /* 2, 4, 8, ..., and all. */
    for (int procs = 2; procs <= max_procs && status == QDR_OK;
         procs = procs < max_procs && 2 * procs > max_procs ? max_procs
                                                            : 2 * procs)
        for (int which = 0; which < NUM_SWEEPS && status == QDR_OK; which++)
            status = run_sweep(calibration, procs, which, &times, error);
    if (status == QDR_OK)
        status = compare(calibration, &times, error);
    qdr_call_times_cleanup(&times);
    return status;
}
