/* harness/calibrate/calibration_numbers.c -- see calibration_numbers.h. */
#include "harness/calibrate/calibration_numbers.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "harness/calibrate/launch_numbers.h"

/* Below this slowdown, messages do not slow each other down. */
static const double min_slowdown = 1.05;
/* If at least this slowdown by 160 bytes is certain, there eager sends end. */
static const double min_step = 1.25;
/* If at least this slowdown by a crowd is certain, it loses packets: to wait
 * for one costs more than to send all messages again. */
static const double min_loss = 2;

/* The numbers of all launches. */
typedef struct launches {
    const qdr_item_times *times;
    qdr_launch_numbers of[QDR_MAX_ESTIMATED];
    int count;
} launches;

/* The estimate of a member. */
static qdr_estimate estimate(const launches *all, size_t offset)
{
    double values[QDR_MAX_ESTIMATED];

    for (int i = 0; i < all->count; i++)
        memcpy(&values[i], (const char *)&all->of[i] + offset, sizeof *values);
    return qdr_estimate_of(values, all->count);
}

static void add(qdr_calibration_numbers *to, const char *key,
                qdr_estimate estimate)
{
    qdr_calibrated *row = &to->network.rows[to->network.count++];

    snprintf(row->key, sizeof row->key, "%s", key);
    row->estimate = estimate.estimate;
    row->low = estimate.low;
    row->high = estimate.high;
}

/* A key and the member that it is estimated from. */
typedef struct estimated {
    const char *key;
    size_t offset;
} estimated;

static const estimated costs[] = {
    {"alpha_us", offsetof(qdr_launch_numbers, alpha_us)},
    {"beta_ns", offsetof(qdr_launch_numbers, beta_ns)},
    {"gamma_ns", offsetof(qdr_launch_numbers, gamma_ns)},
    {NULL, 0}};
static const estimated ends[] = {
    {QDR_CALIBRATED_TWO_WAY, offsetof(qdr_launch_numbers, two_way)},
    {"sender_free_us", offsetof(qdr_launch_numbers, sender_free_us)},
    {"receiver_free_us", offsetof(qdr_launch_numbers, receiver_free_us)},
    {NULL, 0}};
static const estimated levels[] = {
    {"inside_alpha_us", offsetof(qdr_launch_numbers, inside_alpha_us)},
    {"inside_beta_ns", offsetof(qdr_launch_numbers, inside_beta_ns)},
    {NULL, 0}};

static void add_estimates(const launches *all, const estimated *rows,
                          qdr_calibration_numbers *to)
{
    for (; rows->key != NULL; rows++)
        add(to, rows->key, estimate(all, rows->offset));
}

static int max_pairs(const qdr_item_times *times, qdr_quantity quantity)
{
    const qdr_launch_medians all = qdr_launch_medians_of(times, 0, quantity);
    int max = 0;

    for (int i = 0; i < all.count; i++)
        if (all.of[i].item.pairs > max)
            max = all.of[i].item.pairs;
    return max;
}

/* If even the max number of pairs causes no slowdown, the excess is at least
 * their number; if the slowdown differs by launch, it has no upper end. */
static qdr_estimate estimate_excess(const launches *all)
{
    int pairs = max_pairs(all->times, QDR_QUANTITY_LINK);
    qdr_estimate excess,
        worst = estimate(all, offsetof(qdr_launch_numbers, worst_slowdown));

    if (pairs == 1 || worst.high <= min_slowdown)
        return (qdr_estimate){pairs, pairs, INFINITY};
    excess = estimate(all, offsetof(qdr_launch_numbers, link_excess));
    if (worst.low <= min_slowdown)
        excess.high = INFINITY;
    return excess;
}

/* How much longer the message above a power of two takes than the one below it,
 * number `which` of them, in launch `index`. */
typedef struct jump {
    int below; /* bytes */
    double ratio, more_us;
} jump;

static jump jump_of(const qdr_item_times *times, int index, int which)
{
    const qdr_item_time *pair =
        qdr_launch_medians_of(times, index, QDR_QUANTITY_STEP).of +
        (ptrdiff_t)2 * which;

    return (jump){pair[0].item.bytes, pair[1].time_ns / pair[0].time_ns,
                  (pair[1].time_ns - pair[0].time_ns) / 1000};
}

/* The estimates of the ratio and of the time of one jump. */
static qdr_estimate estimate_jump(const qdr_item_times *times, int which,
                                  bool is_time)
{
    double values[QDR_MAX_ESTIMATED];

    for (int i = 0; i < times->num_launches; i++) {
        const jump at = jump_of(times, i, which);
        values[i] = is_time ? at.more_us : at.ratio;
    }
    return qdr_estimate_of(values, times->num_launches);
}

/* The bytes below the largest jump of a launch. */
static int largest_jump(const qdr_item_times *times, int index, int count)
{
    jump largest = jump_of(times, index, 0);

    for (int which = 1; which < count; which++) {
        const jump at = jump_of(times, index, which);
        if (at.ratio > largest.ratio)
            largest = at;
    }
    return largest.below;
}

/* The length below the largest jump, where libraries change from eager sends to
 * a rendezvous, and how much more the longer message takes; 0 if no jump is
 * certain. The interval of the length is the range of the launches' own. */
static void add_eager(const qdr_item_times *times, qdr_calibration_numbers *to)
{
    int count = qdr_launch_medians_of(times, 0, QDR_QUANTITY_STEP).count / 2;
    int best = 0;
    qdr_estimate ratio = estimate_jump(times, 0, false), bytes = {0};
    qdr_estimate more_us = {0};

    for (int which = 1; which < count; which++) {
        qdr_estimate its = estimate_jump(times, which, false);
        if (its.estimate > ratio.estimate) {
            best = which;
            ratio = its;
        }
    }
    if (ratio.low >= min_step) {
        double below = jump_of(times, 0, best).below;
        bytes = (qdr_estimate){below, below, below};
        for (int i = 0; i < times->num_launches; i++) {
            bytes.low = fmin(bytes.low, largest_jump(times, i, count));
            bytes.high = fmax(bytes.high, largest_jump(times, i, count));
        }
        more_us = estimate_jump(times, best, true);
    }
    add(to, "eager_bytes", bytes);
    add(to, "rendezvous_us", more_us);
}

/* How much longer a crowd takes than its messages one after another, at one
 * length. */
typedef struct crowd {
    qdr_estimate slowdown, more_us;
    double bytes; /* of all senders */
} crowd;

static crowd estimate_crowd(const launches *all, int which)
{
    double slowdown[QDR_MAX_ESTIMATED], more_us[QDR_MAX_ESTIMATED];
    crowd made = {.bytes = 0};

    for (int i = 0; i < all->count; i++) {
        const qdr_item_time *at =
            qdr_launch_medians_of(all->times, i, QDR_QUANTITY_CROWD).of + which;
        const qdr_launch_numbers *is = &all->of[i];
        double us;
        made.bytes = (double)at->item.bytes * at->item.pairs;
        us = is->alpha_us + is->beta_ns * made.bytes / 1000;
        slowdown[i] = at->time_ns / 1000 / us;
        more_us[i] = at->time_ns / 1000 - us;
    }
    made.slowdown = qdr_estimate_of(slowdown, all->count);
    made.more_us = qdr_estimate_of(more_us, all->count);
    return made;
}

/* What the shortest crowd that certainly loses packets takes more, and the
 * bytes of the one before it, after which loss may begin; 0 if none does. */
static void add_crowd(const launches *all, qdr_calibration_numbers *to)
{
    int count = qdr_launch_medians_of(all->times, 0, QDR_QUANTITY_CROWD).count;
    qdr_estimate bytes = {0}, more_us = {0};
    crowd before = {.bytes = 0};

    if (count == 0)
        return;
    for (int which = 0; which < count; which++) {
        crowd at = estimate_crowd(all, which);
        if (at.slowdown.low >= min_loss) {
            bytes = (qdr_estimate){before.bytes, before.bytes, at.bytes};
            more_us = at.more_us;
            break;
        }
        before = at;
    }
    add(to, "crowd_bytes", bytes);
    add(to, "crowd_us", more_us);
}

/* A whole number of ranks, from 1 to those of a node. */
static double round_ranks(double slowdown, int node_ranks)
{
    return fmin(fmax(nearbyint(slowdown), 1), node_ranks);
}

static void add_levels(const launches *all, qdr_calibration_numbers *to)
{
    int ranks = max_pairs(all->times, QDR_QUANTITY_ADAPTER);
    qdr_estimate adapter = estimate(all, offsetof(qdr_launch_numbers, adapter));

    if (ranks == 0)
        return;
    add_estimates(all, levels, to);
    add(to, "node_ranks", (qdr_estimate){ranks, ranks, ranks});
    add(to, "adapter_ranks",
        (qdr_estimate){round_ranks(adapter.estimate, ranks),
                       round_ranks(adapter.low, ranks),
                       round_ranks(adapter.high, ranks)});
}

static double number(const qdr_calibration_numbers *of, const char *key)
{
    return qdr_calibrated_find(&of->network, key)->estimate;
}

/* Item number `which` of a quantity, with the median over launches. All
 * launches have the same items. */
static void add_fitted(const launches *all, qdr_quantity quantity, int which,
                       double start_ns, double slope_ns,
                       qdr_calibration_numbers *to)
{
    qdr_fitted_item *fitted = &to->items[to->num_items++];
    double values[QDR_MAX_ESTIMATED];

    for (int i = 0; i < all->count; i++) {
        const qdr_item_time *at =
            qdr_launch_medians_of(all->times, i, quantity).of + which;
        fitted->item = at->item;
        values[i] = quantity == QDR_QUANTITY_LINK
                        ? qdr_launch_slowdown(all->times, i, at)
                        : at->time_ns;
    }
    fitted->is = qdr_median_of(values, all->count);
    fitted->model =
        quantity == QDR_QUANTITY_LINK
            ? fmax(1, fitted->item.pairs / number(to, "link_excess"))
            : start_ns + slope_ns * fitted->item.bytes;
}

static void add_all_fitted(const launches *all, qdr_quantity quantity,
                           double start_ns, double slope_ns,
                           qdr_calibration_numbers *to)
{
    int count = qdr_launch_medians_of(all->times, 0, quantity).count;

    for (int which = 0; which < count; which++)
        add_fitted(all, quantity, which, start_ns, slope_ns, to);
}

void qdr_calibration_numbers_fit(const qdr_item_times *times,
                                 qdr_calibration_numbers *out)
{
    launches all = {.times = times, .count = times->num_launches};

    for (int i = 0; i < all.count; i++)
        all.of[i] = qdr_launch_numbers_fit(times, i);
    *out = (qdr_calibration_numbers){.num_launches = all.count,
                                     .widest = times->widest,
                                     .spread = times->spread};
    strcpy(out->network.library, times->library);
    add_estimates(&all, costs, out);
    add(out, "link_excess", estimate_excess(&all));
    add_estimates(&all, ends, out);
    add_eager(times, out);
    add_crowd(&all, out);
    add_levels(&all, out);
    add_all_fitted(&all, QDR_QUANTITY_MESSAGE, 1000 * number(out, "alpha_us"),
                   number(out, "beta_ns"), out);
    if (qdr_calibrated_find(&out->network, "inside_alpha_us") != NULL)
        add_all_fitted(&all, QDR_QUANTITY_INSIDE,
                       1000 * number(out, "inside_alpha_us"),
                       number(out, "inside_beta_ns"), out);
    add_all_fitted(
        &all, QDR_QUANTITY_COMBINE,
        estimate(&all, offsetof(qdr_launch_numbers, combine_ns)).estimate,
        number(out, "gamma_ns"), out);
    add_all_fitted(&all, QDR_QUANTITY_LINK, 0, 0, out);
}

const qdr_calibrated *qdr_calibrated_find(const qdr_calibrated_network *network,
                                          const char *key)
{
    for (int i = 0; i < network->count; i++)
        if (strcmp(network->rows[i].key, key) == 0)
            return &network->rows[i];
    return NULL;
}

double qdr_fitted_residual(const qdr_fitted_item *fitted)
{
    return fitted->model == 0 ? 0 : fitted->is / fitted->model - 1;
}
