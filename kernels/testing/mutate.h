/* kernels/testing/mutate.h -- damages a text, for tests of parsers. */
#ifndef QUADRILLE_KERNELS_TESTING_MUTATE_H
#define QUADRILLE_KERNELS_TESTING_MUTATE_H

#include <stddef.h>

#include "kernels/core/base/rng.h"

/* qdr_mutate damages text[0..length-1] once: a byte becomes any byte, the text
 * ends early, or one of `tokens` (NULL-terminated) is put in, unless the text
 * would then exceed `capacity`. Returns the new length. */
size_t qdr_mutate(qdr_rng *rng, char *text, size_t length, size_t capacity,
                  const char *const *tokens);

#endif
