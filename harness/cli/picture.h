/* harness/cli/picture.h -- the common parts of pictures of a mesh.
 *
 * A picture command takes the three options below, reads its mesh, computes a
 * value for each point and writes them as csv or as a figure.
 */
#ifndef QUADRILLE_HARNESS_CLI_PICTURE_H
#define QUADRILLE_HARNESS_CLI_PICTURE_H

#include "harness/cli/options.h"
#include "harness/cli/surface_csv.h"
#include "workloads/airfoil/stored_meshes.h"

#define QDR_PICTURE_POINTS_OPTION                                              \
    {                                                                          \
        .is = {.name = "points",                                               \
               .summary = "of a mesh that the program carries, about",         \
               .type = QDR_WORD,                                               \
               .words = qdr_stored_sizes},                                     \
        .operand = "N"                                                         \
    }
#define QDR_PICTURE_MESH_OPTION                                                \
    {                                                                          \
        .is = {.name = "mesh",                                                 \
               .summary = "another mesh, as gmsh writes it (MSH 2.2), plain "  \
                          "or xz; faces of group 1 are the wall, of 2 the "    \
                          "symmetry plane",                                    \
               .type = QDR_FILE},                                              \
        .operand = "FILE"                                                      \
    }
#define QDR_PICTURE_FIGURE_OPTION                                              \
    {                                                                          \
        .is = {.name = "figure",                                               \
               .summary = "draws it there, as SVG, instead of writing its "    \
                          "triangles as csv",                                  \
               .type = QDR_FILE},                                              \
        .operand = "FILE"                                                      \
    }

/* qdr_picture_mesh checks --figure, then reads the mesh of the options. Release
 * with qdr_mesh_cleanup. */
qdr_status qdr_picture_mesh(const qdr_options *options, qdr_mesh *mesh,
                            qdr_error *error);

/* qdr_picture_name returns the name of that mesh for a title. */
const char *qdr_picture_name(const qdr_options *options);

typedef struct qdr_picture {
    const char *kind; /* a word that analysis/scripts/draw_mesh.R accepts */
    const char *title, *subtitle;
    qdr_point_values values;
} qdr_picture;

/* qdr_picture_show draws it into the file of --figure, or without that option
 * writes the csv of surface_csv.h to stdout. */
qdr_status qdr_picture_show(const qdr_picture *picture,
                            const qdr_options *options, qdr_error *error);

#endif
