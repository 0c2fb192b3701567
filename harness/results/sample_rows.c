/* harness/results/sample_rows.c -- see sample_rows.h. */
#include "harness/results/sample_rows.h"

#include <inttypes.h>
#include <stdlib.h>

#include "harness/experiment/cell_csv.h"

const char qdr_sample_rows_header[] =
    "launch,cell," QDR_CELL_COLUMNS "," QDR_SAMPLE_COLUMNS "\n";

/* A number that is not known is empty. */
static void print_known(int64_t number, FILE *to)
{
    fputc(',', to);
    if (number >= 0)
        fprintf(to, "%" PRId64, number);
}

/* Nothing known is 0, and empty. */
static void print_spread(qdr_rank_spread found, FILE *to)
{
    print_known(found.hosts > 0 ? found.hosts : -1, to);
    print_known(found.hosts > 0 ? found.ranks_per_host : -1, to);
    print_known(found.cores_per_rank > 0 ? found.cores_per_rank : -1, to);
}

/* The share of samples that were verified; unknown of whole processes. */
static void print_verified(const qdr_measurement *measurement, FILE *to)
{
    const qdr_samples *samples = &measurement->samples;

    if (measurement->process == NULL && samples->count > 0)
        fprintf(to, "%.6g", (double)samples->num_verified / samples->count);
}

/* The choice of `auto`: algorithm, mode and parameters; else three
 * empty columns. */
static void print_chosen(const qdr_measurement *measurement, FILE *to)
{
    char mode[64];

    if (measurement->chosen == NULL) {
        fputs(",,,", to);
        return;
    }
    qdr_chosen_mode_print(measurement, mode, sizeof mode);
    fprintf(to, ",%s,%s,", measurement->chosen->name, mode);
    qdr_values_write(&measurement->chosen_values, to);
}

/* What the links of a cluster on this machine counted, in all; else three empty
 * columns. */
static void print_links(const qdr_measurement *measurement, FILE *to)
{
    const qdr_link_counts *links = &measurement->links;
    const bool is_known = measurement->num_nodes > 0;
    int64_t drops = links->trunk_drops, retransmissions = 0;

    for (int i = 0; i < measurement->num_nodes; i++) {
        drops += links->nodes[i].send_drops + links->nodes[i].receive_drops;
        retransmissions += links->nodes[i].retransmissions;
    }
    print_known(is_known ? drops : -1, to);
    print_known(is_known ? retransmissions : -1, to);
    print_known(is_known ? links->softirq_ns : -1, to);
}

/* The common part of all rows of a cell: "cell, ... ,softirq_ns". */
static void print_common(const qdr_experiment *experiment, const qdr_cell *cell,
                         const qdr_measurement *measurement,
                         qdr_rank_spread spread, FILE *to)
{
    fprintf(to, "%" PRId64 ",", cell->number);
    qdr_cell_csv_print(experiment, cell, to);
    print_spread(spread, to);
    fprintf(to, ",%" PRId64 ",%d,%" PRId64 ",%" PRId64,
            measurement->num_messages, measurement->max_degree,
            measurement->total_bytes, measurement->num_rounds);
    print_known(measurement->planning.gather_ns, to);
    print_known(measurement->planning.build_ns, to);
    print_known(measurement->planning.bind_ns, to);
    fprintf(to, ",%d,", measurement->samples.batch);
    print_verified(measurement, to);
    fputc(',', to);
    for (int i = 0; i < measurement->num_counts; i++)
        fprintf(to, "%s%s=%" PRId64, i > 0 ? ";" : "",
                measurement->counts[i].name, measurement->counts[i].number);
    print_chosen(measurement, to);
    print_links(measurement, to);
}

/* Of a start at a time agreed upon. */
static void print_start(const qdr_samples *samples, int i, FILE *to)
{
    if (samples->window_us > 0)
        fprintf(to, ",%g,%" PRId64, samples->window_us, samples->late_ns[i]);
    else
        fputs(",,", to);
}

/* "1200;1350": the time on every rank in sample `i`, if requested. */
static void print_rank_times(const qdr_samples *samples, int i, FILE *to)
{
    const int64_t *row = samples->rank_ns;

    fputc(',', to);
    if (row == NULL)
        return;
    row += (size_t)i * (size_t)samples->num_ranks;
    for (int r = 0; r < samples->num_ranks; r++)
        fprintf(to, "%s%" PRId64, r > 0 ? ";" : "", row[r]);
}

static void print_sample(const qdr_samples *samples, int i, FILE *to)
{
    fprintf(to, ",%d,%" PRId64 ",%" PRId64, i + 1, samples->time_ns[i],
            samples->local_max_ns[i]);
    print_start(samples, i, to);
    for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
        print_known(
            samples->phase_ns[phase] == NULL ? -1 : samples->phase_ns[phase][i],
            to);
    print_rank_times(samples, i, to);
    fputc('\n', to);
}

bool qdr_sample_rows_print(const qdr_experiment *experiment, int64_t launch,
                           const qdr_cell *cell,
                           const qdr_measurement *measurement,
                           qdr_rank_spread spread, FILE *to)
{
    char *common = NULL;
    size_t length;
    FILE *text = open_memstream(&common, &length);
    bool is_good = text != NULL;

    if (is_good) {
        print_common(experiment, cell, measurement, spread, text);
        is_good = fclose(text) == 0;
    }
    for (int i = 0; i < measurement->samples.count && is_good; i++) {
        fprintf(to, "%" PRId64 ",%s", launch, common);
        print_sample(&measurement->samples, i, to);
        is_good = ferror(to) == 0;
    }
    free(common);
    return is_good;
}
