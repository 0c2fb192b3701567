/* harness/netmap/start_beat.c -- see start_beat.h. */
#include "harness/netmap/start_beat.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static atomic_bool is_over = false;
static const char *rank_text = NULL;

static void print_line(const char *name)
{
    printf("netmap started %s %s\n", rank_text, name);
    fflush(stdout);
}

/* Calls nothing of MPI. */
static void *beat(void *name)
{
    const struct timespec second = {.tv_sec = 1};

    nanosleep(&second, NULL);
    while (!atomic_load(&is_over)) {
        print_line(name);
        nanosleep(&second, NULL);
    }
    return NULL;
}

/* The variables of Open MPI, PMIx, MPICH and SLURM. */
static const char *find_rank(void)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                            "PMI_RANK", "SLURM_PROCID"};
    const char *rank = NULL;

    for (int i = 0; i < 4 && rank == NULL; i++)
        rank = getenv(variables[i]);
    return rank;
}

void qdr_start_beat_begin(const char *name)
{
    pthread_t thread;

    rank_text = find_rank();
    if (rank_text == NULL)
        return;
    print_line(name);
    /* Without it a cut node is noticed later. */
    if (pthread_create(&thread, NULL, beat, (void *)name) == 0)
        pthread_detach(thread);
}

void qdr_start_beat_end(void)
{
    atomic_store(&is_over, true);
}
