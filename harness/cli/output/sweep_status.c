/* harness/cli/output/sweep_status.c -- see sweep_status.h. */
#include "harness/cli/output/sweep_status.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "harness/slurm/slurm.h"
#include "harness/sweep/launch/launcher.h"
#include "harness/sweep/loading/define.h"

/* Of jobs that neither run nor wait. */
static const struct {
    qdr_fate fate;
    const char *words;
} other_jobs[] = {
    {QDR_FATE_NEVER, "that will never run (resume replaces them)"},
    {QDR_FATE_SILENT, "without heartbeat (resume replaces them)"},
    {QDR_FATE_DOUBLED, "with tasks of others (resume cancels them)"},
};

static void print_jobs(const qdr_slurm_state *state)
{
    const int64_t *jobs = state->num_jobs;

    if (state->knows_jobs)
        printf("; jobs: %" PRId64 " running, %" PRId64 " pending",
               jobs[QDR_FATE_RUNS] + jobs[QDR_FATE_ENDS],
               jobs[QDR_FATE_WILL_RUN] + jobs[QDR_FATE_BEHIND] +
                   jobs[QDR_FATE_AFTER]);
    for (size_t i = 0; i < sizeof other_jobs / sizeof *other_jobs; i++)
        if (jobs[other_jobs[i].fate] > 0)
            printf(", %" PRId64 " %s", jobs[other_jobs[i].fate],
                   other_jobs[i].words);
    if (jobs[QDR_FATE_UNKNOWN] > 0)
        printf(", %" PRId64 " of unknown state, left alone (%s)",
               jobs[QDR_FATE_UNKNOWN], state->unknown.text);
}

static void print_bar(const qdr_sweep *sweep, const qdr_slurm_state *state)
{
    static const char full[] = "##############################";
    static const char empty[] = "..............................";
    int64_t total = qdr_experiment_num_cells(sweep->experiment);
    int width = (int)sizeof full - 1;
    int filled =
        (int)(width * (state->cells.valid + state->cells.invalid) / total);

    printf("[%.*s%.*s] %" PRId64 "/%" PRId64 " cells valid, %" PRId64
           " invalid, %" PRId64 " missing",
           filled, full, width - filled, empty, state->cells.valid, total,
           state->cells.invalid, state->cells.missing);
    print_jobs(state);
    if (state->is_moving && state->left_s > 0)
        printf("; about %.0f s left", ceil(state->left_s));
}

static void print_problems(const qdr_sweep *sweep, const qdr_slurm_state *state)
{
    for (int64_t i = 0; i < state->num_problems && i < QDR_MAX_PROBLEMS; i++)
        printf("%s/%s; it does not count\n", sweep->folder, state->problems[i]);
    if (state->num_problems > QDR_MAX_PROBLEMS)
        printf("and %" PRId64 " more files\n",
               state->num_problems - QDR_MAX_PROBLEMS);
    if (state->num_conditions > 1)
        printf("measured under %zu different conditions; what differs: %s\n",
               state->num_conditions, state->differ);
}

static void print_state(const qdr_sweep *sweep, const qdr_slurm_state *state)
{
    print_bar(sweep, state);
    printf("\n");
    print_problems(sweep, state);
    for (int r = 0; r < state->num_reasons; r++)
        printf("%6" PRId64 " INVALID, first in launch %" PRId64 ": %s\n",
               state->invalid[r].count, state->invalid[r].launch,
               state->invalid[r].reason);
}

/* Until nothing is running any more; then whether every cell is valid. */
qdr_status qdr_sweep_status(const qdr_sweep *sweep, const qdr_options *options,
                            qdr_error *error)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    struct timespec pause = {1, 0};
    qdr_heartbeats hearts = {0};
    qdr_slurm_state state;
    qdr_status status = qdr_sweep_compare_definition(sweep, NULL, error);

    if (status != QDR_OK)
        return status;
    status = qdr_slurm_query(sweep, &hearts, &state, error);
    if (slurm != NULL)
        pause.tv_sec = slurm->poll_s < 1 ? 1 : (time_t)slurm->poll_s;
    while (status == QDR_OK && qdr_options_given(options, "wait") &&
           state.is_moving) {
        if (isatty(STDOUT_FILENO)) {
            printf("\r\033[K");
            print_bar(sweep, &state);
            fflush(stdout);
        }
        nanosleep(&pause, NULL);
        status = qdr_slurm_query(sweep, &hearts, &state, error);
    }
    qdr_heartbeats_cleanup(&hearts);
    if (qdr_options_given(options, "wait") && isatty(STDOUT_FILENO))
        printf("\r\033[K");
    print_state(sweep, &state);
    if (status != QDR_OK)
        return status;
    return state.cells.invalid + state.cells.missing == 0 ? QDR_OK
                                                          : QDR_ERROR_CHECK;
}

qdr_status qdr_sweep_collect(const qdr_sweep *sweep, const qdr_options *options,
                             qdr_error *error)
{
    qdr_slurm_state state = {0};
    char digests[QDR_DIGESTS_LENGTH];
    qdr_status status = qdr_launcher_digests(sweep, digests, error);

    (void)options;
    if (status == QDR_OK)
        status = qdr_sweep_compare_definition(sweep, digests, error);
    if (status == QDR_OK)
        status = qdr_slurm_count(sweep, &state, error);
    if (status != QDR_OK)
        return status;
    printf("%s: %" PRId64 " cells valid, %" PRId64 " invalid, %" PRId64
           " missing\n",
           sweep->experiment->name, state.cells.valid, state.cells.invalid,
           state.cells.missing);
    print_problems(sweep, &state);
    return state.cells.invalid + state.cells.missing == 0 ? QDR_OK
                                                          : QDR_ERROR_CHECK;
}
