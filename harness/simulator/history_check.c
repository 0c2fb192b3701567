/* harness/simulator/history_check.c -- what ran before a sample does not
 * matter: every algorithm takes the same nanoseconds, and so does making its
 * schedule, after an additional broadcast, in a copied communicator, after
 * ranks have slept for random times, after another cell, and after all of it.
 * These precede planning, and again the sample.
 */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/clock/clock.h"
#include "harness/machine/machine.h"
#include "harness/measure/measured_cell.h"
#include "harness/measure/sampling.h"
#include "kernels/core/base/rng.h"
#include "kernels/core/problem/problem.h"

/* A rank of this launch, and the cell that it measures. */
typedef struct subject {
    int rank, num_procs;
    const qdr_machine *machine;
    qdr_cell cell;
    char values[256]; /* of the cell's workload */
} subject;

static void set_cell(subject *s, const qdr_kernel *kernel)
{
    qdr_cell cell = {.layout = {.procs = s->num_procs},
                     .replicate = 1,
                     .kernel = kernel,
                     .workload = qdr_workload_ordinary(kernel->collective),
                     .seed = 7,
                     .kernel_seed = 11,
                     .start_seed = 13,
                     .mode = kernel->mode};

    qdr_values_init(&cell.kernel_values, kernel->parameters);
    qdr_values_init(&cell.workload_values, cell.workload->parameters);
    snprintf(s->values, sizeof s->values, "%s",
             cell.workload->ordinary[kernel->collective]);
    /* A workload's own values are good. */
    (void)!qdr_values_read(&cell.workload_values, cell.workload->name,
                           s->values, NULL);
    cell.has_network = s->machine->network != NULL;
    if (cell.has_network) {
        cell.network = *s->machine->network;
        qdr_network_first(&cell.network, s->num_procs);
    }
    s->cell = cell;
}

/* The nanoseconds of its sample and of its schedule; on failure -1, with the
 * reason. */
typedef struct times {
    int64_t sample_ns, build_ns;
    qdr_error reason;
} times;

/* What precedes planning and the sample. */
typedef void history(const subject *s, MPI_Comm *comm);

/* A sample in progress. */
typedef struct running {
    const subject *s;
    history *precede;
    qdr_measured_cell measured;
} running;

static void prepare(void *context)
{
    running *r = context;
    MPI_Comm comm = r->measured.comm;

    r->precede(r->s, &comm);
    if (comm != r->measured.comm)
        MPI_Comm_free(&comm);
    qdr_buffers_poison(&r->measured.buffers);
}

static qdr_status execute(void *context, qdr_error *error)
{
    running *r = context;

    return qdr_plan_execute(r->measured.plan, r->measured.buffers.send,
                            r->measured.buffers.receive, error);
}

static qdr_status verify(void *context, qdr_error *error)
{
    running *r = context;

    return qdr_buffers_verify(&r->measured.buffers, error);
}

static qdr_status take_sample(running *r, qdr_measurement *made)
{
    static const qdr_measuring once = {.repetitions = 1, .max_repetitions = 1};
    const qdr_task task = {.prepare = prepare,
                           .execute = execute,
                           .verify = verify,
                           .context = r,
                           .draw = r->measured.cell->start_seed};
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_status status = qdr_measured_cell_plan(&r->measured);

    if (status == QDR_OK)
        status = qdr_plan_get_info(r->measured.plan, &info, &made->reason);
    if (status == QDR_OK)
        status = qdr_buffers_init(
            &r->measured.buffers, &info, r->s->rank, r->s->num_procs,
            r->measured.cell->kernel->collective, &made->reason);
    status = qdr_measured_cell_agree(&r->measured, status);
    return status == QDR_OK ? qdr_samples_take(&made->samples, &task, &once,
                                               r->measured.comm, &made->reason)
                            : status;
}

static times measure(const subject *s, const qdr_cell *cell, history *precede)
{
    qdr_measurement made = {.planning = {-1, -1, -1}};
    running r = {s, precede, {.cell = cell, .rank = s->rank, .made = &made}};
    times found = {-1, -1, {""}};

    r.measured.comm = MPI_COMM_WORLD;
    precede(s, &r.measured.comm);
    if (take_sample(&r, &made) == QDR_OK) {
        found.sample_ns = made.samples.time_ns[0];
        found.build_ns = made.planning.build_ns;
    }
    found.reason = made.reason;
    qdr_measured_cell_cleanup(&r.measured);
    qdr_measurement_cleanup(&made);
    if (r.measured.comm != MPI_COMM_WORLD)
        MPI_Comm_free(&r.measured.comm);
    return found;
}

static void nothing(const subject *s, MPI_Comm *comm)
{
    (void)s;
    (void)comm;
}

static void broadcast(const subject *s, MPI_Comm *comm)
{
    int number = s->rank;

    MPI_Bcast(&number, 1, MPI_INT, s->num_procs - 1, *comm);
}

static void copy(const subject *s, MPI_Comm *comm)
{
    (void)s;
    MPI_Comm_dup(*comm, comm);
}

/* In simulated time, which must have passed. */
static void sleep_at_random(const subject *s, MPI_Comm *comm)
{
    int64_t end_ns = qdr_clock_now_ns() + 1;
    qdr_rng rng;

    (void)comm;
    qdr_rng_init(&rng, (uint64_t)s->rank + 17);
    end_ns += (int64_t)qdr_rng_below(&rng, 1000000);
    (void)qdr_clock_wait_until(end_ns); /* when it ends does not count */
    if (qdr_clock_now_ns() < end_ns - 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Of the same collective, and of other numbers. */
static void measure_another(const subject *s, MPI_Comm *comm)
{
    qdr_cell other = s->cell;

    other.seed++;
    other.kernel_seed++;
    other.start_seed++;
    (void)comm;
    (void)measure(s, &other, nothing);
}

static void all(const subject *s, MPI_Comm *comm)
{
    measure_another(s, comm);
    copy(s, comm);
    broadcast(s, comm);
    sleep_at_random(s, comm);
}

static const struct {
    const char *what;
    history *precede;
} histories[] = {
    {"a broadcast", broadcast},
    {"a copied communicator", copy},
    {"random sleep", sleep_at_random},
    {"another cell", measure_another},
    {"all of it", all},
};

/* The number of histories that change the times of an algorithm. */
static int check(const subject *s)
{
    times plain = measure(s, &s->cell, nothing);
    int num_changed = plain.sample_ns < 0;

    if (s->rank == 0)
        printf("%-28s %12" PRId64 " ns %12" PRId64 " ns  %s\n",
               s->cell.kernel->name, plain.sample_ns, plain.build_ns,
               plain.reason.text);
    for (size_t i = 0; i < sizeof histories / sizeof *histories; i++) {
        times after = measure(s, &s->cell, histories[i].precede);
        if (after.sample_ns == plain.sample_ns &&
            after.build_ns == plain.build_ns)
            continue;
        num_changed++;
        if (s->rank == 0)
            printf("    after %s: %" PRId64 " ns, %" PRId64 " ns  OFF\n",
                   histories[i].what, after.sample_ns, after.build_ns);
    }
    return num_changed;
}

/* Whether the algorithm runs here. Without message software an inquiry takes no
 * time, so a dynamic one may ask for ever. */
static bool runs(const qdr_cell *cell)
{
    qdr_traffic traffic = {0};
    qdr_problem problem;
    bool may_ask =
        getenv("QDR_SOFTWARE") != NULL || cell->kernel->kind != QDR_DYNAMIC;
    qdr_status status = may_ask && qdr_kernel_is_simulated(cell->kernel)
                            ? qdr_cell_traffic(cell, &traffic, NULL)
                            : QDR_ERROR_INPUT;

    if (status == QDR_OK) {
        problem = qdr_cell_problem(cell, &traffic);
        status = qdr_kernel_accepts(cell->kernel, &problem, NULL);
    }
    qdr_traffic_cleanup(&traffic);
    return status == QDR_OK;
}

int main(int argc, char **argv)
{
    subject s = {0};
    qdr_machine *machine;
    qdr_error error = {""};
    int num_changed = 0, num_run = 0;

    MPI_Init(&argc, &argv);
    /* A killed simulation shows nothing else. */
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.num_procs);
    if (qdr_machine_load(getenv("QDR_MACHINE"), NULL, &machine, &error) !=
        QDR_OK) {
        fprintf(stderr, "%s\n", error.text);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    s.machine = machine;
    for (int k = 0; k < qdr_kernel_count(); k++) {
        set_cell(&s, qdr_kernel_at(k));
        if (!runs(&s.cell))
            continue;
        num_run++;
        num_changed += check(&s);
    }
    if (s.rank == 0)
        printf("%d algorithms, %d histories changed a time\n", num_run,
               num_changed);
    qdr_machine_free(machine);
    MPI_Finalize();
    return num_changed > 0 || num_run == 0;
}
