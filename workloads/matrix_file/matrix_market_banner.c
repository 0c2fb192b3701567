/* workloads/matrix_file/matrix_market_banner.c -- see matrix_market_banner.h.
 */
#include "workloads/matrix_file/matrix_market_banner.h"

#include <string.h>
#include <strings.h>

enum { NUM_WORDS = 5 };

/* The place of `word` among the alternatives that end at `end`, or -1. */
static int place_of(const char *word, const char *alternatives, const char *end)
{
    int place = 0;

    for (const char *from = alternatives; from < end; place++) {
        size_t length = strcspn(from, "| ");
        if (strlen(word) == length && strncasecmp(word, from, length) == 0)
            return place;
        from += length + 1;
    }
    return -1;
}

qdr_status qdr_banner_read(qdr_banner *banner, char *line, const char *accepted,
                           qdr_error *error)
{
    const char *alternatives = accepted;
    char *rest = NULL;
    int places[NUM_WORDS];

    for (int i = 0; i < NUM_WORDS; i++) {
        const char *end = alternatives + strcspn(alternatives, " ");
        const char *word = strtok_r(i == 0 ? line : NULL, " \t\r\n", &rest);
        places[i] = word == NULL ? -1 : place_of(word, alternatives, end);
        if (places[i] < 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "word %d of the header is '%.40s'; accepted: '%s'",
                            i + 1, word == NULL ? "" : word, accepted);
        alternatives = end + (*end == ' ');
    }
    *banner = (qdr_banner){.field = places[3], .symmetry = places[4]};
    return QDR_OK;
}
