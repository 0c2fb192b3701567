/* workloads/matrix_file/matrix_market_banner.h -- the first line of a Matrix
 * Market file [boisvert1996]: what it holds, and how. */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_MATRIX_MARKET_BANNER_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_MATRIX_MARKET_BANNER_H

#include "kernels/core/status.h"

/* The word that such a file begins with. */
#define QDR_MATRIX_MARKET "%%MatrixMarket"

/* Places of its fourth and fifth word among those that are accepted, from 0. */
typedef struct qdr_banner {
    int field, symmetry;
} qdr_banner;

/* qdr_banner_read compares the words of `line`, which it spoils, with those of
 * `accepted`, five joined by blanks, alternatives by '|': QDR_MATRIX_MARKET
 * " matrix coordinate real|integer general". Upper and lower case are the same.
 * Refuses the first word that is none of them, without the place of the
 * line. */
qdr_status qdr_banner_read(qdr_banner *banner, char *line, const char *accepted,
                           qdr_error *error);

#endif
