/* workloads/mesh/mesh_test.c -- two tetrahedra, and what is no mesh. */
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/mesh/mesh.h"

#define HEAD "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODES                                                                  \
    "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"
/* Two tetrahedra on both sides of the face 2 3 4; the second one is given the
 * wrong way round, as are some of the triangles. */
#define TRIANGLES                                                              \
    "1 2 2 1 8 1 2 3\n2 2 2 1 8 1 2 4\n3 2 2 2 9 4 3 1\n4 2 2 3 9 5 2 3\n"     \
    "5 2 2 3 9 4 5 2\n6 2 2 3 9 3 4 5\n"
#define TETRAHEDRA "7 4 2 4 1 1 2 3 4\n8 4 2 4 1 2 3 4 5\n"
#define GOOD                                                                   \
    HEAD "$PhysicalNames\n1\n2 1 \"wall\"\n$EndPhysicalNames\n" NODES          \
         "$Elements\n8\n" TRIANGLES TETRAHEDRA "$EndElements\n"

static qdr_status parse(const char *text, qdr_mesh *mesh, qdr_error *error)
{
    qdr_bytes bytes = {.data = strdup(text), .length = strlen(text)};
    qdr_status status;

    assert_non_null(bytes.data);
    status = qdr_mesh_parse(mesh, &bytes, "wing.msh", error);
    qdr_bytes_cleanup(&bytes);
    return status;
}

/* The cross product of two edges from point a. */
static void normal_of(const qdr_mesh *mesh, const int32_t *points, double *out)
{
    const double *a = &mesh->coordinates[3 * points[0]];
    const double *b = &mesh->coordinates[3 * points[1]];
    const double *c = &mesh->coordinates[3 * points[2]];

    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
    }
}

/* Volumes are positive; the boundary is closed, and by the theorem of Gauss
 * holds the volume of the tetrahedra. */
static void check_orientation(const qdr_mesh *mesh)
{
    double sum[3] = {0}, enclosed = 0, total = 0;

    for (int64_t t = 0; t < mesh->num_tetrahedra; t++) {
        const int32_t *points = &mesh->tetrahedra[4 * t];
        double normal[3], volume = 0;
        normal_of(mesh, points, normal);
        for (int i = 0; i < 3; i++)
            volume += normal[i] / 6 *
                      (mesh->coordinates[3 * points[3] + i] -
                       mesh->coordinates[3 * points[0] + i]);
        assert_true(volume > 0);
        total += volume;
    }
    for (int64_t f = 0; f < mesh->num_faces; f++) {
        const int32_t *points = &mesh->faces[3 * f];
        double normal[3];
        normal_of(mesh, points, normal);
        for (int i = 0; i < 3; i++) {
            sum[i] += normal[i];
            enclosed += normal[i] / 6 * mesh->coordinates[3 * points[0] + i];
        }
    }
    for (int i = 0; i < 3; i++)
        assert_true(sum[i] < 1e-12 && sum[i] > -1e-12);
    assert_true(enclosed - total < 1e-12 && total - enclosed < 1e-12);
}

TEST(two_tetrahedra)
{
    static const int tags[] = {1, 1, 2, 3, 3, 3};
    qdr_mesh mesh = {0};
    qdr_graph graph = {0};
    qdr_error error = {""};

    if (parse(GOOD, &mesh, &error) != QDR_OK)
        fail_msg("%s", error.text);
    assert_int_equal(mesh.num_points, 5);
    assert_int_equal(mesh.num_tetrahedra, 2);
    assert_int_equal(mesh.num_faces, 6);
    assert_memory_equal(mesh.face_tags, tags, sizeof tags);
    check_orientation(&mesh);
    assert_ok(qdr_mesh_graph(&mesh, &graph, &error));
    /* All pairs but 1 and 5. */
    assert_int_equal(graph.begin[5], 2 * 9);
    assert_int_equal(graph.begin[1], 3);
    assert_memory_equal(graph.coordinates, mesh.coordinates,
                        15 * sizeof(double));
    qdr_graph_cleanup(&graph);
    qdr_mesh_cleanup(&mesh);
}

/* A file, and the same one packed, or behind a byte order mark, are the same
 * mesh. */
TEST(packed)
{
    static const char *const paths[] = {"mesh_test.msh", "mesh_test.msh.xz"};
    static const char marked[] = "\xef\xbb\xbf" GOOD;
    uint8_t packed[4096];
    size_t length = 0;
    qdr_error error = {""};

    assert_int_equal(lzma_easy_buffer_encode(
                         6, LZMA_CHECK_CRC32, NULL, (const uint8_t *)GOOD,
                         sizeof GOOD - 1, packed, &length, sizeof packed),
                     LZMA_OK);
    for (int i = 0; i < 4; i++) {
        qdr_mesh mesh = {0};
        if (i % 2 == 0)
            qdr_scratch_text(paths[0], i == 2 ? marked : GOOD);
        else
            qdr_scratch_write(paths[1], packed, i == 3 ? length - 20 : length);
        assert_int_equal(qdr_mesh_read(&mesh, paths[i % 2], &error),
                         i == 3 ? QDR_ERROR_INPUT : QDR_OK);
        assert_int_equal(mesh.num_tetrahedra, i == 3 ? 0 : 2);
        qdr_mesh_cleanup(&mesh);
    }
    assert_string_equal(error.text, "mesh_test.msh.xz: damaged or cut short; "
                                    "accepted: a whole xz file");
    assert_int_equal(qdr_mesh_read(&(qdr_mesh){0}, "none.msh", &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text, "none.msh: No such file or directory");
    remove(paths[0]);
    remove(paths[1]);
}

TEST(refusals)
{
#define ELEMENTS(count, lines)                                                 \
    HEAD NODES "$Elements\n" count "\n" lines "$EndElements\n"
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", ":0: the file ends; accepted: $MeshFormat"},
        {"$MeshFormat\n4.1 0 8\n", ":2: unknown format; accepted: '2.2 0 8'"},
        {HEAD, ":3: the file ends without $Elements"},
        {HEAD "$Nodes\n50\n1 0 0 0\n", ":5: the number of nodes is '50'"},
        {HEAD "$Nodes\n2\n1 0 0 0\n", ":6: the file ends after 1 nodes"},
        {HEAD "$Nodes\n1\n1 0 nan 0\n", ":6: a coordinate is 'nan'; accepted:"},
        {HEAD "$Nodes\n1\n1 0 0\n", ":6: a coordinate is ''; accepted:"},
        {HEAD "$Nodes\n1\n2 0 0 0\n", ":6: a node's number is '2'; accepted: "
                                      "whole numbers 1 to 1"},
        {HEAD NODES NODES, ":12: a second $Nodes"},
        {HEAD "$Elements\n0\n$EndElements\n", ":4: $Elements here; accepted"},
        {ELEMENTS("0", ""), ":14: no tetrahedron; accepted"},
        {ELEMENTS("8", TRIANGLES "7 4 2 4 1 1 2 3 6\n"),
         ":20: an element's node is '6'; accepted: whole numbers 1 to 5"},
        {ELEMENTS("8", TRIANGLES "7 4 2 4 1 1 2 3 2\n"),
         ":20: node 2 twice in an element"},
        {ELEMENTS("8", TRIANGLES "7 3 2 4 1 1 2 3 2\n"),
         ":20: an element of type 3; accepted: 2, triangles, and 4"},
        {ELEMENTS("8", TRIANGLES "7 4 2 4 1 1 2 3 4 5\n"),
         ":20: '5' at the end of the line"},
        {ELEMENTS("9", TRIANGLES TETRAHEDRA),
         ":22: an element's number is '$EndElements'"},
        {ELEMENTS("7", TRIANGLES TETRAHEDRA),
         ":21: another line; accepted: $EndElements"},
        {ELEMENTS("1", "7 4 2 4 1 1 2 3 4\n"),
         ":10: node 5 is unused; accepted: nodes of a tetrahedron"},
        {ELEMENTS("2", TETRAHEDRA), "no triangle on its outer face of nodes"},
        {ELEMENTS("9", TRIANGLES TETRAHEDRA "9 2 2 4 1 1 2 5\n"),
         ":22: the physical group of a triangle, 1 the wall, 2 the plane of "
         "symmetry, 3 the far field, is '4'; accepted: whole numbers 1 to 3"},
        {ELEMENTS("9", TRIANGLES TETRAHEDRA "9 2 2 1 1 1 2 5\n"),
         ":22: a triangle that is no face of a tetrahedron"},
        {ELEMENTS("9", TRIANGLES TETRAHEDRA "9 2 2 1 1 2 3 4\n"),
         ":22: a triangle that is between two tetrahedra"},
        {ELEMENTS("9", TRIANGLES TETRAHEDRA "9 2 2 1 1 1 2 3\n"),
         ":22: a triangle that is given twice"},
        {ELEMENTS("9", TRIANGLES TETRAHEDRA "9 4 2 1 1 2 3 4 5\n"),
         ":22: a face of two other tetrahedra"},
        {HEAD "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 2 0 0\n4 0 0 1\n$EndNodes\n"
              "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n",
         ":13: a tetrahedron without a volume"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qdr_mesh mesh = {0};
        qdr_error error = {""};
        assert_int_equal(parse(cases[i].text, &mesh, &error), QDR_ERROR_INPUT);
        assert_null(mesh.coordinates);
        if (strncmp(error.text, "wing.msh:", 9) != 0 ||
            strstr(error.text, cases[i].words) == NULL)
            fail_msg("'%s' should hold '%s'", error.text, cases[i].words);
    }
}
