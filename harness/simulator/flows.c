/* harness/simulator/flows.c -- see flows.h. */
#include "harness/simulator/flows.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/clock/clock.h"

enum { LARGE_BYTES = 1000000 };

/* Starts this rank's ends of the flows; the number of requests. */
static int start_ends(const qdr_flows *flows, int bytes, char *buffer,
                      MPI_Request *requests)
{
    int rank, num_requests = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < flows->count; i++) {
        qdr_flow flow = flows->at(i, flows->by);
        if (flow.dst == rank)
            MPI_Irecv(buffer + LARGE_BYTES, bytes, MPI_BYTE, flow.src, 0,
                      MPI_COMM_WORLD, &requests[num_requests++]);
        if (flow.src == rank)
            MPI_Issend(buffer, bytes, MPI_BYTE, flow.dst, 0, MPI_COMM_WORLD,
                       &requests[num_requests++]);
    }
    return num_requests;
}

/* Seconds until all flows have arrived, on rank 0. */
static double time_flows(const qdr_flows *flows, int bytes, char *buffer)
{
    MPI_Request requests[2];
    qdr_error error = {""};
    int64_t begin, end, last;

    if (qdr_clock_start_together(MPI_COMM_WORLD, 0, &error) != QDR_OK) {
        fprintf(stderr, "%s\n", error.text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    begin = qdr_clock_now_ns();
    MPI_Waitall(start_ends(flows, bytes, buffer, requests), requests,
                MPI_STATUSES_IGNORE);
    end = qdr_clock_now_ns();
    MPI_Reduce(&end, &last, 1, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    return (double)(last - begin) * 1e-9;
}

/* Whether rank 0 finds it off. */
static int print_row(const char *what, const char *unit, double found,
                     double expected)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0)
        return 0;
    printf("%-36s %9.2f %-4s  expected %.4g\n", what, found, unit, expected);
    return fabs(found - expected) > 0.01 * expected;
}

/* The only flow of a latency. */
static qdr_flow to_target(int number, int target)
{
    return (qdr_flow){number, target};
}

static int check_latencies(const qdr_flows_table *table, char *buffer)
{
    int num_off = 0;

    for (int target = table->first_target; target < table->end_target;
         target *= 2) {
        const qdr_flows one = {NULL, 1, to_target, target, 0};
        char what[32];
        snprintf(what, sizeof what, "latency to rank %d", target);
        num_off += print_row(what, "us", time_flows(&one, 0, buffer) * 1e6,
                             table->latency_us +
                                 QDR_ENVELOPE_BYTES / table->node_mb_s);
    }
    return num_off;
}

static int check_rates(const qdr_flows_table *table, char *buffer)
{
    int num_off = 0;

    for (const qdr_flows *row = table->rows; row->what != NULL; row++) {
        double seconds =
            time_flows(row, LARGE_BYTES, buffer) - table->latency_us * 1e-6;
        num_off += print_row(row->what, "MB/s",
                             (LARGE_BYTES + QDR_ENVELOPE_BYTES) / 1e6 / seconds,
                             row->expected_mb_s);
    }
    return num_off;
}

static int check(const qdr_flows_table *table)
{
    char *buffer = calloc(2, LARGE_BYTES);
    int num_off, num_procs;

    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (num_procs != table->num_nodes || buffer == NULL) {
        fprintf(stderr, "%d processes; accepted: %d\n", num_procs,
                table->num_nodes);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    num_off = check_latencies(table, buffer) + check_rates(table, buffer);
    free(buffer);
    MPI_Bcast(&num_off, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return num_off > 0;
}

int qdr_flows_run(int *argc, char ***argv, const qdr_flows_table *tables,
                  size_t num_tables)
{
    const char *path = getenv("QDR_MACHINE");
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    int status = 0, num_checked = 0;

    MPI_Init(argc, argv);
    for (size_t i = 0; i < num_tables; i++)
        if (slash != NULL && strcmp(slash + 1, tables[i].machine) == 0) {
            status |= check(&tables[i]);
            num_checked++;
        }
    MPI_Finalize();
    return status || num_checked == 0;
}
