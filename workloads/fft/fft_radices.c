/* workloads/fft/fft_radices.c -- see fft_radices.h. */
#include "workloads/fft/fft_radices.h"

#include <string.h>

/* A radix, and the cost of its pass over as many elements: its butterfly's
 * operations, 6 for each twiddle, and 4 for an element's journey from memory
 * and back. */
typedef struct radix_cost {
    int radix, cost;
} radix_cost;

static const radix_cost radices[] = {
#define QDR_RADIX(radix, operations)                                           \
    {(radix), (operations) + 6 * ((radix)-1) + 4 * (radix)},
#include "workloads/fft/fft_radices.def"
#undef QDR_RADIX
};

enum { NUM_RADICES = sizeof radices / sizeof *radices };

/* A product of radices, ascending, and its passes' cost for an element. */
typedef struct product {
    int num_passes;
    int radix[QDR_FFT_MAX_PASSES];
    double cost;
} product;

/* Lets *best be the cheapest way to continue `begun` to a product that is
 * `left` times larger, with radices from number `first` on. */
static void continue_product(const product *begun, int64_t left, int first,
                             product *best)
{
    if (left == 1 && (best->num_passes == 0 || begun->cost < best->cost))
        *best = *begun;
    for (int i = first;
         i < NUM_RADICES && begun->num_passes < QDR_FFT_MAX_PASSES; i++) {
        product next = *begun;
        if (left % radices[i].radix != 0 ||
            (next.num_passes == 0 && left == radices[i].radix))
            continue;
        next.radix[next.num_passes++] = radices[i].radix;
        next.cost += (double)radices[i].cost / radices[i].radix;
        continue_product(&next, left / radices[i].radix, i, best);
    }
}

int qdr_fft_choose_radices(int64_t n, int radix[QDR_FFT_MAX_PASSES])
{
    const product none = {0};
    product best = {0};

    continue_product(&none, n, 0, &best);
    memcpy(radix, best.radix, sizeof best.radix);
    return best.num_passes;
}
