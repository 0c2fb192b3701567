/* workloads/graph/partition_stored.c -- see partitioner.h. */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workloads/graph/partitioner.h"
#include "workloads/text/text_reader.h"

const char *const qdr_partition_methods[] = {
    "strips",   "rcb",       "rcb_xyz", "inertial",
    "spectral", "recursive", "kway",    NULL};

/* FNV-1a, 64 bits (Fowler, Noll, Vo, 1991). */
static uint64_t hash(const char *text)
{
    uint64_t value = 0xcbf29ce484222325u;

    for (; *text != '\0'; text++)
        value = (value ^ (unsigned char)*text) * 0x100000001b3u;
    return value;
}

/* The strings of a partition, each NULL or owned. */
typedef struct names {
    char *first_line, *path, *temporary;
} names;

static void names_cleanup(names *of)
{
    free(of->first_line);
    free(of->path);
    free(of->temporary);
}

static qdr_status names_init(names *of, const qdr_partition_task *task,
                             const char *folder, qdr_error *error)
{
    *of = (names){0};
    if (asprintf(&of->first_line,
                 "# graph %016" PRIx64 ", %s, %d parts, seed %" PRIu64,
                 qdr_graph_hash(task->graph), task->method, task->procs,
                 task->seed) < 0)
        of->first_line = NULL;
    if (of->first_line == NULL ||
        asprintf(&of->path, "%s/partition-%016" PRIx64 ".txt", folder,
                 hash(of->first_line)) < 0)
        of->path = NULL;
    if (of->path == NULL ||
        asprintf(&of->temporary, "%s.%ld", of->path, (long)getpid()) < 0)
        of->temporary = NULL;
    return of->temporary == NULL ? qdr_fail_memory(error, "a partition's name")
                                 : QDR_OK;
}

static qdr_status write_to(const names *of, const qdr_partition_task *task,
                           const int *part, qdr_error *error)
{
    FILE *file;
    bool is_written;

    remove(of->temporary);
    file = fopen(of->temporary, "wx"); /* follows no link */
    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", of->temporary,
                        strerror(errno));
    fprintf(file, "%s\n", of->first_line);
    for (int64_t v = 0; v < task->graph->num_vertices; v++)
        fprintf(file, "%d\n", part[v]);
    is_written = !ferror(file);
    is_written = fclose(file) == 0 && is_written;
    if (is_written && rename(of->temporary, of->path) == 0)
        return QDR_OK;
    remove(of->temporary);
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%s: cannot be written: %s",
                    of->path, strerror(errno));
}

qdr_status qdr_partition_file_write(const qdr_partition_task *task,
                                    const char *folder, const int *part,
                                    qdr_error *error)
{
    names of;
    qdr_status status = names_init(&of, task, folder, error);

    if (status == QDR_OK)
        status = write_to(&of, task, part, error);
    names_cleanup(&of);
    return status;
}

qdr_status qdr_partition_check(const qdr_graph *graph, int procs,
                               const int *part, qdr_error *error)
{
    bool *has_vertex = calloc((size_t)procs, sizeof *has_vertex);
    int empty = 0;

    if (has_vertex == NULL)
        return qdr_fail_memory(error, "the parts of a graph");
    for (int64_t v = 0; v < graph->num_vertices; v++)
        has_vertex[part[v]] = true;
    while (empty < procs && has_vertex[empty])
        empty++;
    free(has_vertex);
    return empty == procs
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "part %d is empty; accepted: a vertex or more for "
                          "each of %d ranks",
                          empty, procs);
}

static qdr_status read_parts(qdr_text *text, const names *of,
                             const qdr_partition_task *task, int *part)
{
    int64_t num_vertices = task->graph->num_vertices;
    qdr_status status = QDR_OK;

    if (!qdr_text_line(text) || !qdr_text_is(text, of->first_line))
        return qdr_text_refuse(
            text, "the partition of another graph; accepted: '%.300s'",
            of->first_line);
    for (int64_t v = 0; v < num_vertices && status == QDR_OK; v++) {
        int64_t number = 0;
        if (!qdr_text_line(text))
            return qdr_text_refuse(text,
                                   "the file ends after %" PRId64
                                   " parts; accepted: %" PRId64
                                   ", one per vertex",
                                   v, num_vertices);
        status = qdr_text_integer(text, "a part", 0, task->procs - 1, &number);
        if (status == QDR_OK)
            status = qdr_text_done(text);
        part[v] = (int)number;
    }
    if (status == QDR_OK && qdr_text_line(text))
        status = qdr_text_refuse(text,
                                 "one line too many; accepted: %" PRId64
                                 " parts, one per vertex",
                                 num_vertices);
    return status;
}

qdr_status qdr_partition_file_read(const qdr_partition_task *task,
                                   const char *folder, int *part,
                                   qdr_error *error)
{
    names of;
    qdr_bytes bytes = {0};
    qdr_error reason = {""};
    qdr_status status = names_init(&of, task, folder, error);

    if (status == QDR_OK)
        status = qdr_bytes_read(&bytes, of.path, error);
    if (status == QDR_OK) {
        qdr_text text = qdr_text_begin(&bytes, of.path, error);
        status = read_parts(&text, &of, task, part);
    }
    if (status == QDR_OK &&
        qdr_partition_check(task->graph, task->procs, part, &reason) != QDR_OK)
        status =
            qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", of.path, reason.text);
    qdr_bytes_cleanup(&bytes);
    names_cleanup(&of);
    return status;
}

static qdr_status read_stored(const qdr_partitioner *self,
                              const qdr_partition_task *task, int *part,
                              qdr_error *error)
{
    return qdr_partition_file_read(task, self->folder, part, error);
}

qdr_status qdr_graph_part(const qdr_partitioner *partitioner,
                          const qdr_partition_task *task, int **out_part,
                          qdr_error *error)
{
    qdr_status status;
    int *part;

    if (partitioner == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "partition: this program does not partition graphs; "
                        "accepted: a program with a partitioner");
    part = malloc(((size_t)task->graph->num_vertices + 1) * sizeof *part);
    if (part == NULL)
        return qdr_fail_memory(error, "a partition");
    status = partitioner->part(partitioner, task, part, error);
    if (status == QDR_OK)
        *out_part = part;
    else
        free(part);
    return status;
}

qdr_status qdr_halo_pattern_partitioned(const qdr_partitioner *partitioner,
                                        const qdr_partition_task *task,
                                        int64_t unit, qdr_pattern *pattern,
                                        qdr_error *error)
{
    int *part = NULL;
    qdr_status status = qdr_graph_part(partitioner, task, &part, error);

    if (status == QDR_OK)
        status = qdr_halo_pattern(task->graph, part, task->procs, unit, pattern,
                                  error);
    free(part);
    return status;
}

qdr_partitioner qdr_partitioner_stored(const char *folder)
{
    return (qdr_partitioner){.part = read_stored, .folder = folder};
}
