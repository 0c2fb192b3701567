/* kernels/core/proof/delivery.c -- see delivery.h. */
#include "kernels/core/proof/delivery.h"

#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/proof/delivery_proof.h"

static qdr_status begin_with(void *context, const qdr_holding *had)
{
    qdr_proof *p = context;
    qdr_interval whole = {
        had->begin,
        had->end > had->begin ? had->end : qdr_proof_extent(p, had->block),
        qdr_contributors_run(&p->sets, had->first_contributor,
                             had->last_contributor),
        0};

    return whole.set >= 0 && qdr_block_holders_put(&p->holders, had->rank,
                                                   had->block, whole)
               ? QDR_OK
               : qdr_proof_fail_memory(p);
}

/* A rank ends with a block whose contributions are not those that it needs. */
static qdr_status fail_contributions(qdr_proof *p, const qdr_interval *held,
                                     const qdr_holding *wanted)
{
    char name[QDR_BLOCK_NAME_LENGTH];
    char *found = NULL;
    size_t length;
    FILE *to = open_memstream(&found, &length);
    qdr_status status;

    if (to == NULL)
        return qdr_proof_fail_memory(p);
    qdr_contributors_print(&p->sets, held->set, to);
    fclose(to);
    status = qdr_fail(p->error, QDR_ERROR_CHECK,
                      "rank %d ends with byte %lld of %s from ranks %s; "
                      "accepted: from %d-%d",
                      wanted->rank, (long long)held->begin,
                      qdr_proof_name_block(p, wanted->block, name), found,
                      wanted->first_contributor, wanted->last_contributor);
    free(found);
    return status;
}

static qdr_status end_with(void *context, const qdr_holding *wanted)
{
    qdr_proof *p = context;
    char name[QDR_BLOCK_NAME_LENGTH];
    int64_t at = wanted->begin;
    int64_t end =
        wanted->end > at ? wanted->end : qdr_proof_extent(p, wanted->block);
    int64_t set = qdr_contributors_run(&p->sets, wanted->first_contributor,
                                       wanted->last_contributor);

    if (set < 0)
        return qdr_proof_fail_memory(p);
    while (at < end) {
        const qdr_interval *held = qdr_block_holders_first(
            &p->holders, wanted->rank, wanted->block, at);
        if (held == NULL || held->begin > at)
            return qdr_fail(p->error, QDR_ERROR_CHECK,
                            "%s: byte %lld never comes to rank %d",
                            qdr_proof_name_block(p, wanted->block, name),
                            (long long)at, wanted->rank);
        if (held->set != set)
            return fail_contributions(p, held, wanted);
        at = held->end;
    }
    return QDR_OK;
}

qdr_status qdr_check_delivery(const qdr_schedule *schedule,
                              const qdr_problem *problem, qdr_error *error)
{
    qdr_proof p = {.schedule = schedule,
                   .problem = problem,
                   .spreads = qdr_collective_has_vector(problem->collective),
                   .repeats = qdr_collective_repeats(problem->collective),
                   .sets = {.num_procs = problem->num_procs},
                   .error = error};
    qdr_status status =
        qdr_block_holders_init(&p.holders) ? QDR_OK : qdr_proof_fail_memory(&p);

    if (status == QDR_OK)
        status = qdr_problem_state(problem, false, begin_with, &p);
    for (; p.round < schedule->num_rounds && status == QDR_OK; p.round++)
        status = qdr_proof_follow_round(&p);
    if (status == QDR_OK)
        status = qdr_problem_state(problem, true, end_with, &p);
    qdr_block_holders_cleanup(&p.holders);
    qdr_contributors_cleanup(&p.sets);
    free(p.arrivals);
    return status;
}
