/* harness/netmap/post.c -- see post.h. */
#include "harness/netmap/post.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void print_alive(void)
{
    static double next = 0;
    double now = MPI_Wtime();
    int rank;

    if (now < next)
        return;
    next = now + 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        puts("netmap alive");
        fflush(stdout);
    }
}

/* How often this rank has looked since the last message. */
static int num_looks = 0;

/* The longer nothing comes, the longer it sleeps: a pair is measured at once,
 * and idle ranks that share cores with it do not disturb it. */
static void doze(qdr_patience patience)
{
    enum {
        MIN_NS = 100000,
        MAX_NS = 2000000,
        LONG_NS = 20000000,
        MAX_LOOKS = 80
    };
    struct timespec time = {.tv_nsec = LONG_NS};

    num_looks += num_looks < MAX_LOOKS;
    if (patience == QDR_DOZING)
        time.tv_nsec = MIN_NS + (MAX_NS - MIN_NS) / MAX_LOOKS * num_looks;
    nanosleep(&time, NULL);
}

void qdr_post_wait(qdr_patience patience)
{
    print_alive();
    if (patience == QDR_AWAKE)
        sched_yield();
    else
        doze(patience);
}

/* A message that was thrown, until it is sent. One to a rank that does not
 * answer stays. */
typedef struct thrown {
    struct thrown *next;
    MPI_Request request;
    char bytes[];
} thrown;

static thrown *pending = NULL;

static void free_sent(void)
{
    for (thrown **each = &pending; *each != NULL;) {
        thrown *one = *each;
        int is_sent = 0;
        if (MPI_Test(&one->request, &is_sent, MPI_STATUS_IGNORE) !=
                MPI_SUCCESS ||
            !is_sent) {
            each = &one->next;
            continue;
        }
        *each = one->next;
        free(one);
    }
}

bool qdr_post_throw(const void *bytes, int length, int to, qdr_post_tag tag)
{
    thrown *one = malloc(sizeof *one + (size_t)length);

    free_sent();
    if (one == NULL)
        return false;
    memcpy(one->bytes, bytes, (size_t)length);
    if (MPI_Isend(one->bytes, length, MPI_BYTE, to, (int)tag, MPI_COMM_WORLD,
                  &one->request) != MPI_SUCCESS) {
        free(one);
        return false;
    }
    one->next = pending;
    pending = one;
    return true;
}

void qdr_post_finish(double limit_s)
{
    const double until = MPI_Wtime() + limit_s;

    for (free_sent(); pending != NULL && MPI_Wtime() < until; free_sent())
        qdr_post_wait(QDR_DOZING);
}

bool qdr_post_take(void *bytes, int length, int from, qdr_post_tag tag,
                   int *out_from)
{
    int is_there = 0, count = 0;
    MPI_Status status;

    if (MPI_Iprobe(from, (int)tag, MPI_COMM_WORLD, &is_there, &status) !=
            MPI_SUCCESS ||
        !is_there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &count);
    if (count > length)
        return false;
    num_looks = 0;
    *out_from = status.MPI_SOURCE;
    return MPI_Recv(bytes, length, MPI_BYTE, status.MPI_SOURCE, (int)tag,
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}
