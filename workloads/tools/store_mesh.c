/* workloads/tools/store_mesh.c -- what is kept of new meshes.
 *
 *   store_mesh OUT.msh MESH ...
 *
 * Writes to stdout, as csv, the halo vertices between 32 parts of each mesh,
 * counted from 1, by every method, and to OUT.msh the first mesh, tidied. To
 * stderr go the seconds that each partition and its pattern take.
 * make_meshes.sh calls it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "workloads/graph/partitioner.h"
#include "workloads/partition/tidy.h"

enum { PROCS = 32, SEED = 1 };

static double now_s(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static qdr_status write_matrix(const qdr_graph *graph, int mesh_number,
                               const char *method, int *part, qdr_error *error)
{
    qdr_partitioner partitioner = qdr_partitioner_computing(NULL);
    qdr_pattern pattern = {0};
    double begin_s = now_s();
    qdr_status status = partitioner.part(
        &partitioner,
        &(qdr_partition_task){
            .graph = graph, .method = method, .procs = PROCS, .seed = SEED},
        part, error);

    if (status == QDR_OK)
        status = qdr_halo_pattern(graph, part, PROCS, 1, &pattern, error);
    if (status != QDR_OK)
        return status;
    fprintf(stderr, "%" PRId64 " points, %s: %.3f s\n", graph->num_vertices,
            method, now_s() - begin_s);
    for (int64_t m = 0; m < pattern.num_messages; m++)
        printf("%d,%s,%d,%d,%" PRId64 "\n", mesh_number, method,
               pattern.messages[m].src, pattern.messages[m].dst,
               pattern.messages[m].bytes);
    qdr_pattern_cleanup(&pattern);
    return QDR_OK;
}

static qdr_status write_matrices(const qdr_mesh *mesh, int mesh_number,
                                 qdr_error *error)
{
    qdr_graph graph = {0};
    int *part = malloc(((size_t)mesh->num_points + 1) * sizeof *part);
    qdr_status status = part == NULL ? qdr_fail_memory(error, "parts")
                                     : qdr_mesh_graph(mesh, &graph, error);

    for (int i = 0; qdr_partition_methods[i] != NULL && status == QDR_OK; i++)
        status = write_matrix(&graph, mesh_number, qdr_partition_methods[i],
                              part, error);
    qdr_graph_cleanup(&graph);
    free(part);
    return status;
}

static qdr_status write_mesh(const qdr_mesh *mesh, const char *path,
                             qdr_error *error)
{
    FILE *to = fopen(path, "w");

    if (to != NULL)
        qdr_mesh_write(mesh, to);
    if (to == NULL || ferror(to) != 0 || fclose(to) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%s: cannot be written", path);
    return QDR_OK;
}

static qdr_status store(int mesh_number, const char *path, const char *out,
                        qdr_error *error)
{
    qdr_mesh mesh = {0};
    qdr_status status = qdr_mesh_read(&mesh, path, error);

    if (status == QDR_OK)
        status = qdr_mesh_tidy(&mesh, error);
    if (status == QDR_OK && mesh_number == 1)
        status = write_mesh(&mesh, out, error);
    if (status == QDR_OK)
        status = write_matrices(&mesh, mesh_number, error);
    qdr_mesh_cleanup(&mesh);
    return status;
}

int main(int argc, char **argv)
{
    qdr_error error = {""};

    if (argc < 3) {
        fprintf(stderr, "usage: store_mesh OUT.msh MESH ...\n");
        return 2;
    }
    printf("mesh,partition,src,dst,vertices\n");
    for (int i = 2; i < argc; i++)
        if (store(i - 1, argv[i], argv[1], &error) != QDR_OK) {
            fprintf(stderr, "store_mesh: %s\n", error.text);
            return 1;
        }
    return 0;
}
