/* harness/self_tests/two_stage_mpi_test.c -- the parameters of two_stage,
 * through MPI.
 *
 * Element sizes that divide the messages and that do not, with and without the
 * shuffle, bit for bit. Values that differ between ranks are refused on every
 * rank. A rank that expects too little fails, and no other rank hangs.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "harness/self_tests/trial.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"

/* Rank 0 may be made to expect so many bytes less of its first message. */
static qdr_status try(const char *parameters, int kind, int num_missing, int p,
                      qdr_error *error)
{
    const qdr_kernel *kernel;
    char text[128];
    qdr_values values;
    qdr_pattern pattern = {0};
    qdr_exchange exchange = {.comm = MPI_COMM_WORLD};
    qdr_buffer_layout *layout = &exchange.layout;
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_buffers buffers = {0};
    qdr_problem problem = {.collective = QDR_ALLTOALLV,
                           .num_procs = p,
                           .messages.pattern = &pattern,
                           .seed = 3,
                           .values = &values};
    int rank;
    qdr_status status = qdr_kernel_find("two_stage", &kernel, error);

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    strcpy(text, parameters);
    if (status == QDR_OK) {
        qdr_values_init(&values, kernel->parameters);
        status = qdr_values_read(&values, kernel->name, text, error);
    }
    if (status == QDR_OK)
        status = qdr_pattern_init_kind(&pattern, kind, p, error);
    if (status == QDR_OK)
        status =
            qdr_buffer_layout_init(layout, &problem, rank, QDR_PACKED, error);
    if (status == QDR_OK && rank == 0 && layout->num_receives > 0)
        layout->receives[0].bytes -= num_missing;
    if (status == QDR_OK)
        status = qdr_exchange_bind_engine(
            &exchange, kernel, qdr_engine_of(kernel), &problem, error);
    info = qdr_trial_info(&exchange);
    if (status == QDR_OK)
        status = qdr_buffers_init(&buffers, &info, rank, problem.num_procs,
                                  kernel->collective, error);
    for (int i = num_missing > 0; i < 2 && status == QDR_OK; i++) {
        qdr_buffers_poison(&buffers);
        status = qdr_exchange_execute(&exchange, buffers.send, buffers.receive,
                                      error);
        if (status == QDR_OK)
            status = qdr_buffers_verify(&buffers, error);
    }
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    qdr_pattern_cleanup(&pattern);
    return status;
}

static int count_wrong(int rank, int p)
{
    static const char *const sizes[] = {"1", "3", "8", "2000"};
    static const char *const shuffles[] = {"false", "true"};
    static const char *const exchanges[] = {"lp_barrier", "drs_n_polling"};
    int num_wrong = 0;

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int way = 0; way < 4; way++)
            for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
                char text[128];
                qdr_error error = {""};
                snprintf(text, sizeof text,
                         "element_bytes=%s;shuffle=%s;stage_exchange=%s",
                         sizes[s], shuffles[way % 2], exchanges[way / 2]);
                if (try(text, kind, 0, p, &error) == QDR_OK)
                    continue;
                fprintf(stderr, "rank %d of %d, %s, %s: %s\n", rank, p, text,
                        qdr_pattern_kind_name(kind), error.text);
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
    if (p > 1) {
        num_wrong += try(rank == 1 ? "element_bytes=5" : "element_bytes=4", 1,
                         0, p, &error) != QDR_ERROR_INPUT;
        num_wrong += try(rank == 1 ? "shuffle=true" : "shuffle=false", 1, 0, p,
                         &error) != QDR_ERROR_INPUT;
        /* Nobody waits for a rank that fails. */
        num_wrong +=
            try("", 1, 8, p, &error) != (rank == 0 ? QDR_ERROR_CHECK : QDR_OK);
    }
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
