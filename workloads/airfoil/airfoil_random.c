/* workloads/airfoil/airfoil_random.c -- random traffic with a mesh's counts.
 *
 * Source: what [wang1993, Sec. 5] prints of test set 3: most, fewest and
 * average messages sent by a processor, longest and average message; the
 *         shortest is 1 unit.
 * Reading: who talks to whom is symmetric, as halos are; nothing else is known,
 *         so all the rest is drawn. Beside the meshes of `airfoil`, which have
 *         the structure and not the counts, it tells the error of the traffic
 *         from that of the machine.
 * Method: numbers of partners between fewest and most, made to sum to the
 *         average; a graph that has them (Havel 1955, Hakimi 1962), shuffled by
 *         switches of two edges that keep them; lengths of the distribution
 *         with the greatest entropy for its bounds and mean, made to sum to the
 *         printed average.
 */
#include <math.h>
#include <stdlib.h>

#include "workloads/airfoil/random_partners.h"
#include "workloads/workload.h"

enum { PROCS = QDR_PARTNERS, MAX_LENGTH = 276 };

enum { BYTES, POINTS };
static const char *const sizes[] = {"2800", "9428", "53961", NULL};
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a unit", "1"),
    [POINTS] = {.name = "points",
                .summary = "of the mesh, about",
                .type = QDR_WORD,
                .default_value = "2800",
                .words = sizes},
    {0}};

/* The list of test set 3. */
static const struct printed {
    int max, fewest;
    double average;
    int longest;
    double average_length;
} printed[] = {{15, 3, 9.25, 36, 14.2},
               {16, 3, 10.5, 99, 32.04},
               {18, 6, 10.81, 276, 93.21}};

/* Draws how many partners each rank has: the first two are the extremes, the
 * rest moves by 1 at a time from the average until the sum is right. */
static void draw_degrees(const struct printed *of, qdr_rng *rng, int *degree)
{
    int wanted = 2 * (int)lround(of->average * PROCS / 2), sum = 0;

    for (int r = 0; r < PROCS; r++) {
        int span = of->max - of->fewest + 1;
        degree[r] = r == 0 ? of->max
                    : r == 1
                        ? of->fewest
                        : of->fewest + (int)qdr_rng_below(rng, (uint64_t)span);
        sum += degree[r];
    }
    while (sum != wanted) {
        int r = 2 + (int)qdr_rng_below(rng, PROCS - 2);
        int change = sum < wanted ? 1 : -1, next = degree[r] + change;
        if (next >= of->fewest && next <= of->max) {
            degree[r] = next;
            sum += change;
        }
    }
    for (int r = 0; r < PROCS; r++) {
        int other = (int)qdr_rng_below(rng, (uint64_t)r + 1);
        int swapped = degree[other];
        degree[other] = degree[r];
        degree[r] = swapped;
    }
}

/* The distribution q^x on 1..longest whose mean is the printed one: cumulative,
 * [longest]. By products alone, which are alike on every machine. */
static void find_distribution(const struct printed *of, double *cumulative)
{
    double low = 0.5, high = 1.5;

    while (high - low > 1e-12) {
        double q = (low + high) / 2, weight = 1, sum = 0, moment = 0;
        for (int x = 1; x <= of->longest; x++) {
            weight *= q;
            sum += weight;
            moment += x * weight;
            cumulative[x - 1] = sum;
        }
        for (int x = 0; x < of->longest; x++)
            cumulative[x] /= sum;
        if (moment / sum < of->average_length)
            low = q;
        else
            high = q;
    }
}

static int draw_length(const struct printed *of, const double *cumulative,
                       qdr_rng *rng)
{
    double share = (double)(qdr_rng_next(rng) >> 11) * 0x1p-53;
    int x = 1;

    while (x < of->longest && cumulative[x - 1] <= share)
        x++;
    return x;
}

/* Draws a length for each message; one is the longest, one the shortest, and
 * changes of the others by 1 bring the sum to the printed average. */
static void draw_lengths(const struct printed *of, qdr_rng *rng, int count,
                         int *length)
{
    double cumulative[MAX_LENGTH];
    int longest = (int)qdr_rng_below(rng, (uint64_t)count);
    int shortest =
        (longest + 1 + (int)qdr_rng_below(rng, (uint64_t)count - 1)) % count;
    int wanted = (int)lround(of->average_length * count), sum = 0;

    find_distribution(of, cumulative);
    for (int i = 0; i < count; i++) {
        length[i] = i == longest    ? of->longest
                    : i == shortest ? 1
                                    : draw_length(of, cumulative, rng);
        sum += length[i];
    }
    while (sum != wanted) {
        int i = (int)qdr_rng_below(rng, (uint64_t)count);
        int change = sum < wanted ? 1 : -1, next = length[i] + change;
        if (i != longest && i != shortest && next >= 1 && next <= of->longest) {
            length[i] = next;
            sum += change;
        }
    }
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    if (input->procs == PROCS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "procs: %d; accepted: %d, as in the published counts",
                    input->procs, PROCS);
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    const struct printed *of =
        &printed[qdr_values_integer(input->values, POINTS)];
    int64_t unit = qdr_values_integer(input->values, BYTES);
    bool is_partner[PROCS][PROCS] = {{false}};
    int degree[PROCS], length[PROCS * PROCS], count = 0;
    qdr_message messages[PROCS * PROCS];
    qdr_rng rng;
    qdr_status status = check(input, error);

    if (status != QDR_OK)
        return status;
    qdr_rng_init(&rng, input->seed);
    do
        draw_degrees(of, &rng, degree);
    while (!qdr_random_partners(&rng, degree, is_partner));
    for (int src = 0; src < PROCS; src++)
        for (int dst = 0; dst < PROCS; dst++)
            if (is_partner[src][dst])
                messages[count++] = (qdr_message){src, dst, 0};
    draw_lengths(of, &rng, count, length);
    for (int i = 0; i < count; i++)
        messages[i].bytes = length[i] * unit;
    return qdr_pattern_init(&traffic->pattern, PROCS, messages, count, error);
}

static qdr_amount amount(const qdr_workload_input *input)
{
    const struct printed *of =
        &printed[qdr_values_integer(input->values, POINTS)];
    double messages = of->average * PROCS;

    return (qdr_amount){messages,
                        messages * of->average_length *
                            (double)qdr_values_integer(input->values, BYTES)};
}

const qdr_workload qdr_workload_airfoil_random = {
    .name = "airfoil_random",
    .summary = "random traffic with the counts printed of airfoil meshes",
    .is_seeded = true,
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
