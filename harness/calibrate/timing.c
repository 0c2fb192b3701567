/* harness/calibrate/timing.c -- see timing.h. */
#include "harness/calibrate/timing.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "harness/measure/sampling.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

enum {
    ROOM = QDR_MAX_ITEM_BYTES / sizeof(double),
    WARMUP = 2,
    /* Messages this long are warm then, and on slow links take long. */
    LONG_BYTES = 1 << 20,
    MAX_WARMUP = 50
};

/* An item on a rank that takes part: rank i < pairs of `comm` sends to rank
 * pairs + i, in a stream or a crowd to rank `pairs`. */
typedef struct part {
    const qdr_item *item;
    const qdr_timing *timing;
    MPI_Comm comm;
    int rank;
} part;

static int send(const part *of, int rank)
{
    return MPI_Send(of->timing->from, of->item->bytes, MPI_BYTE, rank,
                    QDR_TAG_CALIBRATION, of->comm);
}

static int receive(const part *of, int rank)
{
    return MPI_Recv(of->timing->into, of->item->bytes, MPI_BYTE, rank,
                    QDR_TAG_CALIBRATION, of->comm, MPI_STATUS_IGNORE);
}

static int there_and_back(const part *of)
{
    int code = of->rank == 0 ? send(of, 1) : receive(of, 0);

    if (code != MPI_SUCCESS)
        return code;
    return of->rank == 0 ? receive(of, 1) : send(of, 0);
}

static int combine(const part *of)
{
    return MPI_Reduce_local(of->timing->from, of->timing->into,
                            of->item->bytes / (int)sizeof(double), MPI_DOUBLE,
                            MPI_SUM);
}

static int one_way(const part *of)
{
    int pairs = of->item->pairs;

    return of->rank < pairs ? send(of, of->rank + pairs)
                            : receive(of, of->rank - pairs);
}

static int both_ways(const part *of)
{
    int other = 1 - of->rank, code;
    MPI_Request request;

    code = MPI_Irecv(of->timing->into, of->item->bytes, MPI_BYTE, other,
                     QDR_TAG_CALIBRATION, of->comm, &request);
    if (code == MPI_SUCCESS)
        code = send(of, other);
    return code == MPI_SUCCESS ? MPI_Waitall(1, &request, MPI_STATUSES_IGNORE)
                               : code;
}

/* The receives are posted first, as most modes do: one after another, a
 * message's latency would count as its receiver's time. */
static int stream(const part *of)
{
    const int senders = of->item->pairs, count = senders * of->item->messages;
    MPI_Request requests[QDR_MAX_STREAM];
    int code = MPI_SUCCESS;

    if (of->rank < senders) {
        for (int i = 0; i < of->item->messages && code == MPI_SUCCESS; i++)
            code = send(of, senders);
        return code;
    }
    if (of->rank > senders)
        return MPI_SUCCESS;
    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        code =
            MPI_Irecv((char *)of->timing->into + (ptrdiff_t)i * of->item->bytes,
                      of->item->bytes, MPI_BYTE, i % senders,
                      QDR_TAG_CALIBRATION, of->comm, &requests[i]);
    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        code = MPI_Waitall(1, &requests[i], MPI_STATUSES_IGNORE);
    return code;
}

static const struct {
    int (*execute)(const part *of);
    int share;      /* of one time, messages or combinations */
    bool is_sender; /* its time counts, not that of the slowest rank */
} rows[QDR_NUM_QUANTITIES] = {
    [QDR_QUANTITY_MESSAGE] = {there_and_back, 2},
    [QDR_QUANTITY_COMBINE] = {combine, 1},
    [QDR_QUANTITY_LINK] = {one_way, 1},
    [QDR_QUANTITY_BOTH] = {both_ways, 1},
    [QDR_QUANTITY_SEND] = {stream, 1, true},
    [QDR_QUANTITY_STREAM] = {stream, 1},
    [QDR_QUANTITY_STEP] = {there_and_back, 2},
    [QDR_QUANTITY_INSIDE] = {there_and_back, 2},
    [QDR_QUANTITY_ADAPTER] = {one_way, 1},
    [QDR_QUANTITY_CROWD] = {stream, 1},
};

int qdr_item_share(const qdr_item *item)
{
    return item->repeats * rows[item->quantity].share;
}

int64_t qdr_item_ns(const qdr_item *item, const qdr_samples *samples, int i)
{
    return rows[item->quantity].is_sender
               ? samples->rank_ns[(size_t)i * (size_t)samples->num_ranks]
               : samples->local_max_ns[i];
}

static qdr_status execute(void *context, qdr_error *error)
{
    const part *of = context;
    int code = MPI_SUCCESS;

    for (int i = 0; i < of->item->repeats && code == MPI_SUCCESS; i++)
        code = rows[of->item->quantity].execute(of);
    return code == MPI_SUCCESS
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_MPI, "%s of %d bytes failed",
                          qdr_quantity_string(of->item->quantity),
                          of->item->bytes);
}

qdr_status qdr_timing_init(qdr_timing *timing, MPI_Comm comm,
                           const qdr_timed_line *line, int num_samples,
                           qdr_error *error)
{
    *timing =
        (qdr_timing){.comm = comm, .line = *line, .num_samples = num_samples};
    if (line->place >= line->size / 2 * 2)
        return QDR_OK;
    timing->from = malloc(ROOM * sizeof *timing->from);
    timing->into = malloc(ROOM * sizeof *timing->into);
    if (timing->from == NULL || timing->into == NULL)
        return qdr_fail_memory(error, "the messages");
    /* Memory that has been written to is the process's own. */
    for (int i = 0; i < ROOM; i++)
        timing->from[i] = timing->into[i] = 1;
    return QDR_OK;
}

void qdr_timing_cleanup(qdr_timing *timing)
{
    free(timing->from);
    free(timing->into);
    *timing = (qdr_timing){0};
}

/* Rank 0 always; it and its neighbour, or those whose messages cross the cut.
 */
static bool takes_part(const qdr_item *item, const qdr_timed_line *line)
{
    int place = line->place, half = line->size / 2;

    if (item->quantity == QDR_QUANTITY_INSIDE)
        return place < 2;
    return place == 0 || place < item->pairs ||
           (place >= half && place < half + item->pairs);
}

static qdr_status take(const qdr_item *item, const qdr_timing *timing,
                       MPI_Comm comm, qdr_samples *out_samples,
                       qdr_error *error)
{
    const qdr_measuring rules = {
        .warmup = WARMUP,
        .max_warmup = item->bytes < LONG_BYTES ? MAX_WARMUP : WARMUP,
        .repetitions = timing->num_samples,
        .max_repetitions = timing->num_samples,
        .batch = item->repeats == 1,
        .rank_times = rows[item->quantity].is_sender};
    part of = {.item = item, .timing = timing, .comm = comm};
    const qdr_task task = {.execute = execute, .context = &of};

    MPI_Comm_rank(comm, &of.rank);
    return qdr_samples_take(out_samples, &task, &rules, comm, error);
}

qdr_status qdr_item_time(const qdr_item *item, const qdr_timing *timing,
                         qdr_samples *out_samples, qdr_error *error)
{
    int rank;
    MPI_Comm comm = MPI_COMM_NULL;
    qdr_samples samples = {0};
    qdr_status status = QDR_OK;

    MPI_Comm_rank(timing->comm, &rank);
    if (MPI_Comm_split(timing->comm,
                       takes_part(item, &timing->line) ? 0 : MPI_UNDEFINED,
                       timing->line.place, &comm) != MPI_SUCCESS)
        status = qdr_fail(error, QDR_ERROR_MPI, "choosing ranks failed");
    if (comm != MPI_COMM_NULL) {
        status = take(item, timing, comm, &samples, error);
        MPI_Comm_free(&comm);
    }
    status = qdr_agree(timing->comm, status, error);
    if (status == QDR_OK && rank == 0)
        *out_samples = samples;
    else
        qdr_samples_cleanup(&samples);
    return status;
}
