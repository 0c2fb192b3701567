/* harness/bench/exchange_mpi_test.c -- every row, through MPI, bit for bit.
 *
 * One launch a process count: for every row of the table, every mode and every
 * kind of pattern the exchange is executed twice, its bytes are held against
 * their stamps, and the whole receive buffer against MPI_Alltoallv's.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "harness/bench/stamp.h"
#include "harness/bench/trial.h"
#include "harness/clock/clock.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"

/* A pattern that the row does not accept is right by not being tried. */
static bool exchange_is_right(const qdr_kernel *kernel, const qdr_mode *mode,
                              int kind, int rank, int p)
{
    qdr_pattern pattern = {0};
    const qdr_problem problem = {.pattern = &pattern, .seed = 1};
    qdr_error error = {""};
    qdr_status status = qdr_pattern_init_kind(&pattern, kind, p, &error);

    if (status == QDR_OK &&
        qdr_kernel_accepts(kernel, &pattern, NULL) == QDR_OK)
        status =
            qdr_trial_run(kernel, mode, &problem, rank, MPI_COMM_WORLD, &error);
    qdr_pattern_cleanup(&pattern);
    if (status != QDR_OK) {
        char text[64];
        qdr_mode_print(mode, text, sizeof text);
        fprintf(stderr, "rank %d of %d, %s, %s, %s: %s\n", rank, p,
                kernel->name, text, qdr_pattern_kind_name(kind), error.text);
    }
    return status == QDR_OK;
}

/* A flipped byte, a byte outside: the check that everything rests on sees
 * them. */
static bool check_sees_damage(int rank, int p)
{
    qdr_pattern pattern = {0};
    const qdr_problem problem = {.pattern = &pattern, .seed = 1};
    qdr_exchange exchange = {0};
    qdr_buffers buffers = {0};
    qdr_error error = {""};
    int64_t end;
    bool saw = true;

    if (qdr_pattern_init_complete(&pattern, p, 9, &error) != QDR_OK ||
        qdr_trial_plan(qdr_kernel_at(0), &(qdr_mode){0}, &problem, rank,
                       MPI_COMM_WORLD, &exchange, &error) != QDR_OK ||
        qdr_buffers_init(&buffers, &exchange, &error) != QDR_OK ||
        qdr_exchange_execute(&exchange, buffers.send, buffers.receive,
                             &error) != QDR_OK)
        return false;
    end = exchange.placement.receive_bytes;
    if (p > 1) {
        buffers.receive[end - 1] ^= 1;
        saw =
            qdr_buffers_verify(&buffers, &exchange, &error) == QDR_ERROR_CHECK;
        buffers.receive[end - 1] ^= 1;
        /* An execution that does nothing. */
        qdr_buffers_spoil(&buffers, &exchange);
        saw = saw && qdr_buffers_verify(&buffers, &exchange, &error) ==
                         QDR_ERROR_CHECK;
        qdr_buffers_spoil(&buffers, &exchange);
    }
    buffers.receive[end] ^= 1;
    saw = saw &&
          qdr_buffers_verify(&buffers, &exchange, &error) == QDR_ERROR_CHECK;
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    qdr_pattern_cleanup(&pattern);
    return saw;
}

/* Broadcasts from every rank of a group: the ranks of every third. */
static int count_wrong_group_broadcasts(int rank)
{
    int num_wrong = 0, group_rank, group_size;
    MPI_Comm group;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, rank, &group);
    MPI_Comm_rank(group, &group_rank);
    MPI_Comm_size(group, &group_size);
    for (int k = 0; k < qdr_kernel_count(); k++)
        for (int root = 0; root < group_size; root++) {
            const qdr_kernel *kernel = qdr_kernel_at(k);
            qdr_pattern pattern = {0};
            const qdr_problem problem = {.pattern = &pattern, .seed = 1};
            qdr_error error = {""};
            qdr_status status;
            if ((kernel->flags & QDR_ROOTED) == 0 ||
                (!qdr_kernel_is_simulated(kernel) && qdr_clock_is_simulated()))
                continue;
            status = qdr_pattern_init_broadcast(&pattern, group_size, root,
                                                1000 + root, &error);
            if (status == QDR_OK)
                status = qdr_trial_run(kernel, &kernel->mode, &problem,
                                       group_rank, group, &error);
            if (status != QDR_OK) {
                fprintf(stderr, "rank %d, %s from %d of %d in a group: %s\n",
                        rank, kernel->name, root, group_size, error.text);
                num_wrong++;
            }
            qdr_pattern_cleanup(&pattern);
        }
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
    const qdr_problem problem = {.pattern = &pattern, .seed = 1};
    qdr_exchange exchange = {0};
    qdr_buffers buffers = {0};
    qdr_error error = {""};

    if (qdr_pattern_init(&pattern, p, &message, !is_last, &error) != QDR_OK ||
        qdr_trial_plan(kernel, &kernel->mode, &problem, rank, MPI_COMM_WORLD,
                       &exchange, &error) != QDR_OK ||
        qdr_buffers_init(&buffers, &exchange, &error) != QDR_OK)
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

static int count_unseen_strangers(int rank, int p)
{
    int num_wrong = 0;

    for (int k = 0; k < qdr_kernel_count() && p > 1; k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if ((kernel->flags & QDR_LENGTHS) != 0 &&
            (qdr_kernel_is_simulated(kernel) || !qdr_clock_is_simulated()))
            num_wrong += !is_stranger_seen(kernel, rank, p);
    }
    return num_wrong;
}

static const char *const modes[] = {
    "synchronous",      "posted",
    "posted_all",       "window:1",
    "window:3",         "window:1000",
    "persistent",       "synchronous+barrier",
    "posted+barrier",   "posted_all+barrier",
    "window:3+barrier", "persistent+barrier",
};

/* Every mode and kind of pattern of a row. A library's call has no mode, and is
 * not made on a simulated machine. */
static int count_wrong(const qdr_kernel *kernel, int rank, int p)
{
    int num_wrong = 0;

    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        qdr_mode mode;
        if (qdr_mode_parse(modes[m], &mode, NULL) != QDR_OK)
            return 1;
        for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++)
            num_wrong += !exchange_is_right(kernel, &mode, kind, rank, p);
        if (!qdr_kernel_has_schedule(kernel))
            break;
    }
    return num_wrong;
}

/* Of many ranks: the row's own mode, and a complete exchange, a random pattern,
 * and a broadcast. Only rows with a schedule: what is decided at run time takes
 * the simulator many minutes, because every inquiry is an event. */
static int count_wrong_at_scale(const qdr_kernel *kernel, int rank, int p)
{
    static const char *const kinds[] = {"complete", "random", "hot sender"};
    int num_wrong = 0;

    if (!qdr_kernel_has_schedule(kernel))
        return 0;
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strcmp(kinds[k], qdr_pattern_kind_name(kind)) == 0)
                num_wrong +=
                    !exchange_is_right(kernel, &kernel->mode, kind, rank, p);
    return num_wrong;
}

int main(int argc, char **argv)
{
    int rank, p, num_wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int k = 0; k < qdr_kernel_count(); k++)
        if (qdr_kernel_is_simulated(qdr_kernel_at(k)) ||
            !qdr_clock_is_simulated())
            num_wrong +=
                (p < QDR_TRIAL_MANY ? count_wrong : count_wrong_at_scale)(
                    qdr_kernel_at(k), rank, p);
    if (p < QDR_TRIAL_MANY)
        num_wrong += count_wrong_group_broadcasts(rank) +
                     count_unseen_strangers(rank, p);
    if (!check_sees_damage(rank, p)) {
        fprintf(stderr, "rank %d of %d: damaged bytes went unseen\n", rank, p);
        num_wrong++;
    }
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
