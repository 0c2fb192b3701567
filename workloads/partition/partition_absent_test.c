/* partition_absent_test -- without METIS and ARPACK, the methods that need them
 * refuse, and the others, and stored partitions, work. */
#include "kernels/testing/unit_test.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/graph/partitioner.h"
#include "workloads/testing/line_graph.h"

static void expect(int num_vertices, const char *method, qdr_status status,
                   const char *words)
{
    const qdr_partitioner computing = qdr_partitioner_computing(NULL);
    qdr_graph graph = {0};
    qdr_partition_task task = {.graph = &graph, .method = method, .procs = 4};
    int part[64];
    qdr_error error = {""};

    qdr_line_graph_init(&graph, num_vertices);
    assert_int_equal(computing.part(&computing, &task, part, &error), status);
    assert_string_equal(error.text, words);
    qdr_graph_cleanup(&graph);
}

TEST(methods_with_a_library_refuse)
{
    expect(64, "kway", QDR_ERROR_INPUT,
           "partition kway: built without METIS; accepted: strips, rcb, "
           "rcb_xyz, inertial");
    expect(64, "recursive", QDR_ERROR_INPUT,
           "partition recursive: built without METIS; accepted: strips, rcb, "
           "rcb_xyz, inertial");
    expect(64, "spectral", QDR_ERROR_INPUT,
           "partition spectral of 64 vertices: built without ARPACK; "
           "accepted: strips, rcb, rcb_xyz, inertial");
}

TEST(methods_without_a_library_work)
{
    static const char *const names[] = {"strips", "rcb", "rcb_xyz", "inertial"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect(64, names[i], QDR_OK, "");
    /* Few vertices are solved whole. */
    expect(40, "spectral", QDR_OK, "");
}

TEST(stored_partitions_work)
{
    qdr_pattern pattern = {0};

    assert_ok(qdr_stored_pattern(0, 1, "spectral", 8, &pattern, NULL));
    assert_int_equal(pattern.num_procs, QDR_STORED_PROCS);
    assert_true(pattern.num_messages > 0);
    qdr_pattern_cleanup(&pattern);
}
