/* harness/results/result_json.c -- see result_json.h. */
#include "harness/results/result_json.h"

#include <stdio.h>
#include <stdlib.h>

/* The parameters of the choice of `auto`, as text; NULL: out of memory. */
static char *print_chosen_values(const qdr_measurement *measurement)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    qdr_values_write(&measurement->chosen_values, to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

/* Adds what `auto` took. */
static json_t *with_chosen(json_t *verdict, const qdr_measurement *measurement)
{
    char mode[64], *values;
    json_t *chosen = NULL;

    if (verdict == NULL || measurement->chosen == NULL)
        return verdict;
    qdr_chosen_mode_print(measurement, mode, sizeof mode);
    values = print_chosen_values(measurement);
    if (values != NULL)
        chosen =
            json_pack("{s:s, s:s, s:s}", "chosen", measurement->chosen->name,
                      "chosen_mode", mode, "chosen_parameters", values);
    free(values);
    if (chosen != NULL && json_object_update(verdict, chosen) == 0) {
        json_decref(chosen);
        return verdict;
    }
    json_decref(chosen);
    json_decref(verdict);
    return NULL;
}

static json_t *new_verdict(const qdr_cell *cell,
                           const qdr_measurement *measurement)
{
    const qdr_samples *samples = &measurement->samples;

    if (measurement->status != QDR_OK)
        return json_pack("{s:I, s:s, s:s}", "cell", (json_int_t)cell->number,
                         "verdict", "INVALID", "reason",
                         measurement->reason.text);
    if (measurement->process != NULL)
        return json_pack("{s:I, s:s, s:n, s:i, s:o}", "cell",
                         (json_int_t)cell->number, "verdict", "VALID", "reason",
                         "samples", samples->count, "hyperfine",
                         json_loads(measurement->process, 0, NULL));
    return json_pack("{s:I, s:s, s:n, s:s, s:i, s:i, s:i, s:i, s:i, s:I, s:I, "
                     "s:f}",
                     "cell", (json_int_t)cell->number, "verdict", "VALID",
                     "reason", "ended_by", qdr_end_string(samples->end),
                     "samples", samples->count, "warmups", samples->num_warmups,
                     "late_starts", samples->num_late, "batch", samples->batch,
                     "verified_every", samples->stride, "sampling_ns",
                     (json_int_t)measurement->sampling_ns, "uncertainty_ns",
                     (json_int_t)samples->uncertainty_ns, "autocorrelation",
                     qdr_autocorrelation(samples->time_ns, samples->count));
}

/* Adds what each link of a cluster on this machine counted: null of others. */
static json_t *with_links(json_t *verdict, const qdr_measurement *measurement)
{
    json_t *nodes = json_array();

    if (measurement->num_nodes == 0 || measurement->status != QDR_OK) {
        json_decref(nodes);
        return verdict;
    }
    for (int i = 0; i < measurement->num_nodes; i++) {
        const qdr_link_count *of = &measurement->links.nodes[i];
        json_array_append_new(
            nodes, json_pack("{s:I, s:I, s:I, s:I, s:I}", "sent_bytes",
                             (json_int_t)of->sent_bytes, "received_bytes",
                             (json_int_t)of->received_bytes, "send_drops",
                             (json_int_t)of->send_drops, "receive_drops",
                             (json_int_t)of->receive_drops, "retransmissions",
                             (json_int_t)of->retransmissions));
    }
    json_object_set_new(verdict, "links", nodes);
    json_object_set_new(
        verdict, "trunk_drops",
        json_integer((json_int_t)measurement->links.trunk_drops));
    return verdict;
}

json_t *qdr_verdict_new(const qdr_cell *cell,
                        const qdr_measurement *measurement)
{
    json_t *verdict = with_chosen(new_verdict(cell, measurement), measurement);

    return verdict == NULL ? NULL : with_links(verdict, measurement);
}

/* The array with one entry more; NULL if memory ran out. */
static json_t *with_entry(json_t *array, json_t *entry)
{
    if (json_array_append_new(array, entry) == 0)
        return array;
    json_decref(array);
    return NULL;
}

/* The meaning of the columns into which `parameters` is split. */
static json_t *new_parameters(const qdr_parameter *table)
{
    json_t *array = json_array();

    for (; array != NULL && table != NULL && table->name != NULL; table++)
        array = with_entry(array, json_pack("{s:s, s:s?, s:s}", "name",
                                            table->name, "unit", table->unit,
                                            "summary", table->summary));
    return array;
}

json_t *qdr_workload_describe(const qdr_experiment *experiment)
{
    const qdr_workload *workload = qdr_workload_at(experiment->workload);

    return json_pack("{s:s, s:s, s:o}", "name", workload->name, "summary",
                     workload->summary, "parameters",
                     new_parameters(workload->parameters));
}

json_t *qdr_algorithms_describe(const qdr_experiment *experiment)
{
    json_t *array = json_array();

    for (unsigned i = 0; array != NULL && i < experiment->num_algorithms; i++) {
        const qdr_kernel *kernel = qdr_kernel_at(experiment->algorithms[i]);
        array =
            with_entry(array, json_pack("{s:s, s:s, s:o}", "name", kernel->name,
                                        "label", kernel->label, "parameters",
                                        new_parameters(kernel->parameters)));
    }
    return array;
}
