/* harness/cli/output/model_algorithms.c -- see model_algorithms.h. */
#include "harness/cli/output/model_algorithms.h"

#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/problem/problem.h"
#include "kernels/kernel.h"

/* An algorithm, its part in the choice, and its prediction. */
typedef struct prediction {
    const qdr_kernel *kernel;
    const char *role; /* of `auto`: "taken", "candidate" or "" */
    double time_us;
} prediction;

static int by_time(const void *left, const void *right)
{
    const prediction *a = left, *b = right;

    return (a->time_us > b->time_us) - (a->time_us < b->time_us);
}

static const char *role_of(const qdr_kernel *kernel, const qdr_kernel *own,
                           const qdr_kernel *taken)
{
    if (kernel == taken)
        return "taken";
    for (const qdr_candidate *c = own->candidates; c->kernel != NULL; c++)
        if (c->kernel == kernel)
            return "candidate";
    return "";
}

static void print(const qdr_choice_input *input, const prediction *one,
                  bool is_csv)
{
    printf(is_csv ? "%s,%d,%lld,%s,%.3f,%s\n"
                  : "%-20s %6d %10lld  %-22s %12.3f  %s\n",
           qdr_collective_string(input->collective), input->num_procs,
           (long long)input->bytes, one->kernel->name, one->time_us, one->role);
}

/* The MPI library's call, where `auto` takes it; else NULL. */
static const qdr_kernel *find_library(const qdr_choice_input *input,
                                      const qdr_library_ranges *library)
{
    const qdr_length_ranges lengths =
        qdr_library_ranges_of(library, input->collective, input->num_procs);

    return qdr_length_ranges_have(&lengths, input->bytes)
               ? qdr_kernel_find_library(input->collective)
               : NULL;
}

/* Whether a prediction of it is possible; see qdr_model_rank_algorithms. By
 * node is a way of its own on networks with levels only. */
static bool is_ranked(const qdr_kernel *kernel, const qdr_problem *problem)
{
    return kernel->collective == problem->collective &&
           kernel->candidates == NULL && qdr_kernel_has_schedule(kernel) &&
           (qdr_collective_has_vector(problem->collective) ||
            kernel->predict != NULL) &&
           qdr_kernel_suits(kernel, problem);
}

qdr_status qdr_model_rank_algorithms(const qdr_choice_input *input,
                                     const qdr_traffic_summary *summary,
                                     const qdr_model_network *network,
                                     bool is_csv, qdr_error *error)
{
    const qdr_kernel *own = qdr_kernel_find_auto(input->collective);
    qdr_problem problem = {.collective = input->collective,
                           .num_procs = input->num_procs,
                           .network = input->network};
    prediction *all = malloc((size_t)qdr_kernel_count() * sizeof *all);
    const qdr_kernel *called = find_library(input, &network->library);
    qdr_chosen chosen;
    int count = 0;
    qdr_status status = QDR_OK;

    if (all == NULL)
        return qdr_fail_memory(error, "a ranking");
    if (qdr_collective_has_vector(input->collective))
        problem.vector.bytes = input->bytes;
    else
        problem.messages.summary = summary;
    status = qdr_kernel_choose(own, &problem, NULL, &chosen, error);
    for (int k = 0; k < qdr_kernel_count() && status == QDR_OK; k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (!is_ranked(kernel, &problem))
            continue;
        all[count] = (prediction){
            kernel,
            role_of(kernel, own, called != NULL ? called : chosen.kernel), 0};
        status =
            qdr_kernel_predict(kernel, &problem, &all[count].time_us, error);
        count++;
    }
    if (status == QDR_OK) {
        qsort(all, (size_t)count, sizeof *all, by_time);
        if (!is_csv)
            printf("network: of %s\n", network->name);
        printf(is_csv ? "%s,%s,%s,%s,%s,%s\n"
                      : "%-20s %6s %10s  %-22s %12s  %s\n",
               "operation", "procs", "bytes", "algorithm", "time_us", "auto");
        for (int i = 0; i < count; i++)
            print(input, &all[i], is_csv);
        if (called != NULL)
            printf(is_csv ? "%s,%d,%lld,%s,,%s\n"
                          : "%-20s %6d %10lld  %-22s     measured  %s\n",
                   qdr_collective_string(input->collective), input->num_procs,
                   (long long)input->bytes, called->name, "taken");
    }
    free(all);
    return status;
}
