/* harness/netmap/netmap_record.c -- see netmap_record.h. */
#include "harness/netmap/netmap_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void qdr_netmap_record_cleanup(qdr_netmap_record *record)
{
    free(record->started);
    free(record->answered);
    free(record->beats);
    free(record->names);
    qdr_rate_table_cleanup(&record->table);
    qdr_unanswered_cleanup(&record->unanswered);
    *record = (qdr_netmap_record){0};
}

qdr_status qdr_netmap_record_init(qdr_netmap_record *record, int num_ranks,
                                  qdr_error *error)
{
    const size_t count = (size_t)num_ranks;

    *record =
        (qdr_netmap_record){.num_ranks = num_ranks,
                            .started = calloc(count, sizeof *record->started),
                            .answered = calloc(count, sizeof *record->answered),
                            .beats = calloc(2 * count, sizeof *record->beats),
                            .from = -1,
                            .to = -1};
    if (record->started != NULL && record->answered != NULL &&
        record->beats != NULL) {
        record->seen_at = record->beats + count;
        return QDR_OK;
    }
    qdr_netmap_record_cleanup(record);
    return qdr_fail_memory(error, "the ranks");
}

int qdr_netmap_record_count(const qdr_netmap_record *record)
{
    int count = 0;

    for (int r = 0; r < record->num_ranks; r++)
        count += record->started[r][0] != '\0';
    return count;
}

/* Lines of a second come in any order, and a busy machine prints one late. */
int qdr_netmap_record_lag(const qdr_netmap_record *record, int rank)
{
    enum { USUAL = 2 };
    int lag = record->max_beats - record->seen_at[rank] - USUAL;

    return record->beats[rank] == 0 || lag < 0 ? 0 : lag;
}

static void count_beat(qdr_netmap_record *r, int rank)
{
    r->beats[rank]++;
    if (r->beats[rank] > r->max_beats)
        r->max_beats = r->beats[rank];
    r->seen_at[rank] = r->max_beats;
}

static qdr_status set_nodes(qdr_netmap_record *r, int num_nodes,
                            qdr_error *error)
{
    qdr_status status;

    if (r->num_nodes > 0 || num_nodes < 1 || num_nodes > r->num_ranks)
        return QDR_OK;
    r->names = calloc((size_t)num_nodes, sizeof *r->names);
    if (r->names == NULL)
        return qdr_fail_memory(error, "the nodes");
    status = qdr_rate_table_init(&r->table, num_nodes, error);
    if (status == QDR_OK)
        status = qdr_unanswered_init(&r->unanswered, num_nodes, error);
    if (status == QDR_OK)
        r->num_nodes = num_nodes;
    return status;
}

static bool is_rank(const qdr_netmap_record *r, int number)
{
    return number >= 0 && number < r->num_ranks;
}

static bool is_node(const qdr_netmap_record *r, int number)
{
    return number >= 0 && number < r->num_nodes;
}

static void read_name(qdr_netmap_record *r, const char *word, int number,
                      const char *name)
{
    if (strcmp(word, "node") == 0 && is_node(r, number))
        strcpy(r->names[number], name);
    if (strcmp(word, "started") == 0 && is_rank(r, number)) {
        strcpy(r->started[number], name);
        count_beat(r, number);
    }
    if (strcmp(word, "rank") == 0 && is_rank(r, number)) {
        strcpy(r->started[number], name);
        r->answered[number] = true;
    }
}

static void read_rates(qdr_netmap_record *r, const char *word, size_t at,
                       int num_numbers, const double *numbers)
{
    if (strcmp(word, "loaded") == 0 && num_numbers >= 1)
        r->table.loaded_mb_s[at] = numbers[0];
    if (strcmp(word, "again") == 0 && num_numbers >= 2)
        r->table.again_mb_s[at] =
            fmax(r->table.again_mb_s[at], numbers[1]); /* NAN: the new one */
    if (strcmp(word, "alone") == 0 && num_numbers >= 2) {
        r->table.latency_us[at] = numbers[0];
        r->table.alone_mb_s[at] = numbers[1];
    }
    if (strcmp(word, "dead") == 0)
        r->unanswered.pairs[at] = r->unanswered.is_any = true;
}

static void read_pair(qdr_netmap_record *r, const char *word, const char *rest)
{
    int from, to, count;
    double numbers[2];

    count = sscanf(rest, "%d %d %lf %lf", &from, &to, &numbers[0], &numbers[1]);
    if (count < 2)
        return;
    if (strcmp(word, "at") == 0) {
        bool is_pair = is_node(r, from) && is_node(r, to);
        r->from = is_pair ? from : -1;
        r->to = is_pair ? to : -1;
        return;
    }
    if (is_node(r, from) && is_node(r, to) && from != to)
        read_rates(r, word, qdr_pair_at(r->num_nodes, from, to), count - 2,
                   numbers);
}

qdr_status qdr_netmap_record_read(qdr_netmap_record *record, const char *line,
                                  qdr_error *error)
{
    char word[16], name[QDR_NODE_NAME];
    int number, length = 0, count;

    if (sscanf(line, "netmap %15s%n", word, &length) < 1 || length == 0)
        return QDR_OK;
    if (strcmp(word, "done") == 0)
        record->is_done = true;
    if (strcmp(word, "failed") == 0)
        snprintf(record->failed.text, sizeof record->failed.text, "%.900s",
                 line[length] == ' ' ? line + length + 1 : "no words");
    count = sscanf(line + length, "%d %63s", &number, name);
    if (count >= 1 && strcmp(word, "nodes") == 0)
        return set_nodes(record, number, error);
    if (count >= 1 && strcmp(word, "silent") == 0 && is_node(record, number))
        record->unanswered.silent[number] = record->unanswered.is_any = true;
    if (count == 2)
        read_name(record, word, number, name);
    read_pair(record, word, line + length);
    return QDR_OK;
}
