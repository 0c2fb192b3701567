/* workloads/tools/mesh_table.c -- the table at the end of docs/meshes.md.
 *
 * Counts of the 32-part matrices by size and method: means over the
 * eight meshes; above them what the papers print, and what the sweeps with a
 * printed density have. A test regenerates it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/airfoil/density.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/graph/partitioner.h"

/* Values printed in the papers: test set 3 of [wang1993, Sec. 5], and the
 * density and mean bytes of [ponnusamy1992, Table 12], whose bytes per vertex
 * are unknown, with the partition of the sweeps. */
static const struct printed {
    const char *points, *paper, *columns[6], *partition;
} printed[] = {
    {"545", "ponnusamy1992", {"-", "-", "-", "37", "-", "85 bytes"}, "rcb"},
    {"2000",
     "ponnusamy1992",
     {"-", "-", "-", "44", "-", "226 bytes"},
     "rcb_xyz"},
    {"2800", "wang1993", {"15", "3", "9.25", "-", "36", "14.2"}, NULL},
    {"3000", "ponnusamy1992", {"-", "-", "-", "29", "-", "612 bytes"}, "kway"},
    {"9428", "wang1993", {"16", "3", "10.5", "-", "99", "32.04"}, NULL},
    {"9428",
     "ponnusamy1992",
     {"-", "-", "-", "44", "-", "505 bytes"},
     "rcb_xyz"},
    {"53961", "wang1993", {"18", "6", "10.81", "-", "276", "93.21"}, NULL},
};

/* Sums over the meshes. */
typedef struct counts {
    double max, fewest, messages, density, longest, length;
} counts;

static qdr_status add(counts *sum, int size, int mesh, const char *method,
                      int percent, qdr_error *error)
{
    qdr_pattern pattern = {0};
    qdr_pattern_stats stats;
    qdr_status status =
        qdr_stored_pattern(size, mesh, method, 1, &pattern, error);

    if (status == QDR_OK && percent > 0)
        status = qdr_density_set(&pattern, percent / 100.0, error);
    if (status == QDR_OK)
        status = qdr_pattern_get_stats(&pattern, &stats, error);
    qdr_pattern_cleanup(&pattern);
    if (status != QDR_OK)
        return status;
    sum->max += stats.max_out;
    sum->fewest += stats.min_out;
    sum->messages += (double)stats.num_messages / QDR_STORED_PROCS;
    sum->density += 100 * stats.density;
    sum->longest += (double)stats.max_bytes;
    sum->length += (double)stats.total_bytes / (double)stats.num_messages;
    return QDR_OK;
}

/* percent 0: as the mesh has it. */
static qdr_status print_method(int size, const char *method, int percent,
                               qdr_error *error)
{
    double n = QDR_STORED_MESHES;
    counts sum = {0};
    char name[32];

    for (int mesh = 1; mesh <= QDR_STORED_MESHES; mesh++) {
        qdr_status status = add(&sum, size, mesh, method, percent, error);
        if (status != QDR_OK)
            return status;
    }
    snprintf(name, sizeof name, percent > 0 ? "%s, set" : "%s", method);
    printf("  %-13s %5.1f %7.1f %6.2f %8.0f %8.1f %9.2f\n", name, sum.max / n,
           sum.fewest / n, sum.messages / n, sum.density / n, sum.longest / n,
           sum.length / n);
    return QDR_OK;
}

static qdr_status print_published(const struct printed *one, int size,
                                  qdr_error *error)
{
    printf("  %-13s %5s %7s %6s %8s %8s %9s\n", one->paper, one->columns[0],
           one->columns[1], one->columns[2], one->columns[3], one->columns[4],
           one->columns[5]);
    if (one->partition == NULL)
        return QDR_OK;
    return print_method(size, one->partition, atoi(one->columns[3]), error);
}

static qdr_status print_size(int size, qdr_error *error)
{
    qdr_mesh mesh = {0};
    qdr_status status = qdr_stored_mesh(size, &mesh, error);

    if (status != QDR_OK)
        return status;
    printf("%s points, here %" PRId64 "\n", qdr_stored_sizes[size],
           mesh.num_points);
    qdr_mesh_cleanup(&mesh);
    for (size_t i = 0; i < sizeof printed / sizeof *printed && status == QDR_OK;
         i++)
        if (strcmp(printed[i].points, qdr_stored_sizes[size]) == 0)
            status = print_published(&printed[i], size, error);
    for (int i = 0; qdr_partition_methods[i] != NULL && status == QDR_OK; i++)
        status = print_method(size, qdr_partition_methods[i], 0, error);
    return status;
}

int main(void)
{
    qdr_error error = {""};
    qdr_status status = QDR_OK;

    printf("%-15s %5s %7s %6s %8s %8s %9s\n", "partition", "most", "fewest",
           "mean", "density%", "longest", "length");
    for (int size = 0; qdr_stored_sizes[size] != NULL && status == QDR_OK;
         size++)
        status = print_size(size, &error);
    if (status != QDR_OK)
        fprintf(stderr, "mesh_table: %s\n", error.text);
    return status == QDR_OK ? 0 : 1;
}
