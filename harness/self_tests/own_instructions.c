/* harness/self_tests/own_instructions.c -- own_instructions OPERATION: the
 * library's own work in a call of 8 bytes by messages, with MPI's calls
 * replaced by ones that do nothing. Run by 2 ranks below callgrind, which
 * counts the instructions of `measured`; alone it prints nanoseconds a call. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "kernels/quadrille.h"

enum { NUM_COUNTED = 1000, NUM_TIMED = 2000000, BYTES = 8 };

/* The plan is made, and executed once, with MPI. */
static int is_stubbed;

/* Replace the library's own. */
#define STUB(name, parameters, arguments)                                      \
    int MPI_##name parameters                                                  \
    {                                                                          \
        return is_stubbed ? MPI_SUCCESS : PMPI_##name arguments;               \
    }

STUB(Send,
     (const void *data, int count, MPI_Datatype type, int to, int tag,
      MPI_Comm comm),
     (data, count, type, to, tag, comm))
STUB(Ssend,
     (const void *data, int count, MPI_Datatype type, int to, int tag,
      MPI_Comm comm),
     (data, count, type, to, tag, comm))
STUB(Recv,
     (void *data, int count, MPI_Datatype type, int from, int tag,
      MPI_Comm comm, MPI_Status *status),
     (data, count, type, from, tag, comm, status))
STUB(Sendrecv,
     (const void *send, int send_count, MPI_Datatype send_type, int to,
      int send_tag, void *receive, int receive_count, MPI_Datatype receive_type,
      int from, int receive_tag, MPI_Comm comm, MPI_Status *status),
     (send, send_count, send_type, to, send_tag, receive, receive_count,
      receive_type, from, receive_tag, comm, status))
STUB(Isend,
     (const void *data, int count, MPI_Datatype type, int to, int tag,
      MPI_Comm comm, MPI_Request *request),
     (data, count, type, to, tag, comm, request))
STUB(Issend,
     (const void *data, int count, MPI_Datatype type, int to, int tag,
      MPI_Comm comm, MPI_Request *request),
     (data, count, type, to, tag, comm, request))
STUB(Irecv,
     (void *data, int count, MPI_Datatype type, int from, int tag,
      MPI_Comm comm, MPI_Request *request),
     (data, count, type, from, tag, comm, request))
STUB(Wait, (MPI_Request * request, MPI_Status *status), (request, status))
STUB(Waitall, (int count, MPI_Request *requests, MPI_Status *statuses),
     (count, requests, statuses))
STUB(Reduce_local,
     (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op),
     (from, to, count, type, op))

/* Not in shared memory, where a rank waits for as long as another one takes:
 * plans have a mode, and exchanges have nodes of one rank. */
static bool has_nodes = true;

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info,
                        MPI_Comm *out)
{
    return has_nodes ? PMPI_Comm_split_type(comm, type, key, info, out)
                     : PMPI_Comm_split(comm, key, key, out);
}

static const qdr_plan_options messages = {.size = sizeof messages,
                                          .mode = "dataflow"};

static qdr_status plan(const char *operation, qdr_plan **out, int p,
                       qdr_error *error)
{
    const MPI_Comm comm = MPI_COMM_WORLD;
    const MPI_Datatype type = MPI_DOUBLE;

    if (strcmp(operation, "bcast") == 0)
        return qdr_plan_bcast(out, NULL, &messages, BYTES, 0, comm, error);
    if (strcmp(operation, "scatter") == 0)
        return qdr_plan_scatter(out, NULL, &messages, p, NULL, type, 0, comm,
                                error);
    if (strcmp(operation, "gather") == 0)
        return qdr_plan_gather(out, NULL, &messages, p, NULL, type, 0, comm,
                               error);
    if (strcmp(operation, "allgather") == 0)
        return qdr_plan_allgather(out, NULL, &messages, p, NULL, type, comm,
                                  error);
    if (strcmp(operation, "reduce") == 0)
        return qdr_plan_reduce(out, NULL, &messages, 1, type, MPI_SUM, 0, comm,
                               error);
    if (strcmp(operation, "allreduce") == 0)
        return qdr_plan_allreduce(out, NULL, &messages, 1, type, MPI_SUM, comm,
                                  error);
    if (strcmp(operation, "alltoall") == 0)
        return qdr_plan_alltoall(out, NULL, NULL, BYTES, comm, error);
    return qdr_plan_reduce_scatter(out, NULL, &messages, p, NULL, type, MPI_SUM,
                                   comm, error);
}

static qdr_status execute(qdr_plan *made, const char *send, char *receive,
                          int p, qdr_error *error)
{
    const qdr_block blocks[] = {{0, 0, BYTES}, {1, BYTES, BYTES}};

    return made != NULL ? qdr_plan_execute(made, send, receive, error)
                        : qdr_exchange_blocks(send, p, blocks, receive, p,
                                              blocks, MPI_COMM_WORLD, error);
}

/* Callgrind finds it by its name. */
qdr_status measured(qdr_plan *made, const char *send, char *receive, int p,
                    int num_calls, qdr_error *error);

__attribute__((noinline)) qdr_status measured(qdr_plan *made, const char *send,
                                              char *receive, int p,
                                              int num_calls, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < num_calls && status == QDR_OK; i++)
        status = execute(made, send, receive, p, error);
    return status;
}

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    /* The ranks' buffers, longer than any needs. */
    static char send[1024], receive[1024];
    int rank, p;
    qdr_plan *made = NULL;
    qdr_plan_info info = {.size = sizeof info};
    qdr_error error;
    double begin_ns;
    qdr_status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    has_nodes = strcmp(argv[1], "exchange_blocks") != 0;
    status = has_nodes ? plan(argv[1], &made, p, &error) : QDR_OK;
    if (status == QDR_OK)
        status = execute(made, send, receive, p, &error);
    is_stubbed = 1;
    if (status == QDR_OK)
        status = measured(made, send, receive, p, NUM_COUNTED, &error);
    begin_ns = now_ns();
    if (status == QDR_OK && argc > 2)
        status = measured(made, send, receive, p, NUM_TIMED, &error);
    begin_ns = now_ns() - begin_ns;
    is_stubbed = 0;
    if (status == QDR_OK && made != NULL)
        status = qdr_plan_get_info(made, &info, &error);
    if (status != QDR_OK)
        fprintf(stderr, "%s\n", error.text);
    else
        printf("%s %s %d %.1f\n", argv[1],
               made == NULL ? "none" : info.algorithm, rank,
               begin_ns / NUM_TIMED);
    qdr_plan_free(&made);
    MPI_Finalize();
    return status != QDR_OK;
}
