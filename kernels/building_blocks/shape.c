/* kernels/building_blocks/shape.c -- reads meshes and strategies; see
 * hybrid.h. */
#include <stdlib.h>
#include <string.h>

#include "kernels/building_blocks/hybrid.h"

static qdr_status fail_mesh(const char *mesh, int num_procs, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "mesh: '%s'; accepted: up to %d whole numbers from 1, as "
                    "2x3x5, whose product is %d, the number of processes",
                    mesh, QDR_MAX_DIMENSIONS, num_procs);
}

static qdr_status read_mesh(qdr_shape *shape, int num_procs, const char *mesh,
                            qdr_error *error)
{
    int64_t product = 1;
    const char *at = mesh;

    shape->num_dimensions = 0;
    for (bool goes_on = true; goes_on;) {
        char *end;
        long size = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : 0;
        if (size < 1 || size > num_procs || (*end != 'x' && *end != '\0'))
            return fail_mesh(mesh, num_procs, error);
        if (size > 1 && shape->num_dimensions == QDR_MAX_DIMENSIONS)
            return fail_mesh(mesh, num_procs, error);
        if (size > 1)
            shape->sizes[shape->num_dimensions++] = (int)size;
        product *= size;
        if (product > num_procs)
            return fail_mesh(mesh, num_procs, error);
        goes_on = *end == 'x';
        at = end + 1;
    }
    return product == num_procs ? QDR_OK : fail_mesh(mesh, num_procs, error);
}

/* Writes the strategy of so many long dimensions to `text`. */
static void write_strategy(const qdr_shape *shape, qdr_collective collective,
                           int num_long, char *text)
{
    qdr_shape tried = *shape;
    qdr_hybrid hybrid;

    tried.num_long = num_long;
    qdr_hybrid_init(&hybrid, collective, &tried);
    for (int i = 0; i < hybrid.num_stages; i++)
        *text++ = qdr_primitive_at(hybrid.stages[i].primitive)->letter;
    *text = '\0';
}

qdr_status qdr_shape_read(qdr_shape *shape, qdr_collective collective,
                          int num_procs, const char *mesh, const char *strategy,
                          qdr_error *error)
{
    qdr_shape read = *shape;
    qdr_error accepted = {""};
    char text[QDR_MAX_STAGES + 1];
    qdr_status status = read_mesh(&read, num_procs, mesh, error);
    int max = qdr_hybrid_max_long(collective, &read);

    for (read.num_long = 0; status == QDR_OK && read.num_long <= max;
         read.num_long++) {
        size_t length = strlen(accepted.text);
        write_strategy(&read, collective, read.num_long, text);
        if (strategy == NULL || strcmp(text, strategy) == 0) {
            *shape = read;
            return QDR_OK;
        }
        snprintf(accepted.text + length, sizeof accepted.text - length, "%s%s",
                 length > 0 ? ", " : "", *text == '\0' ? "''" : text);
    }
    if (status != QDR_OK)
        return status;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "strategy: '%s'; accepted for %s on a mesh of %s: %s",
                    strategy, qdr_collective_string(collective), mesh,
                    accepted.text);
}
