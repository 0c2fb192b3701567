/* kernels/core/proof/schedule_check.c -- see schedule_check.h. */
#include "kernels/core/proof/schedule_check.h"

#include <stdlib.h>

#include "kernels/core/program/program.h"
#include "kernels/core/proof/delivery.h"

static qdr_status check_ranks(const qdr_schedule *schedule, qdr_error *error)
{
    for (int64_t t = 0; t < schedule->num_transfers; t++) {
        qdr_transfer transfer = schedule->transfers[t];
        if (transfer.src < 0 || transfer.src >= schedule->num_procs ||
            transfer.dst < 0 || transfer.dst >= schedule->num_procs ||
            transfer.src == transfer.dst)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "transfer %d -> %d: two different ranks of 0 to "
                            "%d are accepted",
                            transfer.src, transfer.dst,
                            schedule->num_procs - 1);
    }
    return QDR_OK;
}

/* A transfer that joins a message has its ends and its round. */
static qdr_status check_joined(const qdr_schedule *schedule, qdr_error *error)
{
    for (int64_t i = 0; i < schedule->num_rounds; i++)
        for (int64_t t = schedule->round_begin[i];
             t < schedule->round_begin[i + 1]; t++) {
            const qdr_transfer *at = &schedule->transfers[t];
            if (at->joins && (t == schedule->round_begin[i] ||
                              at[-1].src != at->src || at[-1].dst != at->dst))
                return qdr_fail(error, QDR_ERROR_CHECK,
                                "round %lld: a transfer %d -> %d joins no "
                                "message from there to there",
                                (long long)i + 1, at->src, at->dst);
        }
    return QDR_OK;
}

/* The messages of one rank in the current round. */
typedef struct port_use {
    int num_in, num_out;
} port_use;

static void count_rank(qdr_schedule_report *report, const port_use *use)
{
    if (use->num_in > report->max_fan_in)
        report->max_fan_in = use->num_in;
    if (use->num_out > report->max_fan_out)
        report->max_fan_out = use->num_out;
}

static qdr_status check_rounds(const qdr_schedule *schedule, bool one_port,
                               qdr_schedule_report *report, qdr_error *error)
{
    port_use *use = calloc((size_t)schedule->num_procs, sizeof *use);
    qdr_status status = QDR_OK;

    if (use == NULL)
        return qdr_fail_memory(error, "the round check");
    for (int64_t i = 0; i < schedule->num_rounds && status == QDR_OK; i++) {
        const qdr_transfer *first =
            schedule->transfers + schedule->round_begin[i];
        const qdr_transfer *end =
            schedule->transfers + schedule->round_begin[i + 1];
        int64_t round_bytes = 0;
        for (const qdr_transfer *t = first; t < end; t++) {
            use[t->src].num_out += !t->joins;
            use[t->dst].num_in += !t->joins;
            report->num_messages += !t->joins;
            round_bytes += t->bytes;
        }
        for (const qdr_transfer *t = first; t < end; t++) {
            int ends[2] = {t->src, t->dst};
            for (int e = 0; e < 2; e++) {
                count_rank(report, &use[ends[e]]);
                use[ends[e]] = (port_use){0};
            }
        }
        if (round_bytes > report->max_round_bytes)
            report->max_round_bytes = round_bytes;
        if (i == 0 || round_bytes < report->min_round_bytes)
            report->min_round_bytes = round_bytes;
        report->total_bytes += round_bytes;
        if (one_port && (report->max_fan_in > 1 || report->max_fan_out > 1))
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "round %lld: a rank sends or receives twice, "
                              "but the algorithm declares one_port",
                              (long long)i + 1);
    }
    free(use);
    return status;
}

/* The programs of all ranks. */
static qdr_status check_order(const qdr_rank_schedules *ranks,
                              const qdr_schedule *schedule,
                              const qdr_mode *mode, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int r = 0; r < ranks->num_ranks && status == QDR_OK; r++) {
        const qdr_operation *own = ranks->operations + ranks->rank_begin[r];
        int64_t count = ranks->rank_begin[r + 1] - ranks->rank_begin[r];
        qdr_program program = {0};
        status = qdr_program_init(&program, own, count, schedule, mode, error);
        if (status == QDR_OK)
            status = qdr_check_order(&program, own, count, schedule, r, error);
        qdr_program_cleanup(&program);
    }
    return status;
}

qdr_status qdr_schedule_check_in(const qdr_schedule *schedule,
                                 const qdr_mode *mode, qdr_error *error)
{
    qdr_rank_schedules ranks = {0};
    qdr_status status = qdr_rank_schedules_init(&ranks, schedule, 0,
                                                schedule->num_procs, error);

    if (status == QDR_OK)
        status = check_order(&ranks, schedule, mode, error);
    if (status == QDR_OK)
        status = qdr_check_ends(&ranks, schedule, mode, error);
    qdr_rank_schedules_cleanup(&ranks);
    return status;
}

qdr_status qdr_schedule_check(const qdr_schedule *schedule,
                              const qdr_problem *problem, bool one_port,
                              const qdr_mode *mode,
                              qdr_schedule_report *out_report, qdr_error *error)
{
    qdr_schedule_report report = {.num_rounds = schedule->num_rounds};
    qdr_status status;

    if (schedule->num_procs != problem->num_procs)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "the schedule is for %d processes, the problem for %d",
                        schedule->num_procs, problem->num_procs);
    status = check_ranks(schedule, error);
    if (status == QDR_OK)
        status = check_joined(schedule, error);
    if (status == QDR_OK)
        status = qdr_check_delivery(schedule, problem, error);
    if (status == QDR_OK)
        status = check_rounds(schedule, one_port, &report, error);
    if (status == QDR_OK)
        status = qdr_schedule_check_in(schedule, mode, error);
    if (status == QDR_OK)
        status = qdr_problem_get_stats(problem, &report.traffic, error);
    if (status == QDR_OK)
        *out_report = report;
    return status;
}
