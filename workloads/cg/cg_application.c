/* workloads/cg/cg_application.c -- the method as an application: a rank's part
 * of a system and, on rank 0, all of it, for the check. */
#include <stdlib.h>
#include <string.h>

#include "workloads/cg/cg_system.h"

void qdr_cg_free_state(void *context)
{
    qdr_cg_state *s = context;

    if (s == NULL)
        return;
    qdr_cg_part_cleanup(&s->own);
    qdr_cg_part_cleanup(&s->serial);
    free(s->serial_solution);
    free(s);
}

/* Room for the serial solution, which rank 0 computes and all must know; the
 * halos know the owners of the system's rows by now. */
static qdr_status make_serial(qdr_cg_state *s, qdr_cg_system *system,
                              qdr_error *error)
{
    s->num_rows = system->matrix.num_rows;
    s->serial_solution = calloc((size_t)s->num_rows + 1, sizeof(double));
    if (s->serial_solution == NULL)
        return qdr_fail_memory(error, "conjugate gradients");
    if (s->own.host->rank > 0)
        return QDR_OK;
    memset(system->part, 0, (size_t)s->num_rows * sizeof *system->part);
    return qdr_cg_part_init(&s->serial, system, &qdr_host_alone, error);
}

qdr_status qdr_cg_new_state(void **out_state, qdr_cg_make *make,
                            const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    qdr_cg_state *s = calloc(1, sizeof *s);
    qdr_cg_system system = {0};
    qdr_status status;

    if (s == NULL)
        return qdr_fail_memory(error, "conjugate gradients");
    s->serial_iterations = -1;
    status = make(&system, input, error);
    s->rules = system.rules;
    if (status == QDR_OK)
        status = qdr_cg_part_init(&s->own, &system, host, error);
    if (status == QDR_OK)
        status = make_serial(s, &system, error);
    qdr_cg_system_cleanup(&system);
    if (status == QDR_OK)
        *out_state = s;
    else
        qdr_cg_free_state(s);
    return status;
}

qdr_status qdr_cg_run(void *context, qdr_error *error)
{
    qdr_cg_state *s = context;

    return qdr_cg_solve(&s->own, &s->rules, error);
}

int qdr_cg_count(const void *context, qdr_counter *counts)
{
    const qdr_cg_state *s = context;
    const qdr_cg_part *own = &s->own;
    const bool is_first = own->host->rank == 0;

    counts[0] = (qdr_counter){
        "answer", qdr_answer_digest(own->v.x, own->rows.num_rows * 8)};
    counts[1] = (qdr_counter){"iterations", is_first ? own->iterations : 0};
    counts[2] =
        (qdr_counter){"serial_iterations", is_first ? s->serial_iterations : 0};
    return 3;
}
