/* harness/self_tests/default_speed.c -- times of MPI's calls and of ours, as
 * programs see them.
 *
 * usage: mpirun -np P default_speed [--choices] BYTES ...
 *
 * Both are timed in turns, in one process, in three ways: `stream`, calls one
 * after another, as programs and IMB make them; `barrier`, one after
 * MPI_Barrier, as OMB does; and `agreed`, begun at a time that all ranks know.
 * Send buffers are `kept`, or `rewritten` before each call. Prints a csv: the
 * median of the turns, in us, and the algorithm that was planned. --choices
 * prints that alone. Before, both calls must receive the same bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/clock/clock.h"
#include "harness/self_tests/default_timers.h"

enum {
    TURNS = 12, /* even: neither call is first more often */
    WARM_UP_TURNS = 3,
    TURN_NS = 1000000,
    MIN_CALLS = 4 /* a turn */
};

static qdr_default_trial trial;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, TURNS, sizeof *values, compare);
    return (values[TURNS / 2 - 1] + values[TURNS / 2]) / 2;
}

/* Of a turn, after one in which a call took `ns`. */
static int count_calls(const qdr_default_way *way, double ns)
{
    int count = (int)(TURN_NS / (ns + 1));

    count = count > way->max_calls ? way->max_calls : count;
    return count < MIN_CALLS ? MIN_CALLS : count;
}

static void measure(const qdr_default_way *way, const char *choice)
{
    double us[2][TURNS]; /* MPI's, ours */
    int count = MIN_CALLS;

    for (int turn = -WARM_UP_TURNS; turn < TURNS; turn++) {
        double slower_ns = 0;
        for (int i = 0; i < 2; i++) {
            bool is_ours = (i + turn) % 2 != 0;
            double ns = way->time(&trial, is_ours, count);
            slower_ns = ns > slower_ns ? ns : slower_ns;
            if (turn >= 0)
                us[is_ours][turn] = ns / 1000;
        }
        if (turn < -1)
            count = count_calls(way, slower_ns);
    }
    if (trial.data.rank == 0)
        printf("%s,%d,%lld,%s,%s,%s,%.4f,%.4f\n", trial.row->operation,
               trial.data.num_procs, (long long)trial.data.bytes, way->name,
               trial.is_rewritten ? "rewritten" : "kept", choice, median(us[1]),
               median(us[0]));
}

/* The receive buffer, after each of the two calls. */
static void verify(void)
{
    qdr_default_data *d = &trial.data;
    size_t room = (size_t)d->num_procs * (size_t)d->bytes;
    char *expected = malloc(room + 1);

    if (expected == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    qdr_default_rewrite(&trial);
    memset(d->receive, 0xA5, room);
    qdr_default_call(&trial, false);
    memcpy(expected, d->receive, room);
    memset(d->receive, 0xA5, room);
    qdr_default_call(&trial, true);
    snprintf(d->error.text, sizeof d->error.text,
             "%lld bytes: rank %d has not received what MPI's call gives",
             (long long)d->bytes, d->rank);
    qdr_default_require(&trial, memcmp(expected, d->receive, room) != 0);
    free(expected);
}

/* The length with equal parts of whole units. */
static int64_t round_up(int64_t bytes)
{
    int64_t p = trial.data.num_procs;
    int64_t unit = trial.row->unit == QDR_DEFAULT_BYTES ? p
                   : trial.row->unit == QDR_DEFAULT_DOUBLES
                       ? p * (int64_t)sizeof(double)
                       : 1;

    return (bytes + unit - 1) / unit * unit;
}

static void run(int64_t bytes, bool only_choices)
{
    qdr_plan_info info = {.size = sizeof info, .algorithm = ""};
    qdr_default_data *d = &trial.data;

    d->bytes = bytes;
    for (int r = 0; r < d->num_procs; r++) {
        d->counts[r] = (int)bytes;
        d->places[r] = r * (int)bytes;
        d->blocks[r] = (qdr_block){r, r * bytes, bytes};
    }
    if (trial.row->plan != NULL) {
        qdr_default_require(&trial, trial.row->plan(d));
        qdr_default_require(&trial,
                            qdr_plan_get_info(d->plan, &info, &d->error));
    }
    verify();
    for (const qdr_default_way *way = qdr_default_ways;
         way->name != NULL && !only_choices; way++)
        for (int i = 0; i < 2; i++) {
            trial.is_rewritten = i != 0;
            measure(way, info.algorithm);
        }
    if (only_choices && d->rank == 0)
        printf("%s,%d,%lld,%s\n", trial.row->operation, d->num_procs,
               (long long)bytes, info.algorithm);
    qdr_plan_free(&d->plan);
}

/* Each length once, though two are the same when they are rounded up. */
static void run_lengths(char **lengths, int count, bool only_choices)
{
    int64_t last = -1;

    for (int i = 0; i < count; i++) {
        int64_t bytes = round_up(atoll(lengths[i]));
        if (bytes != last)
            run(bytes, only_choices);
        last = bytes;
    }
}

/* A rank's buffers, for messages of up to `longest` bytes. */
static void allocate(qdr_default_data *d, int64_t longest)
{
    size_t p = (size_t)d->num_procs;
    /* Lengths are rounded up. */
    size_t room = p * ((size_t)longest + p * sizeof(double));

    d->send = calloc(1, room);
    d->receive = calloc(1, room);
    d->counts = calloc(p, sizeof *d->counts);
    d->places = calloc(p, sizeof *d->places);
    d->blocks = calloc(p, sizeof *d->blocks);
    if (d->send == NULL || d->receive == NULL || d->counts == NULL ||
        d->places == NULL || d->blocks == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void release(qdr_default_data *d)
{
    free(d->send);
    free(d->receive);
    free(d->counts);
    free(d->places);
    free(d->blocks);
}

int main(int argc, char **argv)
{
    bool only_choices = argc > 1 && strcmp(argv[1], "--choices") == 0;
    char **lengths = argv + 1 + only_choices;
    int count = argc - 1 - only_choices;
    int64_t longest = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &trial.data.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &trial.data.num_procs);
    trial.row = qdr_default_rows;
    qdr_default_require(&trial,
                        qdr_clock_init(MPI_COMM_WORLD, &trial.data.error));
    for (int i = 0; i < count; i++)
        longest = atoll(lengths[i]) > longest ? atoll(lengths[i]) : longest;
    allocate(&trial.data, longest);
    if (trial.data.rank == 0)
        puts(only_choices ? "operation,procs,bytes,choice"
                          : "operation,procs,bytes,way,buffers,choice,"
                            "time_us,default_us");
    for (; trial.row->operation != NULL; trial.row++)
        run_lengths(lengths, count, only_choices);
    release(&trial.data);
    MPI_Finalize();
    return 0;
}
