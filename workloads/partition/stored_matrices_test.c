/* workloads/partition/stored_matrices_test.c -- the matrices that are stored
 * are those of the mesh that is stored.
 *
 * Coordinates decide rcb, rcb_xyz and inertial, and the numbering strips: their
 * matrices come out again exactly. Eigenvectors and METIS may differ in another
 * version of a library; they come out alike.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/graph/partitioner.h"

/* The matrix of the first mesh of a size, partitioned now. */
static void task(const qdr_graph *graph, const char *method,
                 qdr_pattern *pattern)
{
    qdr_partitioner computing = qdr_partitioner_computing(NULL);
    int *part = malloc((size_t)graph->num_vertices * sizeof *part);

    assert_non_null(part);
    assert_ok(computing.part(&computing,
                             &(qdr_partition_task){.graph = graph,
                                                   .method = method,
                                                   .procs = QDR_STORED_PROCS,
                                                   .seed = 1},
                             part, NULL));
    assert_ok(
        qdr_halo_pattern(graph, part, QDR_STORED_PROCS, 1, pattern, NULL));
    free(part);
}

static double sum(const qdr_pattern *pattern)
{
    double vertices = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++)
        vertices += (double)pattern->messages[m].bytes;
    return vertices;
}

static void check(int size, const qdr_graph *graph, const char *method)
{
    bool is_exact = strcmp(method, "strips") == 0 ||
                    strncmp(method, "rcb", 3) == 0 ||
                    strcmp(method, "inertial") == 0;
    qdr_pattern stored = {0}, partitioned = {0};

    assert_ok(qdr_stored_pattern(size, 1, method, 1, &stored, NULL));
    task(graph, method, &partitioned);
    if (is_exact) {
        assert_int_equal(stored.num_messages, partitioned.num_messages);
        assert_memory_equal(stored.messages, partitioned.messages,
                            (size_t)stored.num_messages *
                                sizeof *stored.messages);
    }
    if (fabs(sum(&partitioned) / sum(&stored) - 1) > 0.1)
        fail_msg("%s, %s: %g vertices, stored %g", qdr_stored_sizes[size],
                 method, sum(&partitioned), sum(&stored));
    qdr_pattern_cleanup(&stored);
    qdr_pattern_cleanup(&partitioned);
}

TEST(sizes)
{
    for (int size = 0; qdr_stored_sizes[size] != NULL; size++) {
        qdr_mesh mesh = {0};
        qdr_graph graph = {0};
        assert_ok(qdr_stored_mesh(size, &mesh, NULL));
        assert_ok(qdr_mesh_graph(&mesh, &graph, NULL));
        for (int m = 0; qdr_partition_methods[m] != NULL; m++)
            /* Spectral bisection of the largest takes five seconds. */
            if (graph.num_vertices < 10000 ||
                strcmp(qdr_partition_methods[m], "spectral") != 0)
                check(size, &graph, qdr_partition_methods[m]);
        qdr_graph_cleanup(&graph);
        qdr_mesh_cleanup(&mesh);
    }
}
