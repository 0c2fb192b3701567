/* harness/cli/bench_files.c -- see bench_files.h. */
#include "harness/cli/bench_files.h"

#include <stdlib.h>
#include <string.h>

#include "harness/cli/bench_summary.h"
#include "harness/files/files.h"
#include "harness/sweep/launch_files.h"

qdr_status qdr_bench_folder_make(char *folder, size_t size, qdr_error *error)
{
    const char *parent = getenv("TMPDIR");

    snprintf(folder, size, "%.900s/quadrille-bench-XXXXXX",
             parent != NULL ? parent : "/tmp");
    return mkdtemp(folder) != NULL ? QDR_OK
                                   : qdr_fail(error, QDR_ERROR_SYSTEM,
                                              "cannot make %.300s", folder);
}

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
            snprintf(named.text, sizeof named.text, "--%s%.4000s",
                     other_names[i].option, colon);
            *error = named;
            return;
        }
    for (char *c = rest; c < colon; c++)
        if (*c == '_')
            *c = '-';
    snprintf(named.text, sizeof named.text, "--%.4000s", rest);
    *error = named;
}

static void print_samples(const char *path)
{
    FILE *file = fopen(path, "r");
    int character;

    while (file != NULL && (character = fgetc(file)) != EOF)
        putchar(character);
    if (file != NULL)
        fclose(file);
}

qdr_status qdr_bench_run(const qdr_sweep *sweep, int64_t launch,
                         bool is_summary, qdr_error *error)
{
    char csv[QDR_PATH_LENGTH];
    qdr_selection selection = {0, 1, &launch};
    qdr_sweep_count count = {0};
    qdr_verdicts verdicts;
    qdr_status status =
        qdr_sweep_run(sweep, &selection, 1, QDR_RESTART_NEVER, &count, error);

    if (status != QDR_OK)
        return status;
    qdr_launch_path(sweep, launch, "csv", csv);
    if (count.valid > 0 && is_summary)
        status = qdr_bench_summary(sweep, csv, stdout, error);
    else if (count.valid > 0)
        print_samples(csv);
    if (status != QDR_OK)
        return status;
    if (count.invalid + count.missing == 0)
        return QDR_OK;
    if (qdr_launch_verdicts(sweep, launch, &verdicts) == QDR_LAUNCH_WHOLE)
        return qdr_fail(error, QDR_ERROR_CHECK, "INVALID: %s", verdicts.reason);
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "the launch did not start; its output is in %.300s",
                    sweep->folder);
}
