/* workloads/matrix_file/pattern_write.c -- writing; see pattern_file.h. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "workloads/matrix_file/pattern_file.h"

static qdr_status write_matrix(const qdr_pattern *pattern, FILE *out,
                               qdr_error *error)
{
    for (int64_t m = 0; m < pattern->num_messages; m++)
        if (pattern->messages[m].bytes == 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "message %d -> %d has 0 bytes, which a plain "
                            "matrix cannot say; accepted formats: mtx, csv",
                            pattern->messages[m].src, pattern->messages[m].dst);
    for (int src = 0; src < pattern->num_procs; src++) {
        int64_t m = pattern->row_begin[src];
        for (int dst = 0; dst < pattern->num_procs; dst++) {
            int64_t bytes = 0;
            if (m < pattern->row_begin[src + 1] &&
                pattern->messages[m].dst == dst)
                bytes = pattern->messages[m++].bytes;
            fprintf(out, "%s%" PRId64, dst > 0 ? " " : "", bytes);
        }
        fputc('\n', out);
    }
    return QDR_OK;
}

static qdr_status write_matrix_market(const qdr_pattern *pattern, FILE *out,
                                      qdr_error *error)
{
    (void)error;
    fprintf(out, "%%%%MatrixMarket matrix coordinate integer general\n");
    fprintf(out, "%d %d %" PRId64 "\n", pattern->num_procs, pattern->num_procs,
            pattern->num_messages);
    for (int64_t m = 0; m < pattern->num_messages; m++)
        fprintf(out, "%d %d %" PRId64 "\n", pattern->messages[m].src + 1,
                pattern->messages[m].dst + 1, pattern->messages[m].bytes);
    return QDR_OK;
}

static qdr_status write_csv(const qdr_pattern *pattern, FILE *out,
                            qdr_error *error)
{
    (void)error;
    fprintf(out, "src,dst,bytes\n");
    for (int64_t m = 0; m < pattern->num_messages; m++)
        fprintf(out, "%d,%d,%" PRId64 "\n", pattern->messages[m].src,
                pattern->messages[m].dst, pattern->messages[m].bytes);
    return QDR_OK;
}

const char *const qdr_pattern_format_names[] = {"matrix", "mtx", "csv", NULL};

qdr_status qdr_pattern_write(const qdr_pattern *pattern, const char *format,
                             FILE *out, qdr_error *error)
{
    static qdr_status (*const writers[])(const qdr_pattern *, FILE *,
                                         qdr_error *) = {
        write_matrix, write_matrix_market, write_csv};

    for (int i = 0; qdr_pattern_format_names[i] != NULL; i++)
        if (strcmp(format, qdr_pattern_format_names[i]) == 0)
            return writers[i](pattern, out, error);
    return qdr_fail(error, QDR_ERROR_INPUT, "format '%s'", format);
}
