/* harness/cli/surface_csv.c -- see surface_csv.h. */
#include "harness/cli/surface_csv.h"

#include <inttypes.h>
#include <stdbool.h>

/* The physical groups that are drawn; the far field is not. */
static const char *const surfaces[] = {
    [QDR_MESH_WALL] = "wall", [QDR_MESH_SYMMETRY] = "symmetry"};
enum { NUM_SURFACES = sizeof surfaces / sizeof *surfaces };

qdr_status qdr_surface_csv_check(const qdr_mesh *mesh, const char *name,
                                 qdr_error *error)
{
    bool is_there[NUM_SURFACES] = {false};

    for (int64_t f = 0; f < mesh->num_faces; f++)
        if (mesh->face_tags[f] < NUM_SURFACES)
            is_there[mesh->face_tags[f]] = true;
    for (int tag = QDR_MESH_WALL; tag < NUM_SURFACES; tag++)
        if (!is_there[tag])
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%.300s: no face is of physical group %d; "
                            "accepted: meshes with a %s, group %d",
                            name, tag, surfaces[tag], tag);
    return QDR_OK;
}

static void write_corner(const qdr_point_values *of, const char *surface,
                         int32_t point, FILE *to)
{
    const double *x = &of->mesh->coordinates[3 * (int64_t)point];

    fprintf(to, "%s,%" PRId32 ",%.9g,%.9g,%.9g,%.9g\n", surface, point, x[0],
            x[1], x[2], of->value[point]);
}

qdr_status qdr_surface_csv_write(const void *data, FILE *to, qdr_error *error)
{
    const qdr_point_values *of = data;
    const qdr_mesh *mesh = of->mesh;

    fprintf(to, "surface,point,x,y,z,value\n");
    for (int64_t f = 0; f < mesh->num_faces; f++) {
        int tag = mesh->face_tags[f];
        for (int i = 0; i < 3 && tag < NUM_SURFACES; i++)
            write_corner(of, surfaces[tag], mesh->faces[3 * f + i], to);
    }
    return ferror(to) ? qdr_fail(error, QDR_ERROR_SYSTEM,
                                 "the triangles cannot be written")
                      : QDR_OK;
}
