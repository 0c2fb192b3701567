/* workloads/workload.c -- makes the table of workloads.def; see workload.h. */
#include "workloads/workload.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/name_lookup.h"

#define QDR_WORKLOAD(name) extern const qdr_workload qdr_workload_##name;
#include "workloads/workloads.def"
#undef QDR_WORKLOAD

static const qdr_workload *const workloads[] = {
#define QDR_WORKLOAD(name) &qdr_workload_##name,
#include "workloads/workloads.def"
#undef QDR_WORKLOAD
};

int qdr_workload_count(void)
{
    return (int)(sizeof workloads / sizeof *workloads);
}

const qdr_workload *qdr_workload_at(int index)
{
    return workloads[index];
}

static const char *name_at(int index)
{
    return workloads[index]->name;
}

qdr_status qdr_workload_find(const char *name,
                             const qdr_workload **out_workload,
                             qdr_error *error)
{
    int index;
    qdr_status status =
        qdr_names_find("workload", "./quadrille list workloads", name,
                       qdr_workload_count(), name_at, &index, error);

    if (status == QDR_OK)
        *out_workload = workloads[index];
    return status;
}

const qdr_workload *qdr_workload_ordinary(qdr_collective collective)
{
    int i = 0;

    while (workloads[i]->ordinary[collective] == NULL)
        i++;
    return workloads[i];
}

bool qdr_workload_collective(const qdr_workload *workload,
                             qdr_collective *out_collective)
{
    qdr_collective found = QDR_ALLTOALLV;
    int count = 0;

    for (int c = 0; c < QDR_NUM_COLLECTIVES && workload->has_vector; c++)
        if (workload->ordinary[c] != NULL) {
            found = (qdr_collective)c;
            count++;
        }
    if (count > 1)
        return false;
    *out_collective = found;
    return true;
}

void qdr_traffic_cleanup(qdr_traffic *traffic)
{
    qdr_pattern_cleanup(&traffic->pattern);
    *traffic = (qdr_traffic){0};
}

qdr_problem qdr_traffic_problem(const qdr_traffic *traffic,
                                qdr_collective collective)
{
    qdr_problem problem = {.collective = collective,
                           .num_procs = traffic->num_procs};

    if (qdr_collective_has_vector(collective) != traffic->has_vector)
        problem.collective = traffic->has_vector ? QDR_BCAST : QDR_ALLTOALLV;
    if (traffic->has_vector)
        problem.vector = (qdr_vector_problem){
            .root = traffic->root,
            .bytes = traffic->bytes,
            .element_bytes =
                qdr_collective_combines(collective) ? QDR_COMBINED_BYTES : 1};
    else
        problem.messages.pattern = &traffic->pattern;
    return problem;
}

qdr_status qdr_workload_generate(const qdr_workload *workload,
                                 const qdr_workload_input *input,
                                 qdr_traffic *out_traffic, qdr_error *error)
{
    qdr_traffic made = {.num_procs = input->procs,
                        .has_vector = workload->has_vector};
    qdr_status status = workload->generate(input, &made, error);

    if (status == QDR_OK)
        *out_traffic = made;
    else
        qdr_traffic_cleanup(&made);
    return status;
}

qdr_status qdr_workload_check(const qdr_workload *workload,
                              const qdr_workload_input *input, qdr_error *error)
{
    qdr_traffic traffic = {0};
    qdr_status status;

    if (workload->check != NULL)
        return workload->check(input, error);
    status = qdr_workload_generate(workload, input, &traffic, error);
    qdr_traffic_cleanup(&traffic);
    return status;
}

qdr_status qdr_workload_check_procs(const qdr_workload_input *input,
                                    qdr_error *error)
{
    if (input->procs >= 1 && input->procs <= QDR_MAX_PROCS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT, "procs: %d; accepted: 1 to %d",
                    input->procs, QDR_MAX_PROCS);
}

qdr_amount qdr_workload_amount(const qdr_workload *workload,
                               const qdr_workload_input *input)
{
    qdr_traffic traffic = {0};
    qdr_amount amount = {0};

    if (workload->amount != NULL)
        return workload->amount(input);
    if (qdr_workload_generate(workload, input, &traffic, NULL) == QDR_OK) {
        amount.messages = (double)traffic.pattern.num_messages;
        for (int64_t m = 0; m < traffic.pattern.num_messages; m++)
            amount.bytes += (double)traffic.pattern.messages[m].bytes;
    }
    qdr_traffic_cleanup(&traffic);
    return amount;
}

qdr_status qdr_workload_make(const qdr_workload *workload,
                             qdr_workload_input input, const char *parameters,
                             qdr_traffic *traffic, qdr_error *error)
{
    char *text = strdup(parameters == NULL ? "" : parameters);
    qdr_values values;
    qdr_status status;

    if (text == NULL)
        return qdr_fail_memory(error, "the parameters of a workload");
    qdr_values_init(&values, workload->parameters);
    status = qdr_values_read(&values, workload->name, text, error);
    if (status == QDR_OK)
        status = qdr_values_require(&values, workload->name, error);
    input.values = &values;
    if (status == QDR_OK)
        status = qdr_workload_generate(workload, &input, traffic, error);
    free(text);
    return status;
}
