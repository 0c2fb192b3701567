/* workloads/matrix_file/repeated_entry.h -- finds a pair that a file repeats.
 */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_REPEATED_ENTRY_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_REPEATED_ENTRY_H

#include "workloads/matrix_file/matrix_market.h"

/* qdr_repeated_entry refuses, with its line, the first entry of `text` with the
 * row and column of an earlier one; there must be one. For a file that was read
 * before: it takes the time of a sort. */
qdr_status qdr_repeated_entry(const qdr_matrix_market *is, qdr_text text);

#endif
