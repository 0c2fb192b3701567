/* harness/calibrate/calibrate_main.c -- one launch of a calibration.
 *
 * usage: calibrate LAUNCH LINE SAMPLES NODE_RANKS
 *
 * `quadrille calibrate` starts it under mpirun, srun or smpirun, on at least
 * LINE ranks. It uses the first LINE of them, and rank 0 prints the samples as
 * csv. Rank r is on node r / NODE_RANKS; 0: ranks that share memory share a
 * node. The order of the items is drawn from LAUNCH. Exit status: 0 all samples
 * are there, 2 wrong use, 1 anything else.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/timing.h"
#include "harness/clock/clock.h"
#include "harness/clock/timed_program.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/api/plan_calls.h"

typedef struct arguments {
    int launch, line, num_samples, node_ranks;
} arguments;

static qdr_status read_arguments(int argc, char **argv, arguments *out,
                                 qdr_error *error)
{
    int num_procs;

    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (argc == 5)
        *out = (arguments){atoi(argv[1]), atoi(argv[2]), atoi(argv[3]),
                           atoi(argv[4])};
    if (argc == 5 && out->line >= 2 && out->line <= num_procs &&
        out->num_samples >= 1 && out->node_ranks >= 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "usage: calibrate LAUNCH LINE SAMPLES NODE_RANKS, on LINE "
                    "ranks or more; `quadrille calibrate` starts it");
}

/* The nodes of all ranks. */
static qdr_status number_nodes(const arguments *from, MPI_Comm comm,
                               int num_procs, int *out_numbers,
                               qdr_error *error)
{
    if (from->node_ranks == 0)
        return qdr_plan_number_nodes(comm, out_numbers, error);
    for (int r = 0; r < num_procs; r++)
        out_numbers[r] = r / from->node_ranks;
    return QDR_OK;
}

static qdr_status find_line(const arguments *from, MPI_Comm comm,
                            qdr_timed_line *out_line, qdr_error *error)
{
    int rank, num_procs;
    qdr_node_map nodes = {0};
    int *numbers;
    qdr_status status = QDR_OK;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    numbers = malloc((size_t)num_procs * sizeof *numbers);
    if (numbers == NULL)
        status = qdr_fail_memory(error, "the nodes");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = number_nodes(from, comm, num_procs, numbers, error);
    if (status == QDR_OK)
        status = qdr_node_map_init(&nodes, from->line, numbers, error);
    if (status == QDR_OK)
        *out_line = qdr_timed_line_of_nodes(&nodes, rank);
    qdr_node_map_cleanup(&nodes);
    free(numbers);
    return qdr_agree(comm, status, error);
}

/* "Open MPI v4.1.4", without what tells who built it, and where. */
static void name_library(char *name)
{
    int length;
    char *end;

    MPI_Get_library_version(name, &length);
    name[strcspn(name, ",\n\"")] = '\0';
    end = strstr(name, ". ");
    if (end != NULL)
        *end = '\0';
    for (char *c = name; *c != '\0'; c++)
        if (*c == '\t')
            *c = ' ';
}

static void print_samples(const arguments *from, const qdr_item *item,
                          const qdr_samples *samples, const char *library)
{
    for (int i = 0; i < samples->count; i++)
        printf("%d,%s,%s,%d,%d,%d,%d,%.3f\n", from->launch, library,
               qdr_quantity_string(item->quantity), item->bytes, item->pairs,
               item->messages, i + 1,
               (double)qdr_item_ns(item, samples, i) / qdr_item_share(item));
}

static qdr_status time_items(const arguments *from, MPI_Comm comm,
                             qdr_error *error)
{
    qdr_item items[QDR_MAX_ITEMS];
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    int rank, count = 0;
    qdr_timed_line line;
    qdr_timing timing = {0};
    qdr_status status = find_line(from, comm, &line, error);

    if (status == QDR_OK)
        status =
            qdr_timing_init(&timing, comm, &line, from->num_samples, error);
    if (status == QDR_OK)
        count = qdr_items_list(&line, (uint64_t)from->launch, items);
    MPI_Comm_rank(comm, &rank);
    name_library(library);
    if (rank == 0)
        printf(QDR_ITEM_TIMES_HEADER);
    for (int i = 0; i < count && status == QDR_OK; i++) {
        qdr_samples samples = {0};
        status = qdr_clock_resync(comm, error);
        if (status == QDR_OK)
            status = qdr_item_time(&items[i], &timing, &samples, error);
        print_samples(from, &items[i], &samples, library);
        qdr_samples_cleanup(&samples);
    }
    qdr_timing_cleanup(&timing);
    if (status == QDR_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "standard output cannot be written");
    return status;
}

static qdr_status run(int argc, char **argv, MPI_Comm comm, qdr_error *error)
{
    arguments from = {0};
    qdr_status status = read_arguments(argc, argv, &from, error);

    return status == QDR_OK ? time_items(&from, comm, error) : status;
}

int main(int argc, char **argv)
{
    return qdr_timed_program(argc, argv, "calibrate", run);
}
