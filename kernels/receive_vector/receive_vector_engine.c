/* kernels/receive_vector/receive_vector_engine.c -- the engines of concat and
 * active_message, and what receive_vector.h promises. */
#include "kernels/receive_vector/receive_vector_engine.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/executor/dynamic.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/announce.h"
#include "kernels/messaging/mpi_status.h"

static qdr_status check_side(const qdr_block *blocks, int64_t count,
                             qdr_error *error)
{
    for (int64_t i = 0; i < count; i++)
        if (blocks[i].bytes != QDR_LENGTH_BYTES)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "a message of %lld bytes, with rank %d; accepted: "
                            "lengths, messages of %d bytes",
                            (long long)blocks[i].bytes, blocks[i].peer,
                            QDR_LENGTH_BYTES);
    return QDR_OK;
}

qdr_status qdr_lengths_check(const qdr_placement *placement, qdr_error *error)
{
    qdr_status status =
        check_side(placement->sends, placement->num_sends, error);

    return status == QDR_OK
               ? check_side(placement->receives, placement->num_receives, error)
               : status;
}

/* A message need not be aligned, so lengths are copied. */
static int64_t length_at(const char *place)
{
    int64_t length;

    memcpy(&length, place, sizeof length);
    return length;
}

void qdr_lengths_spread(const qdr_placement *placement, const char *send,
                        int64_t *row)
{
    for (int64_t i = 0; i < placement->num_sends; i++)
        row[placement->sends[i].peer] =
            length_at(send + placement->sends[i].displacement);
}

bool qdr_lengths_store(const qdr_placement *placement, int source,
                       int64_t length, char *receive)
{
    const qdr_block *from = qdr_placement_find(placement->receives,
                                               placement->num_receives, source);

    if (from != NULL)
        memcpy(receive + from->displacement, &length, sizeof length);
    return from != NULL;
}

int64_t qdr_lengths_store_column(const qdr_placement *placement, int num_procs,
                                 const int64_t *column, int64_t stride,
                                 char *receive)
{
    int64_t num_unknown = 0;

    for (int source = 0; source < num_procs; source++) {
        int64_t length = column[source * stride];
        bool is_stored = qdr_lengths_store(placement, source, length, receive);
        num_unknown += !is_stored && length != 0;
    }
    return num_unknown;
}

qdr_status qdr_lengths_judge(const qdr_placement *placement,
                             int64_t num_unknown, qdr_error *error)
{
    if (num_unknown == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "rank %d learnt the lengths of %lld messages that the plan "
                    "does not know",
                    placement->rank, (long long)num_unknown);
}

/* concat: the whole matrix, at every rank. */
typedef struct concatenation {
    const qdr_placement *placement;
    MPI_Comm comm; /* the caller's */
    int num_procs;
    int64_t *row;                /* [num_procs], 0: no message */
    int64_t *matrix;             /* [num_procs][num_procs], by source */
    int *counts, *displacements; /* [num_procs], of MPI_Allgatherv */
} concatenation;

static void free_concatenation(void *state)
{
    concatenation *c = state;

    if (c == NULL)
        return;
    free(c->row);
    free(c->matrix);
    free(c->counts);
    free(c->displacements);
    free(c);
}

/* All are released by free_concatenation. */
static qdr_status allocate(concatenation *c, qdr_error *error)
{
    size_t p = (size_t)c->num_procs;

    if (c->num_procs > INT_MAX / c->num_procs)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%d ranks; accepted for a concatenation: so many that "
                        "their square is at most %d",
                        c->num_procs, INT_MAX);
    c->row = calloc(p, sizeof *c->row);
    c->matrix = malloc(p * p * sizeof *c->matrix);
    c->counts = malloc(p * sizeof *c->counts);
    c->displacements = malloc(p * sizeof *c->displacements);
    if (c->row == NULL || c->matrix == NULL || c->counts == NULL ||
        c->displacements == NULL)
        return qdr_fail_memory(error, "the lengths of all messages");
    for (int i = 0; i < c->num_procs; i++) {
        c->counts[i] = c->num_procs;
        c->displacements[i] = i * c->num_procs;
    }
    return QDR_OK;
}

static qdr_status new_concatenation(void **out_state,
                                    const qdr_problem *problem,
                                    const qdr_placement *placement,
                                    MPI_Comm comm, qdr_error *error)
{
    concatenation *c = calloc(1, sizeof *c);
    qdr_status status = QDR_OK;

    (void)problem;
    if (c == NULL) {
        status = qdr_fail_memory(error, "a concatenation");
    } else {
        c->placement = placement;
        c->comm = comm;
        MPI_Comm_size(comm, &c->num_procs);
        status = qdr_lengths_check(placement, error);
        if (status == QDR_OK)
            status = allocate(c, error);
    }
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        *out_state = c;
    else
        free_concatenation(c);
    return status;
}

static qdr_status concatenate(void *state, const char *send, char *receive,
                              qdr_error *error)
{
    concatenation *c = state;
    const qdr_placement *own = c->placement;
    qdr_status status;

    qdr_lengths_spread(own, send, c->row);
    status = qdr_mpi_status(
        MPI_Allgatherv(c->row, c->num_procs, MPI_INT64_T, c->matrix, c->counts,
                       c->displacements, MPI_INT64_T, c->comm),
        "concatenating the lengths of", own->rank, error);
    if (status != QDR_OK)
        return status;
    return qdr_lengths_judge(own,
                             qdr_lengths_store_column(own, c->num_procs,
                                                      c->matrix + own->rank,
                                                      c->num_procs, receive),
                             error);
}

/* active_message: the announcements are the exchange. */
typedef struct receiver {
    const qdr_placement *placement;
    qdr_active *active;
    qdr_announcement announcement;
    /* Of the execution under way. A message comes when this rank counts its
     * senders, at the earliest, so these are set. */
    const char *send;
    char *receive;
} receiver;

static int64_t tell(const void *context, const qdr_block *to)
{
    return length_at(((const receiver *)context)->send + to->displacement);
}

static bool take(void *context, const qdr_block *from, int64_t length)
{
    memcpy(((receiver *)context)->receive + from->displacement, &length,
           sizeof length);
    return true;
}

static const qdr_announced lengths = {tell, take};

static void take_announcement(qdr_active *active, void *context, int source,
                              const int64_t arguments[2])
{
    receiver *r = context;

    (void)active;
    qdr_announcement_take(&r->announcement, source, arguments[0]);
}

static qdr_active_handler *const handlers[] = {
    [QDR_ANNOUNCE] = take_announcement,
};

static void free_receiver(void *state)
{
    receiver *r = state;

    if (r == NULL)
        return;
    qdr_active_free(r->active);
    qdr_announcement_cleanup(&r->announcement);
    free(r);
}

/* Messages interrupt, as CMAML's do on the paper's machine. */
static qdr_status new_receiver(void **out_state, const qdr_problem *problem,
                               const qdr_placement *placement, MPI_Comm comm,
                               qdr_error *error)
{
    receiver *r = calloc(1, sizeof *r);
    int num_procs;
    qdr_status status = QDR_OK;

    (void)problem;
    MPI_Comm_size(comm, &num_procs);
    if (r == NULL) {
        status = qdr_fail_memory(error, "a receive vector");
    } else {
        r->placement = placement;
        status = qdr_lengths_check(placement, error);
        if (status == QDR_OK)
            status = qdr_announcement_init(&r->announcement, placement,
                                           num_procs, &lengths, r, error);
    }
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = qdr_active_new(&r->active, comm, QDR_ACTIVE_INTERRUPT,
                                handlers, 1, r, error);
    if (status == QDR_OK)
        *out_state = r;
    else
        free_receiver(r);
    return status;
}

static qdr_status announce(void *state, const char *send, char *receive,
                           qdr_error *error)
{
    receiver *r = state;

    r->send = send;
    r->receive = receive;
    qdr_placement_copy_own(r->placement, send, receive);
    return qdr_announce(&r->announcement, r->active, error);
}

const qdr_engine qdr_engine_receive_concat = {
    new_concatenation, free_concatenation, concatenate, NULL};
const qdr_engine qdr_engine_receive_active_message = {
    new_receiver, free_receiver, announce, NULL};
