/* kernels/scatter/scatter_linear.c -- each rank's part straight from the root.
 *
 * Source:  what MPI libraries do for long parts.
 * Idea:    the root sends one part after another. No rank forwards, so no byte
 *          is sent twice, and a rank waits for its own part only. Ranks without
 *          a part are left out.
 * Cost:    T = m alpha + (p - 1)/p n beta, m ranks with parts but the root, if
 *          a sender is busy for all of alpha. Else the last part starts when
 *          those before it have left: for each, the longer of the sender's
 *          overhead and the time of its bytes. p ranks, n total bytes; alpha
 *          s/message, beta s/byte.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: none.
 * Example: p = 4, root 1: 1-2 | 1-3 | 1-0.
 */
#include "kernels/kernel.h"
#include "kernels/trees/lambda_tree.h"

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->num_procs;
    qdr_schedule_builder builder = {.num_rounds =
                                        problem->view.is_part ? p - 1 : 0};
    qdr_status status = QDR_OK;

    for (int i = 1; i < p && status == QDR_OK; i++) {
        int rank = (problem->vector.root + i) % p;
        bool is_wanted = !problem->view.is_part || problem->view.rank == rank ||
                         problem->view.rank == problem->vector.root;
        if (is_wanted && qdr_problem_part_bytes(problem, rank) > 0)
            status = qdr_schedule_builder_add(
                &builder, i - 1,
                (qdr_transfer){.src = problem->vector.root,
                               .dst = rank,
                               .offset = qdr_problem_part_begin(problem, rank),
                               .bytes = qdr_problem_part_bytes(problem, rank),
                               .num_blocks = 1},
                error);
    }
    return qdr_schedule_builder_finish(&builder, status, p, schedule, error);
}

static qdr_status cost(const qdr_problem *problem, qdr_cost *out_cost,
                       qdr_error *error)
{
    (void)error;
    *out_cost = (qdr_cost){
        .beta = problem->vector.bytes -
                qdr_problem_part_bytes(problem, problem->vector.root)};
    for (int rank = 0; rank < problem->num_procs; rank++)
        out_cost->alpha += rank != problem->vector.root &&
                           qdr_problem_part_bytes(problem, rank) > 0;
    return QDR_OK;
}

static qdr_status predict(const qdr_problem *problem, double *out_us,
                          qdr_error *error)
{
    int p = problem->num_procs;
    double start_us = 0;

    (void)error;
    *out_us = 0;
    for (int i = 1; i < p; i++) {
        int64_t bytes =
            qdr_problem_part_bytes(problem, (problem->vector.root + i) % p);
        qdr_tree_message one = qdr_tree_message_of(problem, bytes);
        if (bytes == 0)
            continue;
        *out_us = start_us + one.arrive_us;
        start_us += one.unit_us;
    }
    return QDR_OK;
}

const qdr_kernel qdr_scatter_linear = {
    .name = "scatter_linear",
    .label = "Scatter (linear)",
    .collective = QDR_SCATTER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_WINDOW, .window = 32},
    .exactness = QDR_EXACT,
    .build = build,
    .problem_cost = cost,
    .predict = predict,
};
