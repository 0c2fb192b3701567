/* harness/self_tests/workload_mpi_test.c -- every workload that computes or
 * partitions a graph, with every algorithm that accepts its messages.
 *
 * An application must compute the right result, with the same bits for every
 * algorithm; for other workloads every byte must arrive. A workload of this
 * kind that is not in the table below fails the test.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/clock/clock.h"
#include "harness/measure/host.h"
#include "harness/self_tests/trial.h"
#include "harness/self_tests/workload_files.h"
#include "kernels/kernel.h"
#include "kernels/messaging/agreement.h"

/* In the parameters, # is the number of ranks, @ the path of the file that
 * `write` writes. */
static const struct {
    const char *workload, *parameters;
    void (*write)(FILE *file); /* or NULL */
    int procs;                 /* the only ones; 0: any */
} cases[] = {
    {"fft2d", "side=64", NULL, 0},
    {"fft2d", "side=32;arithmetic=double;order=natural", NULL, 0},
    {"cg", "grid=24x24;tolerance=1e-6", NULL, 0},
    {"cg", "grid=9x8x7;partition=strips;tolerance=1e-6", NULL, 0},
    {"cg_matrix", "partition=recursive;file=@", qdr_write_matrix, 0},
    {"euler", "points=545;steps=2", NULL, 0},
    {"euler_mesh", "steps=3;mach=0.5;partition=rcb;file=@", qdr_write_mesh, 0},
    {"sparse_matrix", "partition=kway;file=@", qdr_write_matrix, 0},
    {"airfoil", "points=545;partition=rcb", NULL, 0},
    {"airfoil_random", "points=2800", NULL, 32},
    {"zipf", "density=0.4;bytes=300", NULL, 0},
    {"mixture_of_experts", "tokens=40;experts=#;top_k=1;bytes=64", NULL, 0},
    {"stencil", "grid=#x1;extent=70x9;periodic=true", NULL, 0},
};
enum { NUM_CASES = sizeof cases / sizeof *cases };

/* A case on this rank. */
typedef struct subject {
    qdr_workload_input input;
    qdr_traffic traffic;
    const qdr_workload *workload;
    MPI_Comm comm;
    int rank;
    int64_t answer; /* of the first row, or -1 */
} subject;

static int64_t answer_of(const qdr_hosting *hosting)
{
    qdr_counter counts[QDR_MAX_COUNTERS];
    int num_counts = hosting->application->count(hosting->state, counts);

    for (int i = 0; i < num_counts; i++)
        if (strcmp(counts[i].name, "answer") == 0)
            return counts[i].number;
    return -1;
}

/* Twice: the second run must not start where the first one ended. */
static qdr_status run_twice(subject *s, qdr_hosting *hosting, qdr_error *error)
{
    qdr_status status = QDR_OK;
    int64_t answer;

    for (int time = 0; time < 2 && status == QDR_OK; time++) {
        status = qdr_agree(s->comm, qdr_hosting_run(hosting, error), error);
        if (status == QDR_OK)
            status = qdr_hosting_check(hosting, error);
        if (status != QDR_OK)
            return status;
        answer = answer_of(hosting);
        if (answer < 0 || (s->answer >= 0 && answer != s->answer))
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "answer %lld; that of the first row is %lld",
                              (long long)answer, (long long)s->answer);
        s->answer = answer;
        status = qdr_agree(s->comm, status, error);
    }
    return status;
}

static qdr_status try_row(subject *s, const qdr_kernel *kernel,
                          const qdr_problem *problem, qdr_error *error)
{
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .seed = 3};
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_buffers buffers = {0};
    qdr_hosting hosting = {0};
    qdr_status status =
        qdr_trial_plan(&plan, kernel, &options, problem, s->comm, error);

    if (status != QDR_OK)
        return status;
    status = qdr_plan_get_info(plan, &info, error);
    if (status == QDR_OK)
        status = qdr_buffers_init(&buffers, &info, s->rank, problem->num_procs,
                                  kernel->collective, error);
    status = qdr_agree(s->comm, status, error);
    if (status == QDR_OK)
        status = qdr_hosting_init(&hosting, s->workload->application, &s->input,
                                  plan, &buffers, s->comm, error);
    if (status == QDR_OK)
        status = run_twice(s, &hosting, error);
    qdr_hosting_cleanup(&hosting);
    qdr_buffers_cleanup(&buffers);
    qdr_plan_free(&plan);
    return status;
}

/* Returns how many rows failed. */
static int try_rows(subject *s, const char *parameters)
{
    int num_rows = 0, num_failed = 0;

    s->answer = -1;
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        qdr_problem problem =
            qdr_traffic_problem(&s->traffic, kernel->collective);
        qdr_error error = {""};
        if ((kernel->collective != QDR_ALLTOALL &&
             kernel->collective != QDR_ALLTOALLV) ||
            (qdr_clock_is_simulated() && !qdr_kernel_is_simulated(kernel)) ||
            qdr_kernel_accepts(kernel, &problem, NULL) != QDR_OK)
            continue;
        num_rows++;
        if ((s->workload->application != NULL
                 ? try_row(s, kernel, &problem, &error)
                 : qdr_trial_run(
                       kernel,
                       &(qdr_plan_options){.size = sizeof(qdr_plan_options),
                                           .seed = 3},
                       &problem, s->comm, &error)) == QDR_OK)
            continue;
        num_failed++;
        if (s->rank == 0)
            printf("%s %s, %s: %s\n", s->workload->name, parameters,
                   kernel->name, error.text);
    }
    if (s->rank == 0)
        printf("%d ranks: %s %s: %d rows, %d failed\n", s->input.procs,
               s->workload->name, parameters, num_rows, num_failed);
    return num_failed + (num_rows == 0);
}

/* Rank 0 writes what the others read. */
static void write_file(int index, const char *path, MPI_Comm comm)
{
    int rank;
    FILE *file;

    MPI_Comm_rank(comm, &rank);
    if (cases[index].write != NULL && rank == 0) {
        file = fopen(path, "w");
        if (file == NULL)
            MPI_Abort(comm, 1);
        cases[index].write(file);
        fclose(file);
    }
    MPI_Barrier(comm);
}

static void fill_in(const char *parameters, int procs, const char *path,
                    char *text, size_t size)
{
    FILE *to = fmemopen(text, size, "w");

    for (; *parameters != '\0'; parameters++)
        if (*parameters == '#')
            fprintf(to, "%d", procs);
        else if (*parameters == '@')
            fputs(path, to);
        else
            fputc(*parameters, to);
    fclose(to);
}

static int try_case(int index, const char *path, MPI_Comm comm)
{
    const qdr_partitioner partitioner = qdr_partitioner_computing(NULL);
    subject s = {.input = {.seed = 1}, .comm = comm};
    qdr_values values;
    char text[512];
    qdr_error error = {""};
    int num_failed = 1;
    qdr_status status =
        qdr_workload_find(cases[index].workload, &s.workload, &error);

    MPI_Comm_rank(comm, &s.rank);
    MPI_Comm_size(comm, &s.input.procs);
    s.input.values = &values;
    s.input.partitioner = &partitioner;
    write_file(index, path, comm);
    fill_in(cases[index].parameters, s.input.procs, path, text, sizeof text);
    if (status == QDR_OK) {
        qdr_values_init(&values, s.workload->parameters);
        status = qdr_values_read(&values, s.workload->name, text, &error);
    }
    if (status == QDR_OK)
        status =
            qdr_workload_generate(s.workload, &s.input, &s.traffic, &error);
    if (qdr_agree(comm, status, &error) == QDR_OK)
        num_failed = try_rows(&s, cases[index].parameters);
    else if (s.rank == 0)
        printf("%s: %s\n", cases[index].workload, error.text);
    qdr_traffic_cleanup(&s.traffic);
    return num_failed;
}

/* Each of these has a case. */
static int count_forgotten(void)
{
    int num_forgotten = 0;

    for (int w = 0; w < qdr_workload_count(); w++) {
        const qdr_workload *workload = qdr_workload_at(w);
        bool is_there =
            workload->application == NULL && !workload->is_partitioned;
        for (int i = 0; i < NUM_CASES; i++)
            is_there =
                is_there || strcmp(cases[i].workload, workload->name) == 0;
        if (!is_there)
            printf("%s has no case\n", workload->name);
        num_forgotten += !is_there;
    }
    return num_forgotten;
}

int main(int argc, char **argv)
{
    qdr_error error;
    MPI_Comm comm;
    char path[256];
    int num_failed = 0, rank, num_procs;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    if (qdr_clock_init(comm, &error) != QDR_OK)
        MPI_Abort(MPI_COMM_WORLD, 1);
    snprintf(path, sizeof path, "%s/case.txt",
             getenv("TEST_TMPDIR") == NULL ? "." : getenv("TEST_TMPDIR"));
    num_failed = count_forgotten();
    MPI_Comm_size(comm, &num_procs);
    for (int i = 0; i < NUM_CASES; i++)
        if (cases[i].procs == 0 || cases[i].procs == num_procs)
            num_failed += try_case(i, path, comm);
    MPI_Comm_free(&comm);
    if (rank == 0)
        puts(num_failed == 0 ? "No Errors" : "errors");
    MPI_Finalize();
    return num_failed > 0;
}
