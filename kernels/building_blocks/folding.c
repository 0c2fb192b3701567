/* kernels/building_blocks/folding.c -- see folding.h. */
#include "kernels/building_blocks/folding.h"

qdr_folding qdr_folding_of(const qdr_problem *problem, int num_folded)
{
    return (qdr_folding){.problem = problem,
                         .num_folded = num_folded,
                         .enters = qdr_collective_combines(problem->collective),
                         .leaves = problem->collective != QDR_REDUCE};
}

/* Of pair k, the rank that takes part. */
static int first_of_pair(const qdr_folding *f, int k)
{
    bool is_roots = qdr_collective_has_root(f->problem->collective) &&
                    f->problem->vector.root == 2 * k + 1;

    return is_roots ? 2 * k + 1 : 2 * k;
}

int qdr_folding_rank(const qdr_folding *f, int number)
{
    return number < f->num_folded ? first_of_pair(f, number)
                                  : number + f->num_folded;
}

int qdr_folding_number(const qdr_folding *f, int rank)
{
    if (rank >= 2 * f->num_folded)
        return rank - f->num_folded;
    return rank == first_of_pair(f, rank / 2) ? rank / 2 : -1;
}

double qdr_folding_us(const qdr_folding *f)
{
    const qdr_network *network = qdr_problem_network(f->problem);
    double kbytes = (double)f->problem->vector.bytes * 1e-3;

    if (f->num_folded == 0)
        return 0;
    return (f->enters + f->leaves) *
               (qdr_network_message_us(network,
                                       (double)f->problem->vector.bytes) +
                network->beta_ns * kbytes) +
           f->enters * network->gamma_ns * kbytes;
}

void qdr_folding_add_cost(const qdr_folding *f, qdr_cost *cost)
{
    if (f->num_folded == 0 || f->problem->vector.bytes == 0)
        return;
    cost->alpha += f->enters + f->leaves;
    cost->beta += (f->enters + f->leaves) * f->problem->vector.bytes;
    cost->gamma += f->enters ? f->problem->vector.bytes : 0;
}

qdr_status qdr_folding_add(const qdr_folding *f, bool is_entry, int64_t round,
                           qdr_schedule_builder *builder, qdr_error *error)
{
    const qdr_problem *problem = f->problem;
    bool is_empty =
        problem->vector.bytes == 0 || !(is_entry ? f->enters : f->leaves);
    qdr_status status = QDR_OK;

    for (int k = 0; k < f->num_folded && !is_empty && status == QDR_OK; k++) {
        int inside = first_of_pair(f, k), outside = 4 * k + 1 - inside;
        bool is_needed = !problem->view.is_part ||
                         problem->view.rank == inside ||
                         problem->view.rank == outside;
        if (is_needed)
            status = qdr_schedule_builder_add(
                builder, round,
                (qdr_transfer){.src = is_entry ? outside : inside,
                               .dst = is_entry ? inside : outside,
                               .bytes = problem->vector.bytes,
                               .num_blocks = 1,
                               .combines = is_entry},
                error);
    }
    return status;
}
