/* harness/sweep/estimate.c -- see estimate.h. */
#include "harness/sweep/estimate.h"

/* Round numbers, measured on an ordinary machine of 2 cores. */
static const double start_s = 0.5;    /* mpirun, or a simulation */
static const double cell_s = 0.005;   /* planning, verifying */
static const double message_s = 2e-6; /* measured */
static const double message_simulated_s = 6e-6;
static const double bytes_per_s = 1e9;
static const double process_s = 0.5; /* start-up, mostly */

static double mean_int(const int *levels, unsigned count)
{
    double sum = 0;

    for (unsigned i = 0; i < count; i++)
        sum += levels[i];
    return sum / count;
}

static double mean_density(const qdr_experiment *e)
{
    double sum = 0;

    for (unsigned i = 0; i < e->num_densities; i++)
        sum += e->densities[i];
    return e->num_densities == 0 ? 1 : sum / e->num_densities;
}

/* The messages and bytes of all levels, averaged: a launch holds cells of all
 * of them, in any order. */
static double mean_messages(const qdr_experiment *e, double p)
{
    if (e->num_degrees > 0)
        return p * mean_int(e->degrees, e->num_degrees);
    if (e->num_fan_outs > 0)
        return p * mean_int(e->fan_outs, e->num_fan_outs);
    return mean_density(e) * p * (p - 1);
}

static double mean_bytes(const qdr_experiment *e)
{
    double sum = 0;

    for (unsigned i = 0; i < e->num_bytes; i++)
        sum += (double)e->bytes[i];
    return sum / e->num_bytes;
}

/* Of all messages together. */
static double mean_total_bytes(const qdr_experiment *e, double p)
{
    double elements = 0;

    for (unsigned i = 0; i < e->num_traffics; i++)
        elements += (double)e->traffics[i];
    return mean_bytes(e) * (e->num_traffics == 0
                                ? mean_messages(e, p)
                                : p * elements / e->num_traffics);
}

double qdr_estimate_launch_s(const qdr_sweep *sweep, const qdr_launch *launch)
{
    const qdr_experiment *e = sweep->experiment;
    const qdr_measuring *m = &e->measuring;
    bool is_simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;
    double p = launch->shape.procs;
    double messages = mean_messages(e, p);
    double once_s = messages * (is_simulated ? message_simulated_s : message_s);
    double executions =
        is_simulated ? 1
                     : m->warmup + (m->repetitions + m->most_repetitions) / 2.0;
    double each_s, all_s;

    if (!is_simulated)
        once_s += mean_total_bytes(e, p) / bytes_per_s;
    each_s = executions * (e->num_processes > 0 ? process_s : once_s);
    if (m->cell_cap_s > 0 && each_s > m->cell_cap_s)
        each_s = m->cell_cap_s;
    all_s = start_s + (double)launch->num_cells * (cell_s + each_s);
    return all_s < e->launch_cap_s ? all_s : e->launch_cap_s;
}
