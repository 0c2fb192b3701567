/* harness/self_tests/exchange_mpi_test.c -- every algorithm, through MPI, bit
 * for bit.
 *
 * One launch per number of processes: for every algorithm, mode and kind of
 * pattern the exchange is executed twice. Its bytes are compared with their
 * stamps, and the whole receive buffer with MPI_Alltoallv's.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "harness/clock/clock.h"
#include "harness/self_tests/trial.h"
#include "kernels/kernel.h"
#include "kernels/last_words/last_words.h"
#include "kernels/testing/chosen.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/pattern_kinds.h"

static bool try(const qdr_kernel *kernel, const char *mode,
                const qdr_problem *problem, MPI_Comm comm, const char *what)
{
    const qdr_plan_options options = {
        .size = sizeof(qdr_plan_options), .mode = mode, .seed = 1};
    qdr_error error = {""};
    char where[256];
    int rank;

    MPI_Comm_rank(comm, &rank);
    snprintf(where, sizeof where, "rank %d of %d, %s, %s, %s", rank,
             problem->num_procs, kernel->name,
             mode == NULL ? "its own mode" : mode, what);
    qdr_last_words("%s", where);
    if (qdr_trial_run(kernel, &options, problem, comm, &error) == QDR_OK)
        return true;
    fprintf(stderr, "%s: %s\n", where, error.text);
    return false;
}

/* A pattern that the algorithm does not accept is right by not being tried. */
static bool exchange_is_right(const qdr_kernel *kernel, const char *mode,
                              int kind, int p)
{
    qdr_pattern pattern = {0};
    const qdr_problem problem = {.collective = kernel->collective,
                                 .num_procs = p,
                                 .messages.pattern = &pattern};
    bool is_right = qdr_pattern_init_kind(&pattern, kind, p, NULL) == QDR_OK &&
                    (qdr_kernel_accepts(kernel, &problem, NULL) != QDR_OK ||
                     try(kernel, mode, &problem, MPI_COMM_WORLD,
                         qdr_pattern_kind_name(kind)));

    qdr_pattern_cleanup(&pattern);
    return is_right;
}

/* A flipped byte, a byte outside: the check that everything rests on sees
 * them. */
static bool check_sees_damage(int rank, int p)
{
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_buffers buffers = {0};
    qdr_error error = {""};
    bool saw = true;

    if (qdr_plan_alltoall(&plan, "lex", NULL, 9, MPI_COMM_WORLD, &error) !=
            QDR_OK ||
        qdr_plan_get_info(plan, &info, &error) != QDR_OK ||
        qdr_buffers_init(&buffers, &info, rank, p, QDR_ALLTOALL, &error) !=
            QDR_OK ||
        qdr_plan_execute(plan, buffers.send, buffers.receive, &error) != QDR_OK)
        return false;
    if (p > 1) {
        buffers.receive[info.receive_bytes - 1] ^= 1;
        saw = qdr_buffers_verify(&buffers, &error) == QDR_ERROR_CHECK;
        buffers.receive[info.receive_bytes - 1] ^= 1;
        /* An execution that does nothing. */
        qdr_buffers_poison(&buffers);
        saw = saw && qdr_buffers_verify(&buffers, &error) == QDR_ERROR_CHECK;
        qdr_buffers_poison(&buffers);
    }
    buffers.receive[info.receive_bytes] ^= 1;
    saw = saw && qdr_buffers_verify(&buffers, &error) == QDR_ERROR_CHECK;
    qdr_buffers_cleanup(&buffers);
    qdr_plan_free(&plan);
    return saw;
}

/* In the algorithm's own mode with every rank of the communicator as root, and
 * of no bytes; in others with one root, and among few ranks. The network is
 * what algorithms choose by. */
enum { MAX_IN_EVERY_MODE = 8 };
static int count_wrong_vectors(const qdr_kernel *kernel, const char *mode,
                               const qdr_network *network, MPI_Comm comm)
{
    int num_wrong = 0, size;

    MPI_Comm_size(comm, &size);
    if (mode != NULL && size > MAX_IN_EVERY_MODE)
        return 0;
    for (int i = 0; i <= size; i++) {
        bool is_empty = i == size;
        const qdr_problem problem = {
            .collective = kernel->collective,
            .num_procs = size,
            .vector = {.root = is_empty ? 0 : i,
                       .bytes = is_empty ? 0 : 8 * (125 + i)},
            .network = network};
        bool is_tried =
            i == 0 ||
            (mode == NULL &&
             (is_empty || qdr_collective_has_root(kernel->collective)));
        if (is_tried)
            num_wrong += !try(kernel, mode, &problem, comm, "a vector");
    }
    return num_wrong;
}

/* An algorithm for vectors in groups: the ranks of every third. */
static int count_wrong_in_groups(const qdr_kernel *kernel, int rank)
{
    MPI_Comm group;
    int num_wrong;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, rank, &group);
    num_wrong = count_wrong_vectors(kernel, NULL, &qdr_test_slow_bytes, group);
    MPI_Comm_free(&group);
    return num_wrong;
}

/* Rank 0 sends the last rank a length that the last one's plan knows nothing
 * of: an error there, not a hang, and twice. */
static bool is_stranger_seen(const qdr_kernel *kernel, int rank, int p)
{
    const qdr_message message = {0, p - 1, QDR_LENGTH_BYTES};
    bool is_last = rank == p - 1, is_right = true;
    qdr_pattern pattern = {0};
    const qdr_problem problem = {.collective = kernel->collective,
                                 .num_procs = p,
                                 .messages.pattern = &pattern};
    qdr_exchange exchange = {.comm = MPI_COMM_WORLD};
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_buffers buffers = {0};
    qdr_error error = {""};

    if (qdr_pattern_init(&pattern, p, &message, !is_last, &error) != QDR_OK ||
        qdr_buffer_layout_init(&exchange.layout, &problem, rank, QDR_PACKED,
                               &error) != QDR_OK ||
        qdr_exchange_bind_engine(&exchange, kernel, qdr_engine_of(kernel),
                                 &problem, &error) != QDR_OK)
        return false;
    info = qdr_trial_info(&exchange);
    if (qdr_buffers_init(&buffers, &info, rank, p, kernel->collective,
                         &error) != QDR_OK)
        return false;
    for (int i = 0; i < 2; i++)
        if (qdr_exchange_execute(&exchange, buffers.send, buffers.receive,
                                 &error) !=
            (is_last ? QDR_ERROR_CHECK : QDR_OK))
            is_right = false;
    if (!is_right)
        fprintf(stderr, "rank %d of %d, %s, a stranger's length: %s\n", rank, p,
                kernel->name, error.text);
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    qdr_pattern_cleanup(&pattern);
    return is_right;
}

static const char *const modes[] = {
    NULL, /* the algorithm's own */
    "synchronous",
    "posted",
    "posted_all",
    "window:1",
    "window:3",
    "window:1000",
    "persistent",
    "dataflow",
    "dataflow:8",
    "synchronous+barrier",
    "posted+barrier",
    "posted_all+barrier",
    "window:3+barrier",
    "persistent+barrier",
    "synchronous+announce",
    "window:3+barrier+announce",
};

/* Which calls a mode makes does not depend on the machine: under real MPI every
 * mode meets every kind of pattern; in the simulator an algorithm's own mode
 * does, and each of the others one. */
static bool is_tried(const char *mode, int kind)
{
    return !qdr_clock_is_simulated() || mode == NULL ||
           strcmp(qdr_pattern_kind_name(kind), "random") == 0;
}

/* Lengths of vectors are not announced: all ranks know them. */
static bool announces(const char *mode)
{
    return mode != NULL && strstr(mode, "+announce") != NULL;
}

/* Modes and kinds of pattern of an algorithm; of vectors, every root. */
static int count_wrong(const qdr_kernel *kernel, int rank, int p)
{
    bool has_vector = qdr_collective_has_vector(kernel->collective);
    int num_wrong = 0;

    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        if (has_vector && !announces(modes[m]))
            num_wrong += count_wrong_vectors(
                kernel, modes[m],
                modes[m] == NULL ? NULL : &qdr_test_slow_bytes, MPI_COMM_WORLD);
        for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS && !has_vector; kind++)
            if (is_tried(modes[m], kind))
                num_wrong += !exchange_is_right(kernel, modes[m], kind, p);
        /* Others have no mode. */
        if (!qdr_kernel_has_schedule(kernel))
            break;
    }
    if (has_vector)
        num_wrong += count_wrong_in_groups(kernel, rank);
    if (kernel->collective == QDR_RECEIVE_VECTOR && p > 1)
        num_wrong += !is_stranger_seen(kernel, rank, p);
    return num_wrong;
}

/* Of many ranks: the algorithm's own mode, and a random pattern, one rank that
 * sends to all, a complete exchange where the collective is one, and a
 * broadcast. Only algorithms with a schedule: what is decided at run time takes
 * the simulator many minutes, because every inquiry is an event. */
static int count_wrong_at_scale(const qdr_kernel *kernel, int rank, int p)
{
    bool is_complete = kernel->collective == QDR_ALLTOALL;
    const char *const kinds[] = {is_complete ? "complete" : "random",
                                 "hot sender"};
    const qdr_problem vector = {.collective = kernel->collective,
                                .num_procs = p,
                                .vector = {.root = p / 3, .bytes = 1000}};
    int num_wrong = 0;

    (void)rank;
    if (!qdr_kernel_has_schedule(kernel))
        return 0;
    if (qdr_collective_has_vector(kernel->collective))
        return !try(kernel, NULL, &vector, MPI_COMM_WORLD, "a vector");
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strcmp(kinds[k], qdr_pattern_kind_name(kind)) == 0)
                num_wrong += !exchange_is_right(kernel, NULL, kind, p);
    return num_wrong;
}

int main(int argc, char **argv)
{
    int rank, p, num_wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    /* A library's call is not made on a simulated machine. */
    for (int k = 0; k < qdr_kernel_count(); k++)
        if (qdr_is_chosen(qdr_kernel_at(k)) &&
            (qdr_kernel_is_simulated(qdr_kernel_at(k)) ||
             !qdr_clock_is_simulated()))
            num_wrong +=
                (p < QDR_TRIAL_MANY ? count_wrong : count_wrong_at_scale)(
                    qdr_kernel_at(k), rank, p);
    if (!check_sees_damage(rank, p)) {
        fprintf(stderr, "rank %d of %d: damaged bytes went unseen\n", rank, p);
        num_wrong++;
    }
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
