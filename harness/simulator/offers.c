/* harness/simulator/offers.c -- see offers.h. */
#include "harness/simulator/offers.h"

#include <simgrid/engine.h>
#include <simgrid/semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/simulator/processor.h"
#include "harness/simulator/rank_translation.h"
#include "harness/simulator/rendezvous.h"
#include "harness/simulator/same_instant.h"
#include "harness/simulator/shared_memory.h"

/* A message, from its offer until its receive returns. Its receiver owns it. */
typedef struct qdr_message_offer {
    struct qdr_message_offer *next;
    int source, tag;    /* rank among all */
    double at_s;        /* when it was made */
    const char *buffer; /* the sender's; NULL: it does not block */
    int64_t bytes, tail_bytes;
    sg_sem_t answered;                  /* if the sender blocks */
    struct qdr_message_offer **granted; /* the sender's, which is set then */
    /* Once granted. */
    char *data;
    MPI_Request request;
    bool has_come; /* but for the tail */
} qdr_message_offer;

/* A rank as a receiver, in the order of arrival. */
typedef struct inbox {
    qdr_message_offer *offered, *granted;
    bool blocks;
    sg_sem_t changed; /* released while it blocks */
    /* Of whom it receives as usual, with a tag: a rank among all, or
     * MPI_ANY_SOURCE, whatever the tag. */
    bool refuses;
    int refused, refused_tag;
} inbox;

/* SimGrid gives every rank its own copy of these; the table is one for all. */
static qdr_offer_costs costs;
static int own_rank;
static inbox *table; /* [ranks] */

void qdr_offers_open(const qdr_offer_costs *of)
{
    int num_procs;

    costs = *of;
    if (costs.tail_bytes == 0)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    table = qdr_memory_shared((size_t)num_procs * sizeof *table);
    table[own_rank].changed = sg_sem_init(0);
    PMPI_Barrier(MPI_COMM_WORLD);
}

/* The link that points to the first of a source with a tag, or to NULL. */
static qdr_message_offer **find(qdr_message_offer **list, int source, int tag)
{
    while (*list != NULL && ((*list)->source != source || (*list)->tag != tag))
        list = &(*list)->next;
    return list;
}

/* Behind those made earlier, or at the same time by a lower rank. */
static void insert(qdr_message_offer **list, qdr_message_offer *one)
{
    while (*list != NULL &&
           ((*list)->at_s < one->at_s ||
            ((*list)->at_s == one->at_s && (*list)->source <= one->source)))
        list = &(*list)->next;
    one->next = *list;
    *list = one;
}

static qdr_message_offer *take(qdr_message_offer **at)
{
    qdr_message_offer *taken = *at;

    *at = taken->next;
    return taken;
}

static void wake(inbox *of)
{
    if (of->blocks)
        sg_sem_release(of->changed);
}

static bool is_refused(const inbox *of, int source, int tag)
{
    return of->refuses && (of->refused == MPI_ANY_SOURCE ||
                           (of->refused == source && of->refused_tag == tag));
}

static qdr_message_offer *make(const void *buffer, int64_t bytes, int tag,
                               inbox *target)
{
    qdr_message_offer *made = qdr_memory_require(calloc(1, sizeof *made));

    *made =
        (qdr_message_offer){.source = own_rank,
                            .tag = tag,
                            .at_s = simgrid_get_clock(),
                            .buffer = buffer,
                            .bytes = bytes,
                            .answered = buffer == NULL ? NULL : sg_sem_init(0)};
    insert(&target->offered, made);
    wake(target);
    return made;
}

qdr_message_offer *qdr_offer(const void *buffer, int64_t bytes, int peer,
                             int tag, MPI_Comm comm, int64_t *out_tail_bytes)
{
    static const char nothing;
    inbox *target;
    qdr_message_offer *granted = NULL, *made;
    sg_sem_t answered;

    if (costs.tail_bytes == 0)
        return NULL;
    target = &table[qdr_rank_in(MPI_COMM_WORLD, peer, comm)];
    if (is_refused(target, own_rank, tag))
        return NULL;
    made = make(buffer == NULL ? &nothing : buffer, bytes, tag, target);
    made->granted = &granted;
    answered = made->answered;
    sg_sem_acquire(answered);
    sg_sem_destroy(answered);
    if (granted != NULL)
        *out_tail_bytes = granted->tail_bytes;
    return granted;
}

void qdr_offer_announce(int peer, int tag, MPI_Comm comm)
{
    if (costs.tail_bytes > 0)
        (void)make(NULL, 0, tag,
                   &table[qdr_rank_in(MPI_COMM_WORLD, peer, comm)]);
}

void qdr_offer_end(qdr_message_offer *own, int peer, MPI_Comm comm)
{
    inbox *target = &table[qdr_rank_in(MPI_COMM_WORLD, peer, comm)];
    bool is_alone = own == target->granted && own->next == NULL;

    own->has_come = true;
    wake(target);
    /* The network holds no packets back: this rank itself is slower. */
    if (is_alone)
        qdr_processor_answer(qdr_processor_own(),
                             (double)own->tail_bytes * costs.byte_s);
}

/* Its sender, if it waits, continues as usual. */
static void refuse(qdr_message_offer *one)
{
    if (one->answered != NULL)
        sg_sem_release(one->answered);
    free(one);
}

void qdr_offer_refuse(int peer, int tag, MPI_Comm comm)
{
    inbox *self = costs.tail_bytes == 0 ? NULL : &table[own_rank];
    qdr_message_offer **at;

    if (self == NULL)
        return;
    if (peer == MPI_ANY_SOURCE) {
        self->refuses = true;
        self->refused = MPI_ANY_SOURCE;
        while (self->offered != NULL)
            refuse(take(&self->offered));
        return;
    }
    at = find(&self->offered, qdr_rank_in(MPI_COMM_WORLD, peer, comm), tag);
    if (*at != NULL)
        refuse(take(at));
}

/* Starts a message, which its receive will find here. */
static void grant(inbox *self, qdr_message_offer *one, int rank, MPI_Comm comm)
{
    int64_t head_bytes;

    one->tail_bytes =
        one->bytes < costs.tail_bytes ? one->bytes : costs.tail_bytes;
    head_bytes = one->bytes - one->tail_bytes;
    one->data = qdr_memory_require(malloc((size_t)one->bytes + 1));
    memcpy(one->data + head_bytes, one->buffer + head_bytes,
           (size_t)one->tail_bytes);
    qdr_rendezvous_receive(rank, one->tag, comm, false);
    PMPI_Irecv(one->data, (int)head_bytes, MPI_BYTE, rank, one->tag, comm,
               &one->request);
    insert(&self->granted, one);
    *one->granted = one;
    sg_sem_release(one->answered);
}

/* Grants all offers of a tag, in the order in which they have come. */
static void grant_all(inbox *self, int tag, MPI_Comm comm)
{
    int num_granted = 0;

    for (qdr_message_offer **at = &self->offered; *at != NULL;) {
        int rank = qdr_rank_in(comm, (*at)->source, MPI_COMM_WORLD);
        if ((*at)->buffer == NULL || (*at)->tag != tag ||
            rank == MPI_UNDEFINED) {
            at = &(*at)->next;
            continue;
        }
        grant(self, take(at), rank, comm);
        num_granted++;
    }
    qdr_processor_answer(qdr_processor_own(), num_granted * costs.answer_s);
}

/* Waits until a message has come, but for its tail, and takes it; NULL: its
 * sender did not block. */
static qdr_message_offer *await(inbox *self, int source, int tag, MPI_Comm comm)
{
    qdr_message_offer **found = NULL;
    bool is_over = false;

    self->blocks = true;
    while (!is_over) {
        qdr_processor_idle(QDR_OFFERING_S);
        grant_all(self, tag, comm);
        found = find(&self->granted, source, tag);
        is_over = *found != NULL && (*found)->has_come;
        if (*found == NULL) {
            const qdr_message_offer *other = *find(&self->offered, source, tag);
            if (other != NULL && other->buffer == NULL)
                break;
        }
        if (!is_over)
            sg_sem_acquire(self->changed);
    }
    self->blocks = false;
    return is_over ? *found : NULL;
}

static int receive_as_usual(void *buffer, int count, MPI_Datatype type,
                            int peer, int tag, MPI_Comm comm,
                            MPI_Status *status)
{
    inbox *self = costs.tail_bytes == 0 ? NULL : &table[own_rank];
    bool refused = self != NULL && self->refuses;
    int code;

    qdr_offer_refuse(peer, tag, comm);
    if (self != NULL && !refused) {
        self->refuses = true;
        self->refused = peer == MPI_ANY_SOURCE
                            ? peer
                            : qdr_rank_in(MPI_COMM_WORLD, peer, comm);
        self->refused_tag = tag;
    }
    qdr_rendezvous_receive(peer, tag, comm, false);
    code = PMPI_Recv(buffer, count, type, peer, tag, comm, status);
    if (self != NULL && !refused)
        self->refuses = false;
    return code;
}

int qdr_offer_receive(void *buffer, int count, MPI_Datatype type, int peer,
                      int tag, MPI_Comm comm, MPI_Status *status)
{
    inbox *self = costs.tail_bytes == 0 ? NULL : &table[own_rank];
    int source, place = 0;
    qdr_message_offer *own = NULL;

    if (self != NULL && !self->refuses && peer != MPI_ANY_SOURCE) {
        source = qdr_rank_in(MPI_COMM_WORLD, peer, comm);
        own = await(self, source, tag, comm);
    }
    if (own == NULL)
        return receive_as_usual(buffer, count, type, peer, tag, comm, status);
    PMPI_Wait(&own->request, status);
    qdr_processor_answer(qdr_processor_own(),
                         (double)own->tail_bytes * costs.byte_s);
    (void)take(find(&self->granted, own->source, tag));
    PMPI_Unpack(own->data, (int)own->bytes, &place, buffer, count, type, comm);
    free(own->data);
    free(own);
    return MPI_SUCCESS;
}
