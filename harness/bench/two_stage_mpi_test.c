/* harness/bench/two_stage_mpi_test.c -- the options of two_stage, through MPI.
 *
 * Element sizes that divide the messages and that do not, with and without the
 * shuffle, bit for bit; options that the ranks do not share, or that are wrong,
 * are refused on every rank; a rank that expects too little fails, and hangs
 * none.
 */
#include <mpi.h>
#include <stdio.h>

#include "harness/bench/stamp.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"

/* Rank 0 may be made to expect so many bytes less of its first message. */
static qdr_status try_options(qdr_dynamic_options options, int kind,
                              int num_missing, int rank, int p,
                              qdr_error *error)
{
    const qdr_kernel *kernel;
    qdr_pattern pattern = {0};
    qdr_placement placement = {0};
    qdr_exchange exchange = {0};
    qdr_buffers buffers = {0};
    const qdr_problem problem = {
        .pattern = &pattern, .seed = 3, .dynamic = options};
    qdr_status status = qdr_kernel_find("two_stage", &kernel, error);

    if (status == QDR_OK)
        status = qdr_pattern_init_kind(&pattern, kind, p, error);
    if (status == QDR_OK)
        status =
            qdr_placement_init(&placement, &pattern, rank, QDR_PACKED, error);
    if (status == QDR_OK && rank == 0 && placement.num_receives > 0)
        placement.receives[0].bytes -= num_missing;
    if (status == QDR_OK)
        status = qdr_exchange_init_unscheduled(
            &exchange, kernel, &problem, &placement, MPI_COMM_WORLD, error);
    if (status == QDR_OK)
        status = qdr_buffers_init(&buffers, &exchange, error);
    for (int i = num_missing > 0; i < 2 && status == QDR_OK; i++) {
        qdr_buffers_spoil(&buffers, &exchange);
        status = qdr_exchange_execute(&exchange, buffers.send, buffers.receive,
                                      error);
        if (status == QDR_OK)
            status = qdr_buffers_verify(&buffers, &exchange, error);
    }
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    qdr_placement_cleanup(&placement);
    qdr_pattern_cleanup(&pattern);
    return status;
}

static int count_wrong(int rank, int p)
{
    static const int sizes[] = {1, 3, 8, 2000};
    int num_wrong = 0;

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int way = 0; way < 4; way++)
            for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
                qdr_error error = {""};
                if (try_options(
                        (qdr_dynamic_options){.element_bytes = sizes[s],
                                              .is_shuffled = way % 2 == 1,
                                              .has_random_stages =
                                                  way / 2 == 1},
                        kind, 0, rank, p, &error) == QDR_OK)
                    continue;
                fprintf(stderr, "rank %d of %d, size %d, way %d, %s: %s\n",
                        rank, p, sizes[s], way, qdr_pattern_kind_name(kind),
                        error.text);
                num_wrong++;
            }
    return num_wrong;
}

int main(int argc, char **argv)
{
    int rank, p, num_wrong;
    qdr_error error = {""};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    num_wrong = count_wrong(rank, p);
    num_wrong += try_options((qdr_dynamic_options){.element_bytes =
                                                       rank == p - 1 ? -1 : 4,
                                                   .is_shuffled = false},
                             1, 0, rank, p, &error) != QDR_ERROR_INPUT;
    if (p > 1) {
        num_wrong +=
            try_options((qdr_dynamic_options){.element_bytes = 4 + rank,
                                              .is_shuffled = false},
                        1, 0, rank, p, &error) != QDR_ERROR_INPUT;
        num_wrong +=
            try_options((qdr_dynamic_options){.element_bytes = 4,
                                              .is_shuffled = rank == 1},
                        1, 0, rank, p, &error) != QDR_ERROR_INPUT;
        /* Nobody waits for a rank that fails. */
        num_wrong += try_options((qdr_dynamic_options){.element_bytes = 4,
                                                       .is_shuffled = false},
                                 1, 8, rank, p, &error) !=
                     (rank == 0 ? QDR_ERROR_CHECK : QDR_OK);
    }
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
