/* kernels/plan/mpi/plan_tags.c -- see plan_tags.h. */
#include "kernels/plan/mpi/plan_tags.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

static int find_last_tag(MPI_Comm comm)
{
    enum { ENOUGH = 1 << 22 };
    int *max = NULL, is_set = 0;

    MPI_Comm_get_attr(comm, MPI_TAG_UB, &max, &is_set);
    return !is_set || *max > ENOUGH ? ENOUGH : *max;
}

void qdr_plan_tags_init(qdr_plan_tags *of, MPI_Comm comm)
{
    *of = (qdr_plan_tags){.next = QDR_TAG_FIRST_PLAN,
                          .last = find_last_tag(comm)};
    pthread_mutex_init(&of->lock, NULL);
}

void qdr_plan_tags_cleanup(qdr_plan_tags *of)
{
    pthread_mutex_destroy(&of->lock);
    free(of->tags);
}

/* Under the lock. */
static bool is_used(const qdr_plan_tags *of, int tag)
{
    for (int i = 0; i < of->count; i++)
        if (of->tags[i] == tag)
            return true;
    return false;
}

/* The first free tag from `tag` on; a number beyond the last one if there is
 * none. Under the lock. */
static int64_t find_free(const qdr_plan_tags *of, int64_t tag)
{
    while (tag <= of->last && is_used(of, (int)tag))
        tag++;
    return tag;
}

/* Room for one tag more; under the lock. */
static bool has_room(qdr_plan_tags *of)
{
    int room = 2 * of->room + 4;
    int *tags;

    if (of->count < of->room)
        return true;
    tags = realloc(of->tags, (size_t)room * sizeof *tags);
    if (tags == NULL)
        return false;
    of->tags = tags;
    of->room = room;
    return true;
}

/* The tag that this rank proposes, `from` or higher. */
static int64_t propose(qdr_plan_tags *of, int64_t from)
{
    int64_t tag;

    pthread_mutex_lock(&of->lock);
    tag = has_room(of) ? find_free(of, from) : INT64_MAX;
    if (tag == (int64_t)of->last + 1)
        tag = find_free(of, QDR_TAG_FIRST_PLAN);
    pthread_mutex_unlock(&of->lock);
    return tag;
}

static void take(qdr_plan_tags *of, int tag)
{
    pthread_mutex_lock(&of->lock);
    of->tags[of->count++] = tag;
    of->next = tag < of->last ? tag + 1 : QDR_TAG_FIRST_PLAN;
    pthread_mutex_unlock(&of->lock);
}

qdr_status qdr_plan_tags_take(qdr_plan_tags *of, MPI_Comm comm, int *out_tag,
                              qdr_error *error)
{
    enum { MAX_TRIES = 100 };
    int64_t tag = propose(of, of->next);

    for (int i = 0; i < MAX_TRIES; i++) {
        int64_t ends[] = {tag, -tag}; /* max and min */
        qdr_status status = qdr_agree_max(comm, ends, 2, error);
        if (status != QDR_OK)
            return status;
        if (ends[0] == INT64_MAX)
            return qdr_fail_memory(error, "the tag of a plan");
        if (ends[0] > of->last)
            break;
        if (ends[0] == -ends[1]) {
            take(of, (int)tag);
            *out_tag = (int)tag;
            return QDR_OK;
        }
        tag = propose(of, ends[0]);
    }
    return qdr_fail(error, QDR_ERROR_MEMORY,
                    "no tag for another plan of this communicator; accepted: "
                    "up to %d at a time",
                    of->last - QDR_TAG_FIRST_PLAN);
}

void qdr_plan_tags_release(qdr_plan_tags *of, int tag)
{
    pthread_mutex_lock(&of->lock);
    for (int i = 0; i < of->count; i++)
        if (of->tags[i] == tag) {
            of->tags[i] = of->tags[--of->count];
            break;
        }
    pthread_mutex_unlock(&of->lock);
}
