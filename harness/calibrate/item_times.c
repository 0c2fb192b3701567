/* harness/calibrate/item_times.c -- see item_times.h. */
#include "harness/calibrate/item_times.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/reserve.h"

typedef struct rows {
    qdr_item_time *of;
    int64_t count, capacity;
} rows;

static qdr_status append(rows *to, const qdr_item_time *row, qdr_error *error)
{
    qdr_item_time *room =
        qdr_reserve(to->of, &to->capacity, to->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "samples");
    to->of = room;
    room[to->count++] = *row;
    return QDR_OK;
}

static bool find_quantity(const char *word, qdr_quantity *out)
{
    for (int q = 0; q < QDR_NUM_QUANTITIES; q++)
        if (strcmp(word, qdr_quantity_string(q)) == 0) {
            *out = (qdr_quantity)q;
            return true;
        }
    return false;
}

/* A time is a share of a sample, with decimals; combining may cost nothing. */
static bool take_line(const char *line, qdr_item_time *row, char *library)
{
    char word[32];
    int end = 0, sample;

    *row = (qdr_item_time){0};
    return sscanf(line, "%d,%127[^,],%31[^,],%d,%d,%d,%d,%lf%n", &row->launch,
                  library, word, &row->item.bytes, &row->item.pairs,
                  &row->item.messages, &sample, &row->time_ns, &end) == 8 &&
           strcmp(line + end, "\n") == 0 &&
           find_quantity(word, &row->item.quantity) && row->item.bytes >= 0 &&
           row->item.pairs >= 0 && row->item.messages >= 0 &&
           isfinite(row->time_ns) && row->time_ns >= 0;
}

static qdr_status read_rows(FILE *file, const char *path, rows *out,
                            char *library, qdr_error *error)
{
    char line[512];
    qdr_item_time row;
    qdr_status status = QDR_OK;

    if (fgets(line, sizeof line, file) == NULL ||
        strcmp(line, QDR_ITEM_TIMES_HEADER) != 0)
        return qdr_fail(
            error, QDR_ERROR_INPUT, "%.300s:1: accepted: columns %.*s", path,
            (int)strlen(QDR_ITEM_TIMES_HEADER) - 1, QDR_ITEM_TIMES_HEADER);
    for (int at = 2; fgets(line, sizeof line, file) != NULL; at++) {
        if (!take_line(line, &row, library))
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%.300s:%d: '%.*s'; accepted: a sample", path, at,
                            (int)strcspn(line, "\n") % 100, line);
        status = append(out, &row, error);
        if (status != QDR_OK)
            break;
    }
    return status;
}

static qdr_status check_quantities(const rows *of, const char *path,
                                   qdr_error *error)
{
    bool has[QDR_NUM_QUANTITIES] = {false};
    int num_needed = QDR_QUANTITY_INSIDE;

    for (int64_t i = 0; i < of->count; i++)
        has[of->of[i].item.quantity] = true;
    if (has[QDR_QUANTITY_INSIDE] || has[QDR_QUANTITY_ADAPTER])
        num_needed = QDR_QUANTITY_ADAPTER + 1;
    for (int q = 0; q < num_needed; q++)
        if (!has[q])
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%.300s: no samples of '%s'; accepted: samples of "
                            "every quantity",
                            path, qdr_quantity_string(q));
    return QDR_OK;
}

static int compare_items(const qdr_item *a, const qdr_item *b)
{
    if (a->quantity != b->quantity)
        return a->quantity < b->quantity ? -1 : 1;
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes ? -1 : 1;
    return (a->pairs > b->pairs) - (a->pairs < b->pairs);
}

/* Of all launches together. */
static int compare_by_item(const void *a, const void *b)
{
    const qdr_item_time *x = a, *y = b;

    return compare_items(&x->item, &y->item);
}

static int compare_by_launch(const void *a, const void *b)
{
    const qdr_item_time *x = a, *y = b;
    int order = (x->launch > y->launch) - (x->launch < y->launch);

    if (order == 0)
        order = compare_items(&x->item, &y->item);
    return order != 0 ? order
                      : (x->item.messages > y->item.messages) -
                            (x->item.messages < y->item.messages);
}

typedef int compare_function(const void *a, const void *b);

/* The number of rows from `from` on that are equal, whose times go to `times`.
 */
static int64_t take_equal(const rows *of, int64_t from,
                          compare_function *compare, double *times)
{
    int64_t count = 0;

    for (; from + count < of->count &&
           compare(&of->of[from], &of->of[from + count]) == 0;
         count++)
        times[count] = of->of[from + count].time_ns;
    return count;
}

static bool shows_disturbance(qdr_quantity quantity)
{
    return quantity == QDR_QUANTITY_MESSAGE ||
           quantity == QDR_QUANTITY_COMBINE || quantity == QDR_QUANTITY_LINK ||
           quantity == QDR_QUANTITY_INSIDE || quantity == QDR_QUANTITY_ADAPTER;
}

static void find_widest(const rows *of, double *times, qdr_item_times *out)
{
    qsort(of->of, (size_t)of->count, sizeof *of->of, compare_by_item);
    for (int64_t i = 0, count; i < of->count; i += count) {
        double spread;
        count = take_equal(of, i, compare_by_item, times);
        spread = qdr_quantile_of(times, (int)count, 0.75) /
                 qdr_quantile_of(times, (int)count, 0.25);
        if (shows_disturbance(of->of[i].item.quantity) &&
            spread > out->spread) {
            out->spread = spread;
            out->widest = of->of[i];
        }
    }
}

/* Replaces the samples of an item in a launch by their median. */
static qdr_status reduce(rows *of, double *times, qdr_item_times *out,
                         qdr_error *error)
{
    int num_medians = 0;

    qsort(of->of, (size_t)of->count, sizeof *of->of, compare_by_launch);
    for (int64_t i = 0, count; i < of->count; i += count) {
        qdr_item_time *to = &of->of[num_medians];
        bool is_first = num_medians == 0 ||
                        of->of[i].launch != of->of[num_medians - 1].launch;
        if (is_first && out->num_launches == QDR_MAX_ESTIMATED)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "samples of more launches; accepted: %d",
                            QDR_MAX_ESTIMATED);
        if (is_first)
            out->begin[out->num_launches++] = num_medians;
        count = take_equal(of, i, compare_by_launch, times);
        *to = of->of[i];
        to->time_ns = qdr_median_of(times, (int)count);
        num_medians++;
    }
    out->begin[out->num_launches] = num_medians;
    return QDR_OK;
}

/* All launches have the same items. */
static qdr_status check_launches(const qdr_item_times *times, const char *path,
                                 qdr_error *error)
{
    int count = times->begin[1];
    bool is_same = count <= QDR_MAX_ITEMS;

    for (int i = 1; i < times->num_launches; i++)
        is_same &= times->begin[i + 1] - times->begin[i] == count;
    for (int i = 0; i < times->begin[times->num_launches] && is_same; i++) {
        const qdr_item *its = &times->medians[i].item;
        const qdr_item *first = &times->medians[i % count].item;
        is_same =
            compare_items(its, first) == 0 && its->messages == first->messages;
    }
    return is_same ? QDR_OK
                   : qdr_fail(error, QDR_ERROR_INPUT,
                              "%.300s: launches have different items; "
                              "accepted: up to %d, the same in each",
                              path, QDR_MAX_ITEMS);
}

qdr_status qdr_item_times_read(qdr_item_times *times, const char *path,
                               qdr_error *error)
{
    FILE *file = fopen(path, "r");
    rows all = {0};
    double *room = NULL;
    qdr_status status;

    *times = (qdr_item_times){0};
    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%.300s: %s", path,
                        strerror(errno));
    status = read_rows(file, path, &all, times->library, error);
    fclose(file);
    if (status == QDR_OK)
        status = check_quantities(&all, path, error);
    if (status == QDR_OK &&
        (room = malloc((size_t)all.count * sizeof *room)) == NULL)
        status = qdr_fail_memory(error, "samples");
    if (status == QDR_OK) {
        find_widest(&all, room, times);
        status = reduce(&all, room, times, error);
    }
    free(room);
    times->medians = all.of;
    if (status == QDR_OK)
        status = check_launches(times, path, error);
    if (status != QDR_OK)
        qdr_item_times_cleanup(times);
    return status;
}

void qdr_item_times_cleanup(qdr_item_times *times)
{
    free(times->medians);
    *times = (qdr_item_times){0};
}
