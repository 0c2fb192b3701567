/* harness/cli/output/bench_files.c -- see bench_files.h. */
#include "harness/cli/output/bench_files.h"

#include <stdlib.h>
#include <string.h>

#include "harness/cli/output/bench_summary.h"
#include "harness/files/files.h"
#include "harness/results/judge_list.h"

qdr_status qdr_bench_folder_remove(const char *folder, qdr_status status,
                                   qdr_error *error)
{
    qdr_error reason = {""};
    qdr_status removed = qdr_folder_remove(folder, &reason);

    if (status != QDR_OK || removed == QDR_OK)
        return status;
    *error = reason;
    return removed;
}

void qdr_bench_quote(const char *text, FILE *to)
{
    for (; *text != '\0'; text++)
        fprintf(to, "%s%c", *text == '\'' ? "'" : "", *text);
}

/* Keys of the made file whose option has another name. */
static const struct {
    const char *key, *option;
} other_names[] = {
    {"algorithms", "algorithm"}, {"modes", "mode"}, {"launch_cap_s", "cap"}};

void qdr_bench_name_option(const char *path, qdr_error *error)
{
    size_t length = strlen(path);
    qdr_error named;
    char *rest = error->text + length, *colon;

    if (strncmp(error->text, path, length) != 0 || *rest != ':')
        return;
    rest += 1 + strspn(rest + 1, "0123456789");
    if (strncmp(rest, ": ", 2) != 0)
        return;
    rest += 2;
    colon = rest + strcspn(rest, ": ");
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strlen(other_names[i].key) == (size_t)(colon - rest) &&
            strncmp(rest, other_names[i].key, (size_t)(colon - rest)) == 0) {
            snprintf(named.text, sizeof named.text, "--%s%.1000s",
                     other_names[i].option, colon);
            *error = named;
            return;
        }
    for (char *c = rest; c < colon; c++)
        if (*c == '_')
            *c = '-';
    snprintf(named.text, sizeof named.text, "--%.1000s", rest);
    *error = named;
}

/* The samples that count, as text for a reader or as csv. */
static qdr_status print_samples(const qdr_sweep *sweep, const qdr_judge *judge,
                                bool is_summary, qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    FILE *file;
    qdr_status status;

    if (!is_summary)
        return qdr_judge_print_samples(judge, stdout, error);
    snprintf(path, sizeof path, "%.1900s/samples.csv", sweep->folder);
    file = fopen(path, "w");
    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    status = qdr_judge_print_samples(judge, file, error);
    if (fclose(file) != 0 && status == QDR_OK)
        status = qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    return status == QDR_OK ? qdr_bench_summary(sweep, path, stdout, error)
                            : status;
}

static qdr_status print_result(const qdr_sweep *sweep, int64_t launch,
                               bool is_summary, qdr_error *error)
{
    qdr_judge judge = {0};
    qdr_judged judged = {0};
    int64_t cell;
    const char *reason = NULL;
    qdr_status status =
        qdr_judge_open(&judge, sweep->folder, sweep->experiment,
                       sweep->machine->kind == QDR_MACHINE_SIMULATED, error);

    if (status == QDR_OK)
        status = qdr_judge_launch(&judge, launch, &judged, error);
    if (status == QDR_OK && judged.valid > 0)
        status = print_samples(sweep, &judge, is_summary, error);
    if (status == QDR_OK)
        reason = qdr_judged_reason(&judged, &cell);
    if (reason != NULL)
        status = qdr_fail(error, QDR_ERROR_CHECK, "INVALID: %s", reason);
    else if (status == QDR_OK && judged.missing > 0)
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "the launch did not start; its output is in %.300s",
                          sweep->folder);
    qdr_judged_cleanup(&judged);
    qdr_judge_close(&judge);
    return status;
}

qdr_status qdr_bench_run(const qdr_sweep *sweep, int64_t launch,
                         bool is_summary, qdr_error *error)
{
    qdr_selection selection = {0, 1, &launch};
    qdr_sweep_count count = {0};
    qdr_status status =
        qdr_sweep_run(sweep, &selection, 1, QDR_RESTART_NEVER, &count, error);

    if (count.is_interrupted)
        return qdr_fail(error, QDR_ERROR_CHECK, "interrupted");
    return status == QDR_OK ? print_result(sweep, launch, is_summary, error)
                            : status;
}
