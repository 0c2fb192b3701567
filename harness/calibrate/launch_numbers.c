/* harness/calibrate/launch_numbers.c -- see launch_numbers.h. */
#include "harness/calibrate/launch_numbers.h"

#include <math.h>

#include "harness/calibrate/fitting.h"

qdr_launch_medians qdr_launch_medians_of(const qdr_item_times *times, int index,
                                         qdr_quantity quantity)
{
    int from = times->begin[index], end;

    while (from < times->begin[index + 1] &&
           times->medians[from].item.quantity < quantity)
        from++;
    for (end = from; end < times->begin[index + 1] &&
                     times->medians[end].item.quantity == quantity;)
        end++;
    return (qdr_launch_medians){times->medians + from, end - from};
}

double qdr_launch_slowdown(const qdr_item_times *times, int index,
                           const qdr_item_time *item)
{
    const qdr_launch_medians links =
        qdr_launch_medians_of(times, index, QDR_QUANTITY_LINK);

    for (int i = 0; i < links.count; i++)
        if (links.of[i].item.pairs == 1 &&
            links.of[i].item.bytes == item->item.bytes)
            return item->time_ns / links.of[i].time_ns;
    return NAN;
}

/* The geometric mean of the slowdowns with the most pairs; 0: none. */
static double mean_slowdown(const qdr_item_times *times, int index,
                            qdr_quantity quantity)
{
    const qdr_launch_medians all =
        qdr_launch_medians_of(times, index, quantity);
    double sum = 0;
    int max_pairs = 0, count = 0;

    for (int i = 0; i < all.count; i++)
        if (all.of[i].item.pairs > max_pairs)
            max_pairs = all.of[i].item.pairs;
    for (int i = 0; i < all.count; i++)
        if (all.of[i].item.pairs == max_pairs) {
            sum += log(qdr_launch_slowdown(times, index, &all.of[i]));
            count++;
        }
    return count == 0 ? 0 : exp(sum / count);
}

static double fit_excess(const qdr_item_times *times, int index)
{
    const qdr_launch_medians links =
        qdr_launch_medians_of(times, index, QDR_QUANTITY_LINK);
    double pairs[QDR_MAX_ITEMS], slowdown[QDR_MAX_ITEMS];

    for (int i = 0; i < links.count; i++) {
        pairs[i] = links.of[i].item.pairs;
        slowdown[i] = qdr_launch_slowdown(times, index, &links.of[i]);
    }
    return qdr_fit_excess(pairs, slowdown, links.count);
}

static qdr_fitted_line fit_line(const qdr_item_times *times, int index,
                                qdr_quantity quantity)
{
    const qdr_launch_medians all =
        qdr_launch_medians_of(times, index, quantity);
    double bytes[QDR_MAX_ITEMS], time_ns[QDR_MAX_ITEMS];

    for (int i = 0; i < all.count; i++) {
        bytes[i] = all.of[i].item.bytes;
        time_ns[i] = all.of[i].time_ns;
    }
    return qdr_fit_line(bytes, time_ns, all.count);
}

/* For how much of `start_ns` an end is free: without the time of one more
 * message, from the longest stream and the shortest. */
static double free_us(const qdr_item_times *times, int index,
                      qdr_quantity quantity, double start_ns)
{
    const qdr_launch_medians all =
        qdr_launch_medians_of(times, index, quantity);
    const qdr_item_time *shortest = all.of, *longest = all.of;
    double gap_ns;

    for (int i = 1; i < all.count; i++) {
        if (all.of[i].item.messages < shortest->item.messages)
            shortest = &all.of[i];
        if (all.of[i].item.messages > longest->item.messages)
            longest = &all.of[i];
    }
    gap_ns = (longest->time_ns - shortest->time_ns) /
             (longest->item.messages - shortest->item.messages) /
             shortest->item.pairs;
    return fmin(fmax(start_ns - gap_ns, 0), start_ns) / 1000;
}

qdr_launch_numbers qdr_launch_numbers_fit(const qdr_item_times *times,
                                          int index)
{
    const qdr_fitted_line message =
        fit_line(times, index, QDR_QUANTITY_MESSAGE);
    const qdr_fitted_line combine =
        fit_line(times, index, QDR_QUANTITY_COMBINE);
    const qdr_fitted_line inside = fit_line(times, index, QDR_QUANTITY_INSIDE);

    return (qdr_launch_numbers){
        .alpha_us = message.start / 1000,
        .beta_ns = message.slope,
        .combine_ns = combine.start,
        .gamma_ns = combine.slope,
        .link_excess = fit_excess(times, index),
        .worst_slowdown = mean_slowdown(times, index, QDR_QUANTITY_LINK),
        .two_way = mean_slowdown(times, index, QDR_QUANTITY_BOTH),
        .sender_free_us =
            free_us(times, index, QDR_QUANTITY_SEND, message.start),
        .receiver_free_us =
            free_us(times, index, QDR_QUANTITY_STREAM, message.start),
        .inside_alpha_us = inside.start / 1000,
        .inside_beta_ns = inside.slope,
        .adapter = mean_slowdown(times, index, QDR_QUANTITY_ADAPTER)};
}
