/* harness/cli/picture.c -- see picture.h. */
#include "harness/cli/picture.h"

#include <string.h>

#include "harness/cli/figure.h"
#include "harness/cli/output_path.h"

qdr_status qdr_picture_mesh(const qdr_options *options, qdr_mesh *mesh,
                            qdr_error *error)
{
    const char *figure = qdr_options_text(options, "figure");
    const char *path = qdr_options_text(options, "mesh");
    qdr_status status =
        figure == NULL ? QDR_OK
                       : qdr_output_check("--figure", ".svg", figure, error);

    if (status != QDR_OK)
        return status;
    if (qdr_options_given(options, "points") == (path != NULL))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "one of --points N and --mesh FILE is needed");
    status = path != NULL
                 ? qdr_mesh_read(mesh, path, error)
                 : qdr_stored_mesh((int)qdr_options_integer(options, "points"),
                                   mesh, error);
    return status == QDR_OK
               ? qdr_surface_csv_check(mesh, qdr_picture_name(options), error)
               : status;
}

const char *qdr_picture_name(const qdr_options *options)
{
    const char *path = qdr_options_text(options, "mesh");
    const char *slash = path == NULL ? NULL : strrchr(path, '/');

    if (path == NULL)
        return "half a wing";
    return slash == NULL ? path : slash + 1;
}

qdr_status qdr_picture_show(const qdr_picture *picture,
                            const qdr_options *options, qdr_error *error)
{
    const char *path = qdr_options_text(options, "figure");
    const char *const words[] = {picture->kind, picture->title,
                                 picture->subtitle, NULL};
    const qdr_figure figure = {.script = "draw_mesh.R",
                               .write = qdr_surface_csv_write,
                               .data = &picture->values,
                               .words = words};

    return path == NULL ? qdr_surface_csv_write(&picture->values, stdout, error)
                        : qdr_figure_draw(&figure, path, error);
}
