/* workloads/mesh/mesh_fuzz_test.c -- the parser meets damaged meshes.
 *
 * Seeded mutations of a good mesh: each is read or refused with one line that
 * begins with its name; the sanitizer builds watch the rest.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/mutate.h"
#include "kernels/testing/unit_test.h"
#include "workloads/mesh/mesh.h"

enum { NUM_INPUTS = 20000, MAX_LENGTH = 1024 };

static const char seed[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n1\n2 1 \"wall\"\n$EndPhysicalNames\n"
    "$Nodes\n4\n1 0 0 0\n2 1.25 0 0\n3 0 1.5e0 0\n4 0 0 -1\n$EndNodes\n"
    "$Elements\n5\n1 2 2 1 8 1 2 3\n2 2 2 1 8 1 2 4\n3 2 2 2 9 4 3 1\n"
    "4 2 2 2 9 2 3 4\n5 4 2 4 1 1 2 3 4\n$EndElements\n";

static const char *const tokens[] = {
    "-1", "0",      "2147483647", "9223372036854775808", "1e400", "nan", "4 ",
    "5 ", "$Nodes", "$Elements",  "$EndElements",        "\n",    "\t",  NULL};

/* The result is a mesh: indices in range, all points used. */
static void check(const qdr_mesh *mesh)
{
    assert_true(mesh->num_tetrahedra > 0 && mesh->num_faces >= 4);
    for (int64_t i = 0; i < 4 * mesh->num_tetrahedra; i++)
        assert_in_range(mesh->tetrahedra[i], 0, mesh->num_points - 1);
    for (int64_t i = 0; i < 3 * mesh->num_faces; i++)
        assert_in_range(mesh->faces[i], 0, mesh->num_points - 1);
    for (int64_t i = 0; i < mesh->num_faces; i++)
        assert_true(mesh->face_tags[i] > 0);
}

TEST(mutations)
{
    int num_read = 0, num_refused = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, 20261121);
    for (int i = 0; i < NUM_INPUTS; i++) {
        char text[MAX_LENGTH];
        qdr_bytes bytes = {.length = sizeof seed - 1};
        qdr_mesh mesh = {0};
        qdr_error error = {""};

        memcpy(text, seed, bytes.length);
        for (uint64_t n = qdr_rng_below(&rng, 4); n > 0; n--)
            bytes.length =
                qdr_mutate(&rng, text, bytes.length, MAX_LENGTH, tokens);
        /* Exactly as long as it is, for the sanitizers. */
        bytes.data = malloc(bytes.length + 1);
        assert_non_null(bytes.data);
        memcpy(bytes.data, text, bytes.length);
        bytes.data[bytes.length] = '\0';
        if (qdr_mesh_parse(&mesh, &bytes, "a mesh", &error) == QDR_OK) {
            num_read++;
            check(&mesh);
        } else {
            num_refused++;
            assert_null(mesh.coordinates);
            assert_int_equal(strncmp(error.text, "a mesh:", 7), 0);
            assert_null(strchr(error.text, '\n'));
        }
        qdr_mesh_cleanup(&mesh);
        qdr_bytes_cleanup(&bytes);
    }
    /* Neither side of the parser may have been left out. */
    assert_true(num_read > NUM_INPUTS / 10);
    assert_true(num_refused > NUM_INPUTS / 10);
}
