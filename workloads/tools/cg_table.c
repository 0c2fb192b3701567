/* workloads/tools/cg_table.c -- the table of grids in docs/meshes.md.
 *
 * Halos of the workload `cg` at 32 ranks, below what [ponnusamy1992,
 * Table 12] prints for its conjugate gradients. A test
 * regenerates it.
 */
#include <stdio.h>

#include "workloads/workload.h"

enum { PROCS = 32 };

static const struct {
    const char *grid, *partition, *parameters;
} rows[] = {
    {"128x128", "strips", "grid=128x128;partition=strips"},
    {"128x128", "4x8 blocks", "grid=128x128;blocks=4x8"},
    {"128x128", "METIS kway", "grid=128x128;partition=kway"},
    {"256x64", "2x16 blocks", "grid=256x64;blocks=2x16"},
    {"25x25x26", "strips", "grid=25x25x26;partition=strips"},
    {"25x25x26", "2x4x4 blocks", "grid=25x25x26;blocks=2x4x4"},
    {"25x25x26", "METIS kway", "grid=25x25x26;partition=kway"},
};

static qdr_status print_row(const qdr_workload *cg, int index, qdr_error *error)
{
    const qdr_partitioner computing = qdr_partitioner_computing(NULL);
    qdr_traffic traffic = {0};
    qdr_pattern_stats stats;
    qdr_status status = qdr_workload_make(
        cg, (qdr_workload_input){.procs = PROCS, .partitioner = &computing},
        rows[index].parameters, &traffic, error);

    if (status == QDR_OK)
        status = qdr_pattern_get_stats(&traffic.pattern, &stats, error);
    if (status == QDR_OK)
        printf("%-9s %-13s %4d %5.2f %8.1f %10.0f\n", rows[index].grid,
               rows[index].partition, stats.max_out,
               (double)stats.num_messages / PROCS, 100 * stats.density,
               (double)stats.total_bytes / (double)stats.num_messages);
    qdr_traffic_cleanup(&traffic);
    return status;
}

int main(void)
{
    const qdr_workload *cg;
    qdr_error error = {""};
    qdr_status status = qdr_workload_find("cg", &cg, &error);

    printf("%-9s %-13s %4s %5s %8s %10s\n", "grid", "partition", "most", "mean",
           "density%", "mean_bytes");
    printf("%-9s %-13s %4s %5s %8s %10s\n", "\"16K\"", "ponnusamy1992", "-",
           "-", "9", "643");
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == QDR_OK; i++)
        status = print_row(cg, (int)i, &error);
    if (status != QDR_OK)
        fprintf(stderr, "cg_table: %s\n", error.text);
    return status == QDR_OK ? 0 : 1;
}
