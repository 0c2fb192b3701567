/* harness/slurm/sbatch_run.c -- submits a request; see sbatch.h. */
#define _GNU_SOURCE /* of strcasestr */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/slurm/sbatch.h"
#include "harness/slurm/slurm_command.h"
#include "harness/slurm/squeue.h"

static const char digits[] = "0123456789";

/* The last line that is a number, as of job 5, or 5;cluster, is the answer: a
 * site's sbatch may print more. False: there is none. */
static bool find_number(const char *text, char *id)
{
    bool is_found = false;

    for (; *text != '\0'; text += strspn(text, "\n")) {
        size_t length = strspn(text, digits);
        if (length > 0 && length < QDR_JOB_LENGTH &&
            strchr("\n;", text[length]) != NULL) {
            snprintf(id, QDR_JOB_LENGTH, "%.*s", (int)length, text);
            is_found = true;
        }
        text += strcspn(text, "\n");
    }
    return is_found;
}

/* Warnings, as of options that it does not honour. */
static void pass_on(const char *text)
{
    for (; *text != '\0'; text += strspn(text, "\n")) {
        int length = (int)strcspn(text, "\n");
        if (strncmp(text, "sbatch: ", 8) == 0)
            fprintf(stderr, "%.*s\n", length, text);
        text += length;
    }
}

/* SLURM has understood the request and says no. After other failures it may
 * still have accepted it, or may yet. */
static bool is_refusal(const char *text)
{
    static const char *const lost[] = {"timed out",    "contact",     "connect",
                                       "zero bytes",   "temporarily", "standby",
                                       "communication"};

    if (strstr(text, "submission failed") == NULL)
        return false;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        if (strcasestr(text, lost[i]) != NULL)
            return false;
    return true;
}

/* Searches for a job with the token for seven seconds, as the controller may be
 * slow. Without one `id` stays "". */
static qdr_status find_job(const qdr_sweep *sweep, const char *token, char *id,
                           qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int number = 1; number <= 3 && status == QDR_OK && id[0] == '\0';
         number++) {
        qdr_jobs jobs = {0};
        qdr_slurm_pause(number);
        status = qdr_squeue(&jobs, sweep, error);
        for (int64_t j = 0; j < jobs.count && id[0] == '\0'; j++)
            if (strstr(jobs.at[j].token, token) != NULL)
                snprintf(id, QDR_JOB_LENGTH, "%.*s",
                         (int)strspn(jobs.at[j].id, digits), jobs.at[j].id);
        qdr_jobs_cleanup(&jobs);
    }
    return status;
}

qdr_status qdr_sbatch(const qdr_sweep *sweep, qdr_request *request,
                      char id[QDR_JOB_LENGTH], qdr_error *error)
{
    qdr_status status = QDR_OK;

    id[0] = '\0';
    for (int number = 1; status == QDR_OK; number++) {
        qdr_error reason = {"sbatch printed no job number"};
        char *text = NULL;
        bool is_accepted =
            qdr_slurm_run(&request->command, &text, &reason) == QDR_OK &&
            find_number(text, id);
        bool is_refused = text != NULL && is_refusal(text);
        if (is_accepted)
            pass_on(text);
        free(text);
        if (is_accepted)
            return QDR_OK;
        id[0] = '\0';
        if (is_refused)
            return qdr_fail(error, QDR_ERROR_SYSTEM, "%s%s", reason.text,
                            strstr(reason.text, "array specification") != NULL
                                ? "; the machine's max_tasks may be above "
                                  "SLURM's MaxArraySize"
                                : "");
        fprintf(stderr,
                "quadrille sweep: %s; checking whether SLURM has the job\n",
                reason.text);
        status = find_job(sweep, request->token, id, error);
        if (id[0] != '\0')
            return QDR_OK;
        if (status == QDR_OK && number == QDR_SLURM_TRIES)
            status = qdr_fail(error, QDR_ERROR_SYSTEM, "%s", reason.text);
    }
    return status;
}
