/* workloads/airfoil/random_partners.c -- see random_partners.h. */
#include "workloads/airfoil/random_partners.h"

#include <string.h>

/* Switches tried for each pair: far more than it takes to forget the start. */
enum { PROCS = QDR_PARTNERS, NUM_SWITCHES = 100 };

/* Joins the rank that lacks most partners to the next in that order; false if
 * no graph has these degrees. */
static bool join(const int *degree, bool is_partner[PROCS][PROCS])
{
    int lacking[PROCS];

    memcpy(lacking, degree, sizeof lacking);
    for (int round = 0; round < PROCS; round++) {
        int first = 0;
        for (int r = 1; r < PROCS; r++)
            if (lacking[r] > lacking[first])
                first = r;
        while (lacking[first] > 0) {
            int other = -1;
            for (int r = 0; r < PROCS; r++)
                if (r != first && !is_partner[first][r] && lacking[r] > 0 &&
                    (other < 0 || lacking[r] > lacking[other]))
                    other = r;
            if (other < 0)
                return false;
            is_partner[first][other] = is_partner[other][first] = true;
            lacking[first]--;
            lacking[other]--;
        }
    }
    return true;
}

static int list_pairs(bool is_partner[PROCS][PROCS], int pairs[][2])
{
    int count = 0;

    for (int a = 0; a < PROCS; a++)
        for (int b = a + 1; b < PROCS; b++)
            if (is_partner[a][b]) {
                pairs[count][0] = a;
                pairs[count++][1] = b;
            }
    return count;
}

/* Pairs ab and cd become ad and cb, wherever those are none yet. */
static void shuffle(qdr_rng *rng, bool is_partner[PROCS][PROCS], int pairs[][2],
                    int count)
{
    for (int i = 0; i < NUM_SWITCHES * count; i++) {
        int *one = pairs[qdr_rng_below(rng, (uint64_t)count)];
        int *two = pairs[qdr_rng_below(rng, (uint64_t)count)];
        int side = (int)qdr_rng_below(rng, 2);
        int a = one[0], b = one[1], c = two[side], d = two[1 - side];
        if (a == c || a == d || b == c || b == d || is_partner[a][d] ||
            is_partner[c][b])
            continue;
        is_partner[a][b] = is_partner[b][a] = false;
        is_partner[c][d] = is_partner[d][c] = false;
        is_partner[a][d] = is_partner[d][a] = true;
        is_partner[c][b] = is_partner[b][c] = true;
        one[1] = d;
        two[0] = c;
        two[1] = b;
    }
}

bool qdr_random_partners(qdr_rng *rng, const int degree[PROCS],
                         bool is_partner[PROCS][PROCS])
{
    int pairs[PROCS * PROCS / 2][2];

    memset(is_partner, 0, sizeof(bool[PROCS][PROCS]));
    if (!join(degree, is_partner))
        return false;
    shuffle(rng, is_partner, pairs, list_pairs(is_partner, pairs));
    return true;
}
