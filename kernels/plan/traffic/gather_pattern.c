/* kernels/plan/traffic/gather_pattern.c -- see gather_pattern.h. */
#include "kernels/plan/traffic/gather_pattern.h"

#include <limits.h>
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

enum { WORDS = 2 /* of a message, as it travels: peer, bytes */ };

/* The sends as they travel. The caller releases it. */
static int64_t *pack_sends(int64_t num_sends, const qdr_block *sends)
{
    int64_t *packed = malloc(((size_t)num_sends * WORDS + 1) * sizeof *packed);

    for (int64_t i = 0; i < num_sends && packed != NULL; i++) {
        packed[WORDS * i] = sends[i].peer;
        packed[WORDS * i + 1] = sends[i].bytes;
    }
    return packed;
}

/* How many words come from each rank, and where; their number, or -1. */
static int64_t count_words(int64_t num_sends, int *counts, int *displacements,
                           int num_procs, MPI_Comm comm)
{
    int own = (int)num_sends * WORDS; /* at most WORDS a rank */
    int64_t total = 0;

    if (MPI_Allgather(&own, 1, MPI_INT, counts, 1, MPI_INT, comm) !=
        MPI_SUCCESS)
        return -1;
    for (int r = 0; r < num_procs; r++) {
        displacements[r] = (int)total;
        total += counts[r];
        if (total > INT_MAX)
            return -1;
    }
    return total;
}

/* `words` are those of the ranks, one after another, counts[num_procs]. */
static qdr_status unpack_all(qdr_pattern *pattern, const int64_t *words,
                             const int *counts, int num_procs,
                             int64_t num_messages, qdr_error *error)
{
    qdr_message *messages =
        malloc(((size_t)num_messages + 1) * sizeof *messages);
    int64_t count = 0;
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "the pattern of all ranks");
    for (int r = 0; r < num_procs; r++)
        for (int i = 0; i < counts[r]; i += WORDS, words += WORDS)
            messages[count++] = (qdr_message){r, (int)words[0], words[1]};
    status = qdr_pattern_init(pattern, num_procs, messages, count, error);
    free(messages);
    return status;
}

qdr_status qdr_gather_all(qdr_pattern *pattern, int64_t num_sends,
                          const qdr_block *sends, MPI_Comm comm,
                          qdr_error *error)
{
    int num_procs;
    int64_t total = 0;
    int *counts, *displacements;
    int64_t *own = pack_sends(num_sends, sends), *all = NULL;
    qdr_status status = QDR_OK;

    MPI_Comm_size(comm, &num_procs);
    counts = malloc((size_t)num_procs * sizeof *counts);
    displacements = malloc((size_t)num_procs * sizeof *displacements);
    if (own == NULL || counts == NULL || displacements == NULL)
        status = qdr_fail_memory(error, "the pattern of all ranks");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK) {
        total = count_words(num_sends, counts, displacements, num_procs, comm);
        all = malloc(((size_t)(total < 0 ? 0 : total) + 1) * sizeof *all);
        if (total < 0)
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "more messages in all than MPI counts; accepted: "
                              "up to %d",
                              INT_MAX / WORDS);
        else if (all == NULL)
            status = qdr_fail_memory(error, "the pattern of all ranks");
        status = qdr_agree(comm, status, error);
    }
    if (status == QDR_OK &&
        MPI_Allgatherv(own, (int)num_sends * WORDS, MPI_INT64_T, all, counts,
                       displacements, MPI_INT64_T, comm) != MPI_SUCCESS)
        status = qdr_fail(error, QDR_ERROR_MPI, "gathering the pattern failed");
    if (status == QDR_OK)
        status =
            unpack_all(pattern, all, counts, num_procs, total / WORDS, error);
    free(own);
    free(all);
    free(counts);
    free(displacements);
    return qdr_agree(comm, status, error);
}

/* How many messages this rank receives: the sum of its column. */
static qdr_status count_receives(int64_t num_sends, const qdr_block *sends,
                                 MPI_Comm comm, int *out_count,
                                 qdr_error *error)
{
    int num_procs;
    int *is_sent;
    qdr_status status = QDR_OK;

    MPI_Comm_size(comm, &num_procs);
    is_sent = calloc((size_t)num_procs, sizeof *is_sent);
    if (is_sent == NULL)
        status = qdr_fail_memory(error, "the column of a rank");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK) {
        for (int64_t i = 0; i < num_sends; i++)
            is_sent[sends[i].peer] = 1;
        if (MPI_Reduce_scatter_block(is_sent, out_count, 1, MPI_INT, MPI_SUM,
                                     comm) != MPI_SUCCESS)
            status =
                qdr_fail(error, QDR_ERROR_MPI, "counting the receives failed");
    }
    free(is_sent);
    return status;
}

/* Starts to send every destination its bytes. */
static int notify(int64_t num_sends, const qdr_block *sends,
                  MPI_Request *requests, MPI_Comm comm)
{
    int code = MPI_SUCCESS;

    for (int64_t i = 0; i < num_sends && code == MPI_SUCCESS; i++)
        code = MPI_Isend(&sends[i].bytes, 1, MPI_INT64_T, sends[i].peer,
                         QDR_TAG_GATHER, comm, &requests[i]);
    return code;
}

/* Receives from every source. */
static int hear(qdr_message *messages, int num_receives, int rank,
                MPI_Comm comm)
{
    int code = MPI_SUCCESS;

    for (int i = 0; i < num_receives && code == MPI_SUCCESS; i++) {
        MPI_Status from;
        messages[i].dst = rank;
        code = MPI_Recv(&messages[i].bytes, 1, MPI_INT64_T, MPI_ANY_SOURCE,
                        QDR_TAG_GATHER, comm, &from);
        messages[i].src = from.MPI_SOURCE;
    }
    return code;
}

qdr_status qdr_gather_own(qdr_pattern *pattern, int64_t num_sends,
                          const qdr_block *sends, MPI_Comm comm,
                          qdr_error *error)
{
    int rank, num_procs, num_receives = 0;
    int64_t count;
    qdr_message *messages;
    MPI_Request *requests;
    qdr_status status =
        count_receives(num_sends, sends, comm, &num_receives, error);

    if (status != QDR_OK)
        return status;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    messages =
        malloc(((size_t)(num_sends + num_receives) + 1) * sizeof *messages);
    requests = malloc(((size_t)num_sends + 1) * sizeof(MPI_Request));
    if (messages == NULL || requests == NULL)
        status = qdr_fail_memory(error, "the messages of a rank");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK &&
        (notify(num_sends, sends, requests, comm) != MPI_SUCCESS ||
         hear(messages, num_receives, rank, comm) != MPI_SUCCESS ||
         MPI_Waitall((int)num_sends, requests, MPI_STATUSES_IGNORE) !=
             MPI_SUCCESS))
        status = qdr_fail(error, QDR_ERROR_MPI, "sending the counts failed");
    if (status == QDR_OK) {
        /* A message to itself was counted, too. */
        count = num_receives;
        for (int64_t i = 0; i < num_sends; i++)
            if (sends[i].peer != rank)
                messages[count++] =
                    (qdr_message){rank, sends[i].peer, sends[i].bytes};
        status = qdr_pattern_init(pattern, num_procs, messages, count, error);
    }
    free(messages);
    free(requests);
    return qdr_agree(comm, status, error);
}
