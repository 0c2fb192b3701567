/* harness/self_tests/default_calls.c -- see default_calls.h. */
#include "harness/self_tests/default_calls.h"

static int doubles(const qdr_default_data *d)
{
    return (int)(d->bytes / (int64_t)sizeof(double));
}

static int part(const qdr_default_data *d)
{
    return (int)(d->bytes / d->num_procs);
}

static qdr_status plan_bcast(qdr_default_data *d)
{
    return qdr_plan_bcast(&d->plan, NULL, NULL, d->bytes, 0, MPI_COMM_WORLD,
                          &d->error);
}

static int bcast(qdr_default_data *d)
{
    return MPI_Bcast(d->rank == 0 ? d->send : d->receive, (int)d->bytes,
                     MPI_BYTE, 0, MPI_COMM_WORLD);
}

static qdr_status plan_scatter(qdr_default_data *d)
{
    return qdr_plan_scatter(&d->plan, NULL, NULL, d->bytes, NULL, MPI_BYTE, 0,
                            MPI_COMM_WORLD, &d->error);
}

static int scatter(qdr_default_data *d)
{
    return MPI_Scatter(d->send, part(d), MPI_BYTE, d->receive, part(d),
                       MPI_BYTE, 0, MPI_COMM_WORLD);
}

static qdr_status plan_gather(qdr_default_data *d)
{
    return qdr_plan_gather(&d->plan, NULL, NULL, d->bytes, NULL, MPI_BYTE, 0,
                           MPI_COMM_WORLD, &d->error);
}

static int gather(qdr_default_data *d)
{
    return MPI_Gather(d->send, part(d), MPI_BYTE, d->receive, part(d), MPI_BYTE,
                      0, MPI_COMM_WORLD);
}

static qdr_status plan_allgather(qdr_default_data *d)
{
    return qdr_plan_allgather(&d->plan, NULL, NULL, d->bytes, NULL, MPI_BYTE,
                              MPI_COMM_WORLD, &d->error);
}

static int allgather(qdr_default_data *d)
{
    return MPI_Allgather(d->send, part(d), MPI_BYTE, d->receive, part(d),
                         MPI_BYTE, MPI_COMM_WORLD);
}

static qdr_status plan_reduce(qdr_default_data *d)
{
    return qdr_plan_reduce(&d->plan, NULL, NULL, doubles(d), MPI_DOUBLE,
                           MPI_SUM, 0, MPI_COMM_WORLD, &d->error);
}

static int reduce(qdr_default_data *d)
{
    return MPI_Reduce(d->send, d->receive, doubles(d), MPI_DOUBLE, MPI_SUM, 0,
                      MPI_COMM_WORLD);
}

static qdr_status plan_allreduce(qdr_default_data *d)
{
    return qdr_plan_allreduce(&d->plan, NULL, NULL, doubles(d), MPI_DOUBLE,
                              MPI_SUM, MPI_COMM_WORLD, &d->error);
}

static int allreduce(qdr_default_data *d)
{
    return MPI_Allreduce(d->send, d->receive, doubles(d), MPI_DOUBLE, MPI_SUM,
                         MPI_COMM_WORLD);
}

static qdr_status plan_reduce_scatter(qdr_default_data *d)
{
    return qdr_plan_reduce_scatter(&d->plan, NULL, NULL, doubles(d), NULL,
                                   MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,
                                   &d->error);
}

static int reduce_scatter(qdr_default_data *d)
{
    return MPI_Reduce_scatter_block(d->send, d->receive,
                                    doubles(d) / d->num_procs, MPI_DOUBLE,
                                    MPI_SUM, MPI_COMM_WORLD);
}

static qdr_status plan_alltoall(qdr_default_data *d)
{
    return qdr_plan_alltoall(&d->plan, NULL, NULL, d->bytes, MPI_COMM_WORLD,
                             &d->error);
}

static int alltoall(qdr_default_data *d)
{
    return MPI_Alltoall(d->send, (int)d->bytes, MPI_BYTE, d->receive,
                        (int)d->bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static qdr_status plan_alltoallv(qdr_default_data *d)
{
    return qdr_plan_alltoallv(&d->plan, NULL, NULL, d->counts, d->places,
                              MPI_BYTE, d->counts, d->places, MPI_BYTE,
                              MPI_COMM_WORLD, &d->error);
}

static int alltoallv(qdr_default_data *d)
{
    return MPI_Alltoallv(d->send, d->counts, d->places, MPI_BYTE, d->receive,
                         d->counts, d->places, MPI_BYTE, MPI_COMM_WORLD);
}

static int exchange_blocks(qdr_default_data *d)
{
    return qdr_exchange_blocks(d->send, d->num_procs, d->blocks, d->receive,
                               d->num_procs, d->blocks, MPI_COMM_WORLD,
                               &d->error);
}

const qdr_default_row qdr_default_rows[] = {
    {"bcast", QDR_DEFAULT_WHOLE, QDR_DEFAULT_ROOT, plan_bcast, NULL, bcast},
    {"scatter", QDR_DEFAULT_BYTES, QDR_DEFAULT_ROOT, plan_scatter, NULL,
     scatter},
    {"gather", QDR_DEFAULT_BYTES, QDR_DEFAULT_PART, plan_gather, NULL, gather},
    {"allgather", QDR_DEFAULT_BYTES, QDR_DEFAULT_PART, plan_allgather, NULL,
     allgather},
    {"reduce", QDR_DEFAULT_WHOLE, QDR_DEFAULT_VECTOR, plan_reduce, NULL,
     reduce},
    {"allreduce", QDR_DEFAULT_WHOLE, QDR_DEFAULT_VECTOR, plan_allreduce, NULL,
     allreduce},
    {"reduce_scatter", QDR_DEFAULT_DOUBLES, QDR_DEFAULT_VECTOR,
     plan_reduce_scatter, NULL, reduce_scatter},
    {"alltoall", QDR_DEFAULT_MESSAGE, QDR_DEFAULT_MESSAGES, plan_alltoall, NULL,
     alltoall},
    {"alltoallv", QDR_DEFAULT_MESSAGE, QDR_DEFAULT_MESSAGES, plan_alltoallv,
     NULL, alltoallv},
    {"exchange_blocks", QDR_DEFAULT_MESSAGE, QDR_DEFAULT_MESSAGES, NULL,
     exchange_blocks, alltoallv},
    {.operation = NULL}};
