/* kernels/testing/mutate.c -- see mutate.h. */
#include "kernels/testing/mutate.h"

#include <string.h>

static size_t put_in(char *text, size_t length, size_t capacity, size_t at,
                     const char *token)
{
    size_t token_length = strlen(token);

    if (length + token_length > capacity)
        return length;
    memmove(text + at + token_length, text + at, length - at);
    memcpy(text + at, token, token_length);
    return length + token_length;
}

size_t qdr_mutate(qdr_rng *rng, char *text, size_t length, size_t capacity,
                  const char *const *tokens)
{
    size_t at = qdr_rng_below(rng, length + 1);
    size_t num_tokens = 0;

    while (tokens[num_tokens] != NULL)
        num_tokens++;
    switch (qdr_rng_below(rng, 3)) {
    case 0:
        if (at < length)
            text[at] = (char)qdr_rng_below(rng, 256);
        return length;
    case 1:
        return at;
    default:
        return put_in(text, length, capacity, at,
                      tokens[qdr_rng_below(rng, num_tokens)]);
    }
}
