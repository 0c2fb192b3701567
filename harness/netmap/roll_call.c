/* harness/netmap/roll_call.c -- see roll_call.h. */
#include "harness/netmap/roll_call.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/netmap/netmap_record.h"
#include "harness/netmap/post.h"

void qdr_greet(const char *name)
{
    (void)qdr_post_throw(name, QDR_NODE_NAME, 0, QDR_POST_HELLO);
}

typedef char node_name[QDR_NODE_NAME];

static void print_rank(int rank, const char *name)
{
    printf("netmap rank %d %s\n", rank, name);
}

/* The names of all ranks; returns how many there are before the limit. */
static int hear_names(const qdr_party *p, node_name *names)
{
    const double until = MPI_Wtime() + p->limit_s;
    int count = 1, from;
    node_name name;

    while (count < p->num_ranks && MPI_Wtime() < until) {
        if (!qdr_post_take(name, sizeof name, MPI_ANY_SOURCE, QDR_POST_HELLO,
                           &from)) {
            qdr_post_wait(QDR_DOZING);
            continue;
        }
        name[sizeof name - 1] = '\0';
        strcpy(names[from], name);
        print_rank(from, name);
        count++;
    }
    return count;
}

/* The first rank of each node takes part. */
static void number_nodes(qdr_party *p, node_name *names, bool of_ranks)
{
    for (int r = 0; r < p->num_ranks; r++) {
        bool is_new = true;
        for (int i = 0; i < p->num_nodes && is_new && !of_ranks; i++)
            is_new = strcmp(names[p->ranks[i]], names[r]) != 0;
        if (is_new)
            p->ranks[p->num_nodes++] = r;
    }
}

static void print_nodes(const qdr_party *p, node_name *names, bool of_ranks)
{
    printf("netmap nodes %d\n", p->num_nodes);
    for (int i = 0; i < p->num_nodes; i++)
        if (of_ranks)
            printf("netmap node %d %d\n", i, i);
        else
            printf("netmap node %d %s\n", i, names[p->ranks[i]]);
    fflush(stdout);
}

qdr_status qdr_meet(qdr_party *party, const char *name, bool of_ranks,
                    bool *out_is_complete, qdr_error *error)
{
    node_name *names = calloc((size_t)party->num_ranks, sizeof *names);
    const size_t size = sizeof *party->ranks;

    if (names == NULL)
        return qdr_fail_memory(error, "the names of nodes");
    strcpy(names[0], name);
    print_rank(0, name);
    *out_is_complete = hear_names(party, names) == party->num_ranks;
    if (*out_is_complete) {
        number_nodes(party, names, of_ranks);
        print_nodes(party, names, of_ranks);
        for (int r = 1; r < party->num_ranks; r++)
            (void)qdr_post_throw(party->ranks, (int)size * party->num_nodes, r,
                                 QDR_POST_NODES);
    }
    free(names);
    return QDR_OK;
}

/* The reports that come before the limit; those of node 0 are there. */
static void collect_heard(const qdr_party *p, double until, bool *reported,
                          bool *heard)
{
    const int n = p->num_nodes;
    const size_t row_bytes = (size_t)n * sizeof *heard;
    bool *row = heard + (size_t)n * (size_t)n; /* room behind the table */
    int count = 1, from;

    while (count < n && MPI_Wtime() < until) {
        if (!qdr_post_take(row, n, MPI_ANY_SOURCE, QDR_POST_HEARD, &from)) {
            qdr_post_wait(QDR_DOZING);
            continue;
        }
        for (int i = 0; i < n; i++)
            if (p->ranks[i] == from) {
                memcpy(heard + (size_t)i * (size_t)n, row, row_bytes);
                reported[i] = true;
            }
        count++;
    }
}

static void print_unanswered(const qdr_unanswered *of)
{
    const int n = of->num_nodes;

    for (int i = 0; i < n; i++)
        if (of->silent[i])
            printf("netmap silent %d\n", i);
    for (int at = 0; at < n * n; at++)
        if (of->pairs[at])
            printf("netmap dead %d %d\n", at / n, at % n);
    fflush(stdout);
}

qdr_status qdr_roll_call(qdr_party *party, int from, int to, qdr_error *error)
{
    const size_t n = (size_t)party->num_nodes;
    const double until = MPI_Wtime() + party->limit_s;
    const qdr_netmap_task task = {.kind = QDR_TASK_REACH};
    qdr_unanswered found = {0};
    bool *heard = calloc(n * n + 2 * n, sizeof *heard);
    bool *reported = heard + n * n + n;
    qdr_status status = heard == NULL
                            ? qdr_fail_memory(error, "the nodes")
                            : qdr_unanswered_init(&found, (int)n, error);

    if (status == QDR_OK) {
        for (size_t i = 1; i < n; i++)
            (void)qdr_post_throw(&task, sizeof task, party->ranks[i],
                                 QDR_POST_TASK);
        qdr_party_reach(party, heard);
        reported[0] = true;
        collect_heard(party, until, reported, heard);
        qdr_unanswered_conclude(&found, reported, heard);
        if (!found.is_any)
            found.pairs[qdr_pair_at((int)n, from, to)] = true;
        print_unanswered(&found);
    }
    qdr_unanswered_cleanup(&found);
    free(heard);
    return status;
}
