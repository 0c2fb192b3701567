/* harness/measure/bench_main.c -- one launch: runs its cells, writes its files.
 *
 * usage: bench FOLDER ATTEMPT
 *        bench FOLDER --once CELL
 *        bench --start-up
 *
 * FOLDER holds experiment.yaml, written by the sweep, and receives the results
 * under the name ATTEMPT. ATTEMPT.skipped has lines `cell<TAB>reason`: cells
 * that ended an earlier attempt, which are not run again but reported INVALID
 * with that reason. For timing whole processes, --once makes, exchanges and
 * verifies one cell and writes nothing, and --start-up only starts the ranks.
 * The sweep starts it under mpirun or smpirun with the launch's number of
 * ranks. Exit status: 0 the files are complete, with any verdicts; 2 wrong use;
 * 1 anything else.
 */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/clock/clock.h"
#include "harness/clock/timed_program.h"
#include "harness/measure/launch_folder.h"
#include "harness/measure/measure.h"
#include "harness/measure/rank_map.h"
#include "harness/measure/rank_views.h"
#include "harness/measure/watched_links.h"
#include "harness/results/attempts.h"
#include "harness/results/batch_sizes.h"
#include "harness/results/definition.h"
#include "harness/results/result.h"
#include "kernels/core/problem/problem.h"
#include "kernels/last_words/last_words.h"
#include "kernels/messaging/agreement.h"

/* Of launches and cells. */
enum { MAX_NUMBER = 1000000000 };

typedef struct arguments {
    const char *folder;
    qdr_attempt attempt;
    int64_t once; /* a cell, or -1 */
    bool is_start_up;
} arguments;

static qdr_status read_number(const char *label, const char *text, int64_t *out,
                              qdr_error *error)
{
    static const qdr_parameter number = {
        .name = "number", .type = QDR_INTEGER, .max = MAX_NUMBER};
    qdr_value value = {0};
    qdr_status status = qdr_parameter_read(&number, label, text, &value, error);

    *out = value.integer;
    return status;
}

static qdr_status read_arguments(int argc, char **argv, arguments *out,
                                 qdr_error *error)
{
    bool has_once = argc == 4 && strcmp(argv[2], "--once") == 0;

    *out = (arguments){.folder = "", .once = -1};
    out->is_start_up = argc == 2 && strcmp(argv[1], "--start-up") == 0;
    if (out->is_start_up)
        return QDR_OK;
    out->folder = argc > 1 ? argv[1] : "";
    if (has_once)
        return read_number("--once", argv[3], &out->once, error);
    return argc == 3 &&
                   qdr_attempt_read(argv[2], strlen(argv[2]), &out->attempt)
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "usage: bench FOLDER ATTEMPT; `quadrille sweep run` "
                          "starts it");
}

/* Sets batch and stride to those of an earlier cell of the same case, which
 * rank 0 knows. */
static qdr_status reuse_batches(qdr_measuring *rules, const arguments *from,
                                const qdr_experiment *experiment,
                                int64_t number, MPI_Comm comm, qdr_error *error)
{
    qdr_batch_sizes known = {0};
    int rank;

    MPI_Comm_rank(comm, &rank);
    if (qdr_clock_is_simulated())
        return QDR_OK;
    if (rank == 0)
        known = qdr_batch_sizes_find(from->folder, experiment, number);
    if (MPI_Bcast(&known, sizeof known, MPI_BYTE, 0, comm) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "distributing the batches of earlier cells failed");
    if (rules->batch == 0)
        rules->batch = known.batch;
    if (rules->stride == 0)
        rules->stride = known.stride;
    return QDR_OK;
}

/* A launch at work. */
typedef struct launch_at_work {
    const arguments *from;
    const qdr_experiment *experiment;
    MPI_Comm comm;
    qdr_result *result;      /* on rank 0 */
    qdr_watched_links links; /* on rank 0 */
    qdr_status fits; /* whether all ranks see the same files, and are where the
                        layout wants them */
    qdr_error misfit;
} launch_at_work;

static qdr_status run_cell(launch_at_work *launch, int64_t number,
                           qdr_error *error)
{
    qdr_result *result = launch->result;
    qdr_cell cell = qdr_experiment_cell(launch->experiment, number);
    qdr_measurement measurement = {.status = QDR_ERROR_CHECK};
    qdr_measuring rules = launch->experiment->measuring;
    char skipped[QDR_LAUNCH_PATH_LENGTH];
    qdr_status status = QDR_OK;

    qdr_attempt_path(launch->from->folder, &launch->from->attempt, "skipped",
                     skipped, sizeof skipped);
    if (launch->fits != QDR_OK) {
        measurement.reason = launch->misfit;
    } else if (!qdr_cell_has_failed(skipped, number, &measurement.reason)) {
        if (result != NULL)
            qdr_result_begin_cell(result, &cell);
        status = reuse_batches(&rules, launch->from, launch->experiment, number,
                               launch->comm, error);
        if (status != QDR_OK)
            return status;
        qdr_last_words("cell %" PRId64 ", %s, %d ranks, %s", number,
                       cell.kernel->name, cell.layout.procs,
                       cell.workload->name);
        qdr_watched_links_begin(&launch->links);
        qdr_measure(&cell, &rules, launch->comm, &measurement);
        qdr_watched_links_end(&launch->links, &measurement);
        /* Applications have no stride. */
        if (result != NULL &&
            (rules.batch == 0 ||
             (rules.stride == 0 && measurement.samples.stride > 0)) &&
            measurement.status == QDR_OK && !qdr_clock_is_simulated())
            qdr_batch_sizes_keep(launch->from->folder, launch->experiment,
                                 number,
                                 (qdr_batch_sizes){measurement.samples.batch,
                                                   measurement.samples.stride});
    }
    if (result != NULL)
        status = qdr_result_add(result, &cell, &measurement, error);
    qdr_measurement_cleanup(&measurement);
    return status;
}

/* Makes, exchanges and verifies once, and keeps nothing. */
static qdr_status run_once(const qdr_experiment *experiment, int64_t number,
                           MPI_Comm comm, qdr_error *error)
{
    static const qdr_measuring once = {.repetitions = 1, .max_repetitions = 1};
    qdr_measurement made = {.status = QDR_ERROR_INPUT};
    qdr_cell cell;
    int num_procs;
    qdr_status status;

    MPI_Comm_size(comm, &num_procs);
    if (number >= qdr_experiment_num_cells(experiment))
        return qdr_fail(error, QDR_ERROR_INPUT, "there is no cell %" PRId64,
                        number);
    cell = qdr_experiment_cell(experiment, number);
    if (cell.layout.procs != num_procs)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%d ranks were started; accepted: %d", num_procs,
                        cell.layout.procs);
    status = qdr_rank_map_gather(comm, error);
    if (status == QDR_OK)
        status =
            qdr_agree(comm, qdr_rank_map_check(&cell.layout, error), error);
    if (status != QDR_OK)
        return status;
    qdr_measure(&cell, &once, comm, &made);
    status = made.status;
    if (status != QDR_OK)
        *error = made.reason;
    qdr_measurement_cleanup(&made);
    return status;
}

enum { KEPT = -1 };

/* Rank 0 alone has a result, which tells what is finished already; of a
 * simulation nothing. */
static qdr_status leave_out_kept(const qdr_result *result, int64_t *order,
                                 int64_t num_cells, MPI_Comm comm,
                                 qdr_error *error)
{
    if (qdr_clock_is_simulated())
        return QDR_OK;
    for (int64_t i = 0; i < num_cells && result != NULL; i++)
        if (qdr_result_has(result, order[i]))
            order[i] = KEPT;
    if (MPI_Bcast(order, (int)num_cells, MPI_INT64_T, 0, comm) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "distributing the list of cells failed");
    return QDR_OK;
}

/* What only a running launch knows, on rank 0. Takes over `conditions`. */
static json_t *describe(json_t *conditions)
{
    json_t *own = qdr_rank_map_describe();

    json_object_update(own, conditions);
    json_decref(conditions);
    return own;
}

/* The cells of a launch whose ranks all have the same definition. */
static qdr_status run_cells(launch_at_work *work, const qdr_launch *launch,
                            json_t *conditions, qdr_error *error)
{
    const arguments *from = work->from;
    int64_t *order = malloc((size_t)launch->num_cells * sizeof *order);
    int rank;
    qdr_status status =
        order == NULL ? qdr_fail_memory(error, "the order of cells") : QDR_OK;

    MPI_Comm_rank(work->comm, &rank);
    status = qdr_agree(work->comm, status, error);
    if (status != QDR_OK) {
        free(order);
        json_decref(conditions);
        return status;
    }
    qdr_experiment_order(work->experiment, launch, order);
    if (rank == 0)
        status =
            qdr_result_open(from->folder, from->attempt.name, work->experiment,
                            launch, qdr_clock_is_simulated(),
                            describe(conditions), &work->result, error);
    if (work->result != NULL)
        qdr_result_set_spread(work->result, qdr_rank_map_spread());
    if (status == QDR_OK)
        status = leave_out_kept(work->result, order, launch->num_cells,
                                work->comm, error);
    for (int64_t i = 0; i < launch->num_cells && status == QDR_OK; i++)
        if (order[i] != KEPT)
            status = run_cell(work, order[i], error);
    if (rank == 0 && status == QDR_OK)
        status = qdr_result_close(work->result, error);
    else
        qdr_result_discard(work->result);
    free(order);
    return status;
}

/* Whether the ranks are where the layout of the launch wants them, and the
 * links between them as the folder has them. */
static void check_places(launch_at_work *work, const qdr_launch_folder *folder,
                         const qdr_launch *launch)
{
    qdr_status status = work->fits;

    if (status != QDR_OK)
        return;
    status = qdr_rank_map_check(&launch->layout, &work->misfit);
    if (status == QDR_OK)
        status = qdr_watched_links_check(folder, launch->layout.procs,
                                         &work->misfit);
    work->fits = qdr_agree(work->comm, status, &work->misfit);
}

/* `loaded`: of the folder, on this rank, with its reason in `error`. */
static qdr_status run_launch(const arguments *from,
                             const qdr_launch_folder *folder, qdr_status loaded,
                             MPI_Comm comm, qdr_error *error)
{
    qdr_launch launch;
    launch_at_work work = {
        .from = from, .experiment = folder->experiment, .comm = comm};
    json_t *conditions = NULL;
    int rank, num_procs;
    qdr_status status = qdr_rank_map_gather(comm, &work.misfit);

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    work.fits = status != QDR_OK
                    ? status
                    : qdr_rank_views_compare(from->folder, folder->experiment,
                                             comm, &conditions, &work.misfit);
    /* Ranks that read different files agree about nothing: rank 0 says so. */
    if (work.fits != QDR_OK && rank != 0)
        return QDR_OK;
    if (work.fits != QDR_OK)
        work.comm = MPI_COMM_SELF;
    if (loaded == QDR_OK && rank == 0)
        loaded =
            qdr_definition_check_files(from->folder, folder->experiment, error);
    status = qdr_agree(work.comm, loaded, error);
    if (status == QDR_OK)
        status = qdr_experiment_find_launch(
            folder->experiment, from->attempt.launch, &launch, error);
    if (status == QDR_OK && launch.layout.procs != num_procs)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%d ranks were started; accepted: %d", num_procs,
                          launch.layout.procs);
    status = qdr_agree(work.comm, status, error);
    if (status == QDR_OK) {
        check_places(&work, folder, &launch);
        if (rank == 0)
            qdr_watched_links_open(&work.links, folder);
        status = run_cells(&work, &launch, conditions, error);
        qdr_watched_links_close(&work.links);
        return status;
    }
    json_decref(conditions);
    return status;
}

static qdr_status run(int argc, char **argv, MPI_Comm comm, qdr_error *error)
{
    arguments from;
    qdr_launch_folder folder = {0};
    qdr_status status = read_arguments(argc, argv, &from, error);

    if (status != QDR_OK || from.is_start_up)
        return status;
    /* A node may not see the folder. */
    status = qdr_launch_folder_load(&folder, from.folder, error);
    if (from.once < 0) {
        status = run_launch(&from, &folder, status, comm, error);
    } else {
        status = qdr_agree(comm, status, error);
        if (status == QDR_OK)
            status = run_once(folder.experiment, from.once, comm, error);
    }
    qdr_launch_folder_cleanup(&folder);
    return status;
}

int main(int argc, char **argv)
{
    return qdr_timed_program(argc, argv, "bench", run);
}
