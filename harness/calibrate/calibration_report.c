/* harness/calibrate/calibration_report.c -- prints what a calibration found;
 * see calibration_numbers.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/calibrate/calibration_numbers.h"

/* Up to this residual, a line fits. */
static const double small_residual = 0.05;
/* Above this ratio of quartiles, the machine was disturbed. */
static const double disturbed_spread = 1.5;

static const struct {
    const char *key, *unit;
} units[] = {
    {"alpha_us", "us a message"},
    {"beta_ns", "ns a byte"},
    {"gamma_ns", "ns a byte combined"},
    {"link_excess", "messages that a link carries at no loss"},
    {QDR_CALIBRATED_TWO_WAY, "times as long, if both of a pair send"},
    {"sender_free_us", "of alpha"},
    {"receiver_free_us", "of alpha, at least"},
    {"eager_bytes", "before the step of eager sends; 0: none"},
    {"rendezvous_us", "us more after it"},
    {"crowd_bytes", "that several send to one before packets are lost"},
    {"crowd_us", "us more after it; 0: no loss"},
    {"inside_alpha_us", "us a message within a node"},
    {"inside_beta_ns", "ns a byte within a node"},
    {"node_ranks", "ranks a node"},
    {"adapter_ranks", "of them, that share its bandwidth"},
};

static const char *unit_of(const char *key)
{
    size_t i = 0;

    while (strcmp(units[i].key, key) != 0)
        i++;
    return units[i].unit;
}

static void print_numbers(const qdr_calibrated_network *network, FILE *to)
{
    fprintf(to, "%-16s %10s  %-25s\n", "", "estimate", "95% interval");
    for (int i = 0; i < network->count; i++) {
        const qdr_calibrated *row = &network->rows[i];
        char interval[64];
        if (isinf(row->high))
            snprintf(interval, sizeof interval, "at least %.6g", row->low);
        else
            snprintf(interval, sizeof interval, "%.4g to %.4g", row->low,
                     row->high);
        fprintf(to, "%-16s %10.6g  %-25s %s\n", row->key, row->estimate,
                interval, unit_of(row->key));
    }
}

static void print_lengths(const qdr_calibration_numbers *of,
                          qdr_quantity quantity, const char *title, FILE *to)
{
    bool is_first = true;

    for (int i = 0; i < of->num_items; i++) {
        const qdr_fitted_item *at = &of->items[i];
        if (at->item.quantity != quantity)
            continue;
        if (is_first)
            fprintf(to, "\n%-28s %12s %12s %9s\n", title, "median [ns]",
                    "model [ns]", "residual");
        is_first = false;
        fprintf(to, "%22d bytes %12.1f %12.1f %+8.1f%%\n", at->item.bytes,
                at->is, at->model, 100 * qdr_fitted_residual(at));
    }
}

static void print_links(const qdr_calibration_numbers *of, FILE *to)
{
    fprintf(to, "\n%-28s %12s %12s %9s\n", "messages at the same time",
            "slowdown", "max(1, k/e)", "residual");
    for (int i = 0; i < of->num_items; i++) {
        const qdr_fitted_item *at = &of->items[i];
        if (at->item.quantity == QDR_QUANTITY_LINK)
            fprintf(to, "%10d bytes, k = %6d %12.3f %12.3f %+8.1f%%\n",
                    at->item.bytes, at->item.pairs, at->is, at->model,
                    100 * qdr_fitted_residual(at));
    }
}

/* Words for where messages of a quantity go. */
static const char *level_words(qdr_quantity quantity)
{
    return quantity == QDR_QUANTITY_INSIDE ? " within a node" : "";
}

static bool is_message(const qdr_fitted_item *fitted)
{
    return fitted->item.quantity == QDR_QUANTITY_MESSAGE ||
           fitted->item.quantity == QDR_QUANTITY_INSIDE;
}

static void print_worst(const qdr_calibration_numbers *of, FILE *to)
{
    const qdr_fitted_item *worst = of->items;

    for (int i = 0; i < of->num_items; i++)
        if (is_message(&of->items[i]) &&
            fabs(qdr_fitted_residual(&of->items[i])) >
                fabs(qdr_fitted_residual(worst)))
            worst = &of->items[i];
    if (fabs(qdr_fitted_residual(worst)) <= small_residual)
        fprintf(to, "alpha + beta n fits every length within %.0f%%.\n",
                100 * small_residual);
    else
        fprintf(to,
                "alpha + beta n is a line: what steps there are, as from eager "
                "to rendezvous\nor from one cache to the next, appear in the "
                "residuals, here up to %+.0f%%, at\n%d bytes%s.\n",
                100 * qdr_fitted_residual(worst), worst->item.bytes,
                level_words(worst->item.quantity));
}

/* Why an excess has no upper end. */
static void print_bound(const qdr_calibration_numbers *of, FILE *to)
{
    const qdr_calibrated *excess =
        qdr_calibrated_find(&of->network, "link_excess");
    int max_pairs = 0;

    if (isfinite(excess->high))
        return;
    for (int i = 0; i < of->num_items; i++)
        if (of->items[i].item.quantity == QDR_QUANTITY_LINK &&
            of->items[i].item.pairs > max_pairs)
            max_pairs = of->items[i].item.pairs;
    fputs("link_excess is not identified: ", to);
    if (max_pairs == 1)
        fputs("there was only one pair of ranks", to);
    else if (excess->low == max_pairs)
        fprintf(to, "%d at the same time took no longer than one", max_pairs);
    else
        fprintf(to, "whether %d at the same time take longer differs by launch",
                max_pairs);
    fprintf(to, ";\nit is at least %.4g.\n", excess->low);
}

static void print_spread(const qdr_calibration_numbers *of, FILE *to)
{
    if (of->spread > disturbed_spread)
        fprintf(to,
                "Of the samples of %d bytes (%s) a quarter took more than %.1f "
                "times as long as\nanother: something else ran, or ranks "
                "shared processors. Measure again, alone.\n",
                of->widest.item.bytes,
                qdr_quantity_string(of->widest.item.quantity), of->spread);
}

static bool has_ranges(const qdr_calibrated_network *network)
{
    bool has_any = false;

    for (int i = 0; i < network->count; i++)
        has_any |= network->rows[i].low < network->rows[i].high &&
                   isfinite(network->rows[i].high);
    return has_any;
}

void qdr_calibration_report(const qdr_calibration_numbers *numbers, FILE *to)
{
    const qdr_calibrated *two_way =
        qdr_calibrated_find(&numbers->network, QDR_CALIBRATED_TWO_WAY);

    print_numbers(&numbers->network, to);
    print_lengths(numbers, QDR_QUANTITY_MESSAGE, "a message, alpha + beta n",
                  to);
    print_lengths(numbers, QDR_QUANTITY_INSIDE, "within a node", to);
    print_lengths(numbers, QDR_QUANTITY_COMBINE, "combining, c + gamma n", to);
    print_links(numbers, to);
    fputc('\n', to);
    print_worst(numbers, to);
    print_bound(numbers, to);
    fprintf(to,
            "A pair that sends both ways takes %.2f times as long: %s "
            "duplex.\n",
            two_way->estimate,
            two_way->low < QDR_HALF_DUPLEX ? "full" : "half");
    print_spread(numbers, to);
    if (numbers->num_launches < QDR_MIN_ESTIMATED &&
        has_ranges(&numbers->network))
        fprintf(to, "%d launches make no 95%% interval: their range.\n",
                numbers->num_launches);
}

/* The shortest and the longest message of a quantity. */
static qdr_status check_line(const qdr_calibration_numbers *numbers,
                             qdr_quantity quantity, qdr_error *error)
{
    const qdr_fitted_item *first = NULL, *last = NULL;

    for (int i = 0; i < numbers->num_items; i++)
        if (numbers->items[i].item.quantity == quantity) {
            first = first == NULL ? &numbers->items[i] : first;
            last = &numbers->items[i];
        }
    if (first == NULL || (first->is > 0 && last->is > first->is))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "a message%s of %d bytes took %.0f ns, one of %d bytes "
                    "%.0f: no line",
                    level_words(quantity), first->item.bytes, first->is,
                    last->item.bytes, last->is);
}

qdr_status qdr_calibration_numbers_check(const qdr_calibration_numbers *numbers,
                                         qdr_error *error)
{
    qdr_status status = check_line(numbers, QDR_QUANTITY_INSIDE, error);

    return status == QDR_OK ? check_line(numbers, QDR_QUANTITY_MESSAGE, error)
                            : status;
}
