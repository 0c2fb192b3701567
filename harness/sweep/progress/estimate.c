/* harness/sweep/progress/estimate.c -- see estimate.h. */
#include "harness/sweep/progress/estimate.h"

/* Round numbers, measured on an ordinary machine of 2 cores. */
static const double start_s = 0.5;    /* mpirun, or a simulation */
static const double cell_s = 0.005;   /* planning, verifying */
static const double message_s = 2e-6; /* measured */
static const double bytes_per_s = 1e9;
/* Simulated: every rank reads the whole pattern, and every byte is copied and
 * verified by one process. */
static const double message_simulated_s = 1e-5;
static const double message_rank_s = 8e-7;
static const double bytes_simulated_per_s = 1e8;
static const double process_s = 0.5; /* start-up, mostly */

/* One cell of a pattern. */
static double estimate_cell_s(const qdr_sweep *sweep, int procs,
                              const qdr_amount *amount)
{
    const qdr_measuring *m = &sweep->experiment->measuring;
    bool is_simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;
    double executions =
        is_simulated ? 1
                     : m->warmup + (m->repetitions + m->max_repetitions) / 2.0;
    double once_s =
        amount->messages * (is_simulated ? message_simulated_s : message_s);
    double all_s;

    once_s +=
        amount->bytes / (is_simulated ? bytes_simulated_per_s : bytes_per_s);
    if (is_simulated)
        once_s += amount->messages * procs * message_rank_s;
    if (sweep->experiment->num_processes > 0)
        once_s = process_s;
    all_s = executions * once_s;
    return cell_s +
           (m->cell_cap_s > 0 && all_s > m->cell_cap_s ? m->cell_cap_s : all_s);
}

double qdr_estimate_launch_s(const qdr_sweep *sweep, const qdr_launch *launch)
{
    const qdr_experiment *e = sweep->experiment;
    double all_s = start_s;

    for (int64_t i = 0; i < launch->num_cells;) {
        qdr_cell cell = qdr_experiment_cell(e, qdr_launch_cell(e, launch, i));
        const qdr_workload_input input = qdr_cell_input(&cell);
        const qdr_amount amount = qdr_workload_amount(cell.workload, &input);
        int64_t next = i + launch->num_variants -
                       (launch->begin + i) % launch->num_variants;
        if (next > launch->num_cells)
            next = launch->num_cells;
        all_s +=
            (double)(next - i) * estimate_cell_s(sweep, input.procs, &amount);
        i = next;
    }
    return all_s < e->launch_cap_s ? all_s : e->launch_cap_s;
}
