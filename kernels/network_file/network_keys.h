/* kernels/network_file/network_keys.h -- reads the keys of a network file,
 * which are the numbers of a network and ranges of lengths. */
#ifndef QUADRILLE_KERNELS_NETWORK_FILE_NETWORK_KEYS_H
#define QUADRILLE_KERNELS_NETWORK_FILE_NETWORK_KEYS_H

#include <stdbool.h>

#include "kernels/core/base/status.h"
#include "kernels/core/network/network_numbers.h"
#include "kernels/core/problem/library_range.h"

/* The key of a range of lengths, and the words of its line. */
#define QDR_RANGE_KEY "library_faster"
enum { QDR_RANGE_WORDS = 5 };

/* qdr_network_range_read adds the range in words[count], which begin with the
 * key, to `ranges`; `line` is its number. */
qdr_status qdr_network_range_read(char *const *words, int count, int line,
                                  qdr_library_ranges *ranges, qdr_error *error);

/* qdr_network_whole_read reads a whole number, of up to 15 digits, exactly. */
bool qdr_network_whole_read(const char *word, double *out);

/* qdr_network_key_find finds a key by its name, or refuses the name. */
qdr_status qdr_network_key_find(const char *name, int *out_index,
                                qdr_error *error);

/* qdr_network_number_read sets the number to the value in `word`, or refuses
 * it. */
qdr_status qdr_network_number_read(const qdr_network_number *number,
                                   const char *word, qdr_network *network,
                                   qdr_error *error);

#endif
