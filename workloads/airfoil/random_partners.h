/* workloads/airfoil/random_partners.h -- a random graph of given degrees. */
#ifndef QUADRILLE_WORKLOADS_AIRFOIL_RANDOM_PARTNERS_H
#define QUADRILLE_WORKLOADS_AIRFOIL_RANDOM_PARTNERS_H

#include <stdbool.h>

#include "kernels/core/base/rng.h"

enum { QDR_PARTNERS = 32 };

/* qdr_random_partners sets is_partner[a][b] = is_partner[b][a], so that rank a
 * has degree[a] partners, itself not among them; false if that is impossible.
 */
bool qdr_random_partners(qdr_rng *rng, const int degree[QDR_PARTNERS],
                         bool is_partner[QDR_PARTNERS][QDR_PARTNERS]);

#endif
