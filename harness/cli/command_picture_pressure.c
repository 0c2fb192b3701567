/* harness/cli/command_picture_pressure.c -- `quadrille picture pressure`: the
 * air's pressure on a wing. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/cli/commands.h"
#include "harness/cli/picture.h"
#include "workloads/euler/euler_serial.h"
#include "workloads/euler/euler_system.h"

static qdr_status show(const qdr_mesh *mesh, const qdr_euler_rules *rules,
                       const double *coefficients, const qdr_options *options,
                       qdr_error *error)
{
    char title[512], subtitle[512];
    const qdr_picture picture = {.kind = "pressure",
                                 .title = title,
                                 .subtitle = subtitle,
                                 .values = {mesh, coefficients}};

    snprintf(title, sizeof title, "%.300s: the pressure at Mach %g, %g degrees",
             qdr_picture_name(options), rules->mach, rules->alpha);
    snprintf(subtitle, sizeof subtitle,
             "Euler equations, first order, on %" PRId64 " points;\n%" PRId64
             " steps from the free stream, CFL number %g",
             mesh->num_points, rules->steps, rules->cfl);
    return qdr_picture_show(&picture, options, error);
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    const qdr_options *options = line->options;
    const qdr_euler_rules rules = {.mach = qdr_options_real(options, "mach"),
                                   .alpha = qdr_options_real(options, "alpha"),
                                   .cfl = qdr_options_real(options, "cfl"),
                                   .steps =
                                       qdr_options_integer(options, "steps")};
    qdr_mesh mesh = {0};
    double *coefficients = NULL;
    qdr_status status = qdr_picture_mesh(options, &mesh, error);

    if (status == QDR_OK) {
        coefficients = malloc((size_t)mesh.num_points * sizeof *coefficients);
        if (coefficients == NULL)
            status = qdr_fail_memory(error, "the pressure");
    }
    if (status == QDR_OK)
        status = qdr_euler_solve(&mesh, rules, coefficients, error);
    if (status == QDR_OK)
        status = show(&mesh, &rules, coefficients, options, error);
    free(coefficients);
    qdr_mesh_cleanup(&mesh);
    return status;
}

/* As the workload euler has them, but steps enough for a steady flow. */
static const qdr_option own_options[] = {
    QDR_PICTURE_POINTS_OPTION,
    QDR_PICTURE_MESH_OPTION,
    {.is = QDR_EULER_MACH_PARAMETER, .operand = "M"},
    {.is = QDR_EULER_ALPHA_PARAMETER, .operand = "A"},
    {.is = QDR_EULER_CFL_PARAMETER, .operand = "C"},
    {.is = {.name = "steps",
            .summary = "time steps",
            .type = QDR_INTEGER,
            .default_value = "500",
            .min = 1,
            .max = 1e9},
     .operand = "N"},
    QDR_PICTURE_FIGURE_OPTION,
    {.is = {0}}};

const qdr_cli_command qdr_command_picture_pressure = {
    .name = "picture pressure",
    .summary = "the pressure of a steady flow on a wing",
    .options = own_options,
    .run = run};
