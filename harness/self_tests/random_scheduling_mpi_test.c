/* harness/self_tests/random_scheduling_mpi_test.c -- many executions of
 * distributed scheduling, with a trace.
 *
 * QDR_EXCHANGES exchanges (default 2000, simulated 400) of random patterns, a
 * new one every ten, in all variants of drs_n and drs_n_polling: every byte is
 * verified, every rank knows each message's path, and no receiver receives two
 * messages at once, or three where it gives the go-ahead for the second.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/clock/clock.h"
#include "harness/self_tests/trial.h"
#include "kernels/core/base/rng.h"
#include "kernels/kernel.h"
#include "kernels/messaging/active_message.h"
#include "kernels/messaging/agreement.h"

enum { MAX_SENT = 64, REPETITIONS = 25 };

/* What a rank sent in an execution. */
typedef struct sent {
    int64_t dst, begin_ns, end_ns;
} sent;

typedef struct record {
    sent sent[MAX_SENT];
    int64_t count;
    int64_t offset_ns; /* from this rank's clock to everybody's */
} record;

static void note(void *context, int dst, int64_t begin_ns, int64_t end_ns)
{
    record *own = context;

    if (own->count < MAX_SENT)
        own->sent[own->count] =
            (sent){dst, begin_ns + own->offset_ns, end_ns + own->offset_ns};
    own->count++;
}

/* Up to three messages a rank, of 0 to 20000 bytes, in every other eight seeds
 * of 0 to 39, so that answers cross; the same on every rank. */
static qdr_status make_pattern(int p, uint64_t seed, qdr_pattern *pattern,
                               qdr_error *error)
{
    qdr_message *messages = malloc((size_t)p * 3 * sizeof *messages);
    uint64_t room = seed / 8 % 2 == 0 ? 20001 : 40;
    int64_t count = 0;
    qdr_rng rng;
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "a pattern");
    qdr_rng_init(&rng, seed);
    for (int src = 0; src < p; src++) {
        int dst = (int)qdr_rng_below(&rng, (uint64_t)p);
        /* Few receivers, so that they are fought for. */
        for (int k = 0; k < 3 && k < p; k++, dst = (dst + 1) % p)
            if (qdr_rng_below(&rng, 3) > 0 && dst % 3 != 2)
                messages[count++] =
                    (qdr_message){src, dst, (int64_t)qdr_rng_below(&rng, room)};
    }
    status = qdr_pattern_init(pattern, p, messages, count, error);
    free(messages);
    return status;
}

static int by_receiver(const void *left, const void *right)
{
    const sent *a = left, *b = right;

    return a->dst != b->dst
               ? (a->dst > b->dst) - (a->dst < b->dst)
               : (a->begin_ns > b->begin_ns) - (a->begin_ns < b->begin_ns);
}

/* How many messages a receiver received at once, at most. Clocks of one host,
 * or of a simulation, are one. -1 without memory. */
static int max_at_once(const record *own, int p)
{
    record *all = malloc((size_t)p * sizeof *all);
    sent *together = malloc((size_t)p * MAX_SENT * sizeof *together);
    size_t count = 0;
    int max = all != NULL && together != NULL ? 0 : -1;

    if (max == 0)
        MPI_Allgather(own, sizeof *own, MPI_BYTE, all, sizeof *own, MPI_BYTE,
                      MPI_COMM_WORLD);
    for (int r = 0; max == 0 && r < p; r++)
        for (int64_t i = 0; i < all[r].count; i++)
            together[count++] = all[r].sent[i];
    if (max == 0)
        qsort(together, count, sizeof *together, by_receiver);
    for (size_t i = 0; i < count; i++) {
        int at_once = 1;
        for (size_t j = i; j-- > 0 && together[j].dst == together[i].dst;)
            at_once += together[j].end_ns > together[i].begin_ns;
        if (at_once > max)
            max = at_once;
    }
    free(all);
    free(together);
    return max;
}

static qdr_status execute(qdr_exchange *exchange, const qdr_buffers *buffers,
                          record *own, int p, int allowed_at_once,
                          qdr_error *error)
{
    int64_t num_sends = 0;
    int at_once;
    qdr_status status;

    own->count = 0;
    qdr_buffers_poison(buffers);
    status =
        qdr_exchange_execute(exchange, buffers->send, buffers->receive, error);
    if (status == QDR_OK)
        status = qdr_buffers_verify(buffers, error);
    for (int64_t i = 0; i < exchange->layout.num_sends; i++)
        num_sends += exchange->layout.sends[i].peer != exchange->layout.rank;
    if (status == QDR_OK && own->count != num_sends)
        status = qdr_fail(error, QDR_ERROR_CHECK, "%lld of %lld messages sent",
                          (long long)own->count, (long long)num_sends);
    at_once = max_at_once(own, p);
    if ((at_once < 0 || at_once > allowed_at_once) && status == QDR_OK)
        status = qdr_fail(error, QDR_ERROR_CHECK,
                          "a receiver received %d messages at once", at_once);
    return qdr_agree(MPI_COMM_WORLD, status, error);
}

/* From a rank's own clock to everybody's; of several readings the one that was
 * interrupted least. */
static int64_t clock_offset_ns(void)
{
    int64_t best_ns = INT64_MAX, offset_ns = 0;

    for (int i = 0; i < 50; i++) {
        int64_t before_ns = qdr_clock_now_ns();
        int64_t own_ns = qdr_active_now_ns();
        int64_t took_ns = qdr_clock_now_ns() - before_ns;
        if (took_ns < best_ns) {
            best_ns = took_ns;
            offset_ns = before_ns + took_ns / 2 - own_ns;
        }
    }
    return offset_ns;
}

static qdr_status try_pattern(const char *name, const char *parameters,
                              int allowed_at_once, uint64_t seed, int p,
                              qdr_error *error)
{
    record own = {.offset_ns = clock_offset_ns()};
    char text[64];
    qdr_values values;
    qdr_pattern pattern = {0};
    qdr_problem problem = {.num_procs = p,
                           .messages.pattern = &pattern,
                           .seed = seed,
                           .values = &values,
                           .trace = note,
                           .trace_context = &own};
    qdr_exchange exchange = {.comm = MPI_COMM_WORLD};
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_buffers buffers = {0};
    const qdr_kernel *kernel;
    int rank;
    qdr_status status = qdr_kernel_find(name, &kernel, error);

    if (status == QDR_OK && qdr_clock_is_simulated() &&
        !qdr_kernel_is_simulated(kernel))
        return QDR_OK;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    strcpy(text, parameters);
    if (status == QDR_OK) {
        problem.collective = kernel->collective;
        qdr_values_init(&values, kernel->parameters);
        status = qdr_values_read(&values, name, text, error);
    }
    if (status == QDR_OK)
        status = make_pattern(p, seed, &pattern, error);
    if (status == QDR_OK)
        status = qdr_buffer_layout_init(&exchange.layout, &problem, rank,
                                        QDR_PACKED, error);
    if (status == QDR_OK)
        status = qdr_exchange_bind_engine(
            &exchange, kernel, qdr_engine_of(kernel), &problem, error);
    info = qdr_trial_info(&exchange);
    if (status == QDR_OK)
        status = qdr_buffers_init(&buffers, &info, rank, p, kernel->collective,
                                  error);
    for (int i = 0; i < REPETITIONS && status == QDR_OK; i++)
        status = execute(&exchange, &buffers, &own, p, allowed_at_once, error);
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    qdr_pattern_cleanup(&pattern);
    return status;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name, *parameters;
        int at_once; /* at most, of one receiver */
    } variants[] = {
        {"drs_n", "", 1},
        {"drs_n", "delay_us=20", 1},
        {"drs_n_one_sided", "", 1},
        {"drs_n_polling", "", 2},
        {"drs_n_polling", "improvements=go_ahead", 2},
        {"drs_n_polling", "improvements=both_pulled", 2},
        {"drs_n_polling", "improvements=busy_measure", 1},
        {"drs_n_polling", "improvements=none", 1},
    };
    const char *wanted = getenv("QDR_EXCHANGES");
    int64_t max = qdr_clock_is_simulated() ? 400 : 2000;
    int64_t num_patterns =
        (wanted == NULL ? max : strtoll(wanted, NULL, 10)) / REPETITIONS;
    int rank, p;
    qdr_error error = {""};
    qdr_status status = QDR_OK;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    status = qdr_clock_init(MPI_COMM_WORLD, &error);
    for (int64_t i = 0; i < num_patterns && status == QDR_OK; i++) {
        size_t v = (size_t)i % (sizeof variants / sizeof *variants);
        status = try_pattern(variants[v].name, variants[v].parameters,
                             variants[v].at_once, (uint64_t)i, p, &error);
        if (status != QDR_OK && rank == 0)
            fprintf(stderr, "%d ranks, seed %lld, %s, variant %d: %s\n", p,
                    (long long)i, variants[v].name, (int)v, error.text);
    }
    if (rank == 0 && status == QDR_OK)
        printf("%lld exchanges of %d ranks\n",
               (long long)(num_patterns * REPETITIONS), p);
    MPI_Finalize();
    return status != QDR_OK;
}
