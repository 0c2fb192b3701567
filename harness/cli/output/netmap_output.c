/* harness/cli/output/netmap_output.c -- see netmap_output.h. */
#include "harness/cli/output/netmap_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/cli/options/output_path.h"
#include "harness/files/files.h"
#include "harness/files/r_script.h"
#include "harness/netmap/netmap_files.h"
#include "harness/netmap/netmap_words.h"

qdr_status qdr_netmap_output_check(const char *folder, qdr_error *error)
{
    if (strlen(folder) > QDR_PATH_LENGTH / 2)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--output: the path is too long; accepted: %d "
                        "characters",
                        QDR_PATH_LENGTH / 2);
    if (access(folder, F_OK) == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--output: %.300s exists; accepted: a folder that does "
                        "not exist",
                        folder);
    return qdr_output_check("--output", "", folder, error);
}

/* Without R all but the figure is written. */
static void draw(const char *folder)
{
    qdr_command command = {0};
    qdr_error reason = {""};
    char *said = NULL;

    qdr_r_script_add(&command, "analysis/scripts/draw_netmap.R");
    qdr_command_add(&command, "%s/pairs.csv", folder);
    qdr_command_add(&command, "%s/heatmap.svg", folder);
    if (qdr_r_script_run(&command, &said, &reason) != QDR_OK)
        fprintf(stderr, "quadrille netmap: no heatmap.svg: %s\n",
                reason.text[0] == '\0' ? "R failed" : reason.text);
    free(said);
    qdr_command_cleanup(&command);
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[QDR_PATH_LENGTH];

    snprintf(path, sizeof path, "%.1900s/%s", folder, name);
    return fopen(path, "w");
}

static qdr_status close_written(FILE *file, const char *folder,
                                qdr_error *error)
{
    bool is_bad = file == NULL || ferror(file);

    if (file != NULL && fclose(file) != 0)
        is_bad = true;
    return is_bad ? qdr_fail(error, QDR_ERROR_SYSTEM,
                             "--output: cannot write to %.300s", folder)
                  : QDR_OK;
}

static qdr_status write_files(const qdr_netmap_request *request,
                              const qdr_netmap_record *record,
                              const char *folder, qdr_error *error)
{
    FILE *file = open_in(folder, "pairs.csv");
    qdr_status status;

    if (file != NULL)
        qdr_netmap_write_pairs(record, file);
    status = close_written(file, folder, error);
    if (status != QDR_OK)
        return status;
    file = open_in(folder, "mpigraph.txt");
    if (file != NULL)
        qdr_netmap_write_mpigraph(record, request->bytes, file);
    status = close_written(file, folder, error);
    if (status != QDR_OK)
        return status;
    file = open_in(folder, "nodes.csv");
    if (file != NULL)
        status = qdr_netmap_write_nodes(record, file, error);
    if (status != QDR_OK) {
        fclose(file);
        return status;
    }
    return close_written(file, folder, error);
}

/* Written next to the folder, which then appears as a whole. */
static qdr_status write_folder(const qdr_netmap_request *request,
                               const qdr_netmap_record *record,
                               const char *output, qdr_error *error)
{
    char made[QDR_PATH_LENGTH];
    size_t length = strlen(output);
    mode_t mask = umask(0);
    qdr_status status;

    umask(mask);
    while (length > 1 && output[length - 1] == '/')
        length--;
    snprintf(made, sizeof made, "%.*s.tmp-XXXXXX", (int)length, output);
    if (mkdtemp(made) == NULL || chmod(made, 0777 & ~mask) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "--output: %.300s: %s", made,
                        strerror(errno));
    status = write_files(request, record, made, error);
    if (status == QDR_OK)
        draw(made);
    if (status == QDR_OK && rename(made, output) != 0)
        status = qdr_fail(error, QDR_ERROR_SYSTEM, "--output: %.300s: %s",
                          output, strerror(errno));
    if (status != QDR_OK)
        qdr_folder_try_remove(made);
    return status;
}

static qdr_netmap_words words_of(const qdr_netmap_request *request,
                                 const qdr_netmap_record *record)
{
    return (qdr_netmap_words){.record = record,
                              .of_ranks = request->of_ranks,
                              .limit_s = request->limit_s};
}

static qdr_status report_rates(const qdr_netmap_request *request,
                               const qdr_netmap_record *record,
                               bool *out_is_slow, qdr_error *error)
{
    const qdr_netmap_words words = words_of(request, record);
    qdr_findings findings = {0};
    qdr_status status = qdr_findings_make(&findings, &record->table, error);

    if (status == QDR_OK) {
        qdr_netmap_print_findings(&words, &findings, stdout);
        status = qdr_netmap_print_table(&words, stdout, error);
        *out_is_slow = findings.num_slow_nodes + findings.num_slow_pairs > 0;
    }
    qdr_findings_cleanup(&findings);
    return status;
}

/* A launch that ended by itself or fell silent, with what was going on. */
static void blame_end(qdr_netmap_record *record, qdr_netmap_end end)
{
    qdr_unanswered *to = &record->unanswered;

    if (to->is_any || end == QDR_NETMAP_DONE)
        return;
    if (end == QDR_NETMAP_SILENT)
        to->silent[0] = to->is_any = true; /* that of rank 0, which prints */
    else if (record->from >= 0)
        to->pairs[qdr_pair_at(record->num_nodes, record->from, record->to)] =
            to->is_any = true;
}

/* The last line that the launcher or MPI said, for which the log is kept. */
static qdr_status fail_launch(const char *what, const char *log,
                              qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.600s; its output is in %.300s",
                    what, log);
}

/* ", on n1 n2", as far as there is room. */
static void list_started(const qdr_netmap_record *record, char *names,
                         size_t size)
{
    size_t length = 0;

    names[0] = '\0';
    for (int i = 0; i < record->num_ranks && length < size; i++)
        if (record->started[i][0] != '\0')
            length += (size_t)snprintf(names + length, size - length, "%s%s",
                                       length == 0 ? ", on " : " ",
                                       record->started[i]);
}

static qdr_status report_unstarted(const qdr_netmap_request *request,
                                   const qdr_netmap_record *record,
                                   qdr_netmap_end end, const char *log,
                                   qdr_error *error)
{
    const qdr_netmap_words words = words_of(request, record);
    char what[512], names[256];

    if (qdr_netmap_print_absent(&words, stdout))
        return QDR_ERROR_CHECK;
    list_started(record, names, sizeof names);
    if (end == QDR_NETMAP_NOT_STARTED)
        snprintf(what, sizeof what,
                 "%d of %d ranks started within %g s%s; a node may not answer",
                 qdr_netmap_record_count(record), record->num_ranks,
                 qdr_netmap_start_limit_s(request->limit_s), names);
    else
        snprintf(what, sizeof what,
                 "the launch ended after %d of %d ranks had started%s",
                 qdr_netmap_record_count(record), record->num_ranks, names);
    return fail_launch(what, log, error);
}

static qdr_status report(const qdr_netmap_request *request,
                         qdr_netmap_record *record, qdr_netmap_end end,
                         const char *log, bool *out_is_slow, qdr_error *error)
{
    const qdr_netmap_words words = words_of(request, record);

    if (record->failed.text[0] != '\0')
        return fail_launch(record->failed.text, log, error);
    if (record->num_nodes == 0)
        return report_unstarted(request, record, end, log, error);
    if (record->num_nodes == 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "all %d ranks are on node %s; accepted: ranks on 2 "
                        "nodes or more, or --ranks, which measures ranks",
                        record->num_ranks, record->names[0]);
    blame_end(record, end);
    if (record->unanswered.is_any) {
        qdr_netmap_print_unanswered(&words, stdout);
        *out_is_slow = true;
        return QDR_OK;
    }
    if (end != QDR_NETMAP_DONE)
        return fail_launch("the launch ended before all was measured", log,
                           error);
    return report_rates(request, record, out_is_slow, error);
}

/* The table of rates needs all pairs. */
static bool is_complete(const qdr_netmap_record *record)
{
    return record->num_nodes > 1 && !record->unanswered.is_any;
}

qdr_status qdr_netmap_report(const qdr_netmap_request *request,
                             const char *output, qdr_error *error)
{
    char folder[QDR_PATH_LENGTH / 2], log[QDR_PATH_LENGTH];
    qdr_netmap_record record = {0};
    qdr_netmap_end end = QDR_NETMAP_DONE;
    bool is_slow = false;
    qdr_status status =
        qdr_folder_make_temporary("netmap", folder, sizeof folder, error);

    if (status != QDR_OK)
        return status;
    snprintf(log, sizeof log, "%s/launch.log", folder);
    status = qdr_netmap_record_init(&record, request->layout.procs, error);
    if (status == QDR_OK)
        status = qdr_netmap_launch(request, log, &record, &end, error);
    if (status == QDR_OK)
        status = report(request, &record, end, log, &is_slow, error);
    if (status == QDR_OK && output != NULL && is_complete(&record))
        status = write_folder(request, &record, output, error);
    qdr_netmap_record_cleanup(&record);
    /* Kept so that the user can find the cause. */
    if (status != QDR_ERROR_SYSTEM)
        qdr_folder_try_remove(folder);
    if (status != QDR_OK)
        return status;
    return is_slow ? QDR_ERROR_CHECK : QDR_OK;
}
