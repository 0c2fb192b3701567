/* kernels/core/network/network_numbers.h -- the numbers of a network as data:
 * their table, what is accepted, and their digest. network.def has the rows.
 */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_NUMBERS_H
#define QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "kernels/core/base/status.h"
#include "kernels/core/network/network.h"

/* The kind of a number, and so the type of its member. */
typedef enum qdr_network_kind {
    QDR_NETWORK_REAL,
    QDR_NETWORK_INT,
    QDR_NETWORK_BYTES,
    QDR_NETWORK_TOPOLOGY, /* words; the number is the word's index */
    QDR_NETWORK_DUPLEX
} qdr_network_kind;

/* When a file has the number. */
typedef enum qdr_network_group {
    QDR_NETWORK_NEEDED,
    QDR_NETWORK_DEFAULTS, /* a machine's file and options may leave it out */
    QDR_NETWORK_ADDED, /* any file may: earlier versions had no such number */
    QDR_NETWORK_ADDED_TO_LEVELS,
    QDR_NETWORK_OF_MESH,  /* with topology mesh only */
    QDR_NETWORK_OF_LEVELS /* with all others of this group, or none */
} qdr_network_group;

/* A row of the table. */
typedef struct qdr_network_number {
    const char *name;
    qdr_network_kind kind;
    size_t offset; /* in qdr_network */
    double min, max;
    bool is_above; /* min itself is refused */
    double initial;
    qdr_network_group group;
    const char *const *words; /* of TOPOLOGY and DUPLEX; NULL after the last */
    const char *meaning;
} qdr_network_number;

/* Their places in it. */
typedef enum qdr_network_index {
#define QDR_NETWORK_NUMBER(kind, name, ...) QDR_NETWORK_AT_##name,
#include "kernels/core/network/network.def"
#undef QDR_NETWORK_NUMBER
    QDR_NUM_NETWORK_NUMBERS
} qdr_network_index;
extern const qdr_network_number qdr_network_numbers[QDR_NUM_NETWORK_NUMBERS];

/* qdr_network_number_may_lack returns whether a network file may lack it. */
bool qdr_network_number_may_lack(const qdr_network_number *number);

/* qdr_network_initial returns a network with the defaults of all numbers. */
qdr_network qdr_network_initial(void);

/* qdr_network_number_of returns the number's value, qdr_network_number_set sets
 * it: a double has every value exactly. */
double qdr_network_number_of(const qdr_network_number *number,
                             const qdr_network *network);
void qdr_network_number_set(const qdr_network_number *number, double value,
                            qdr_network *network);

/* qdr_network_number_print writes its value, a real one with so many digits. */
void qdr_network_number_print(const qdr_network_number *number,
                              const qdr_network *network, int digits, FILE *to);

/* qdr_network_number_applies returns whether a network's file has the number.
 */
bool qdr_network_number_applies(const qdr_network_number *number,
                                const qdr_network *network);

/* qdr_network_number_accepted writes what is accepted, to 128 bytes at most. */
void qdr_network_number_accepted(const qdr_network_number *number, char *words,
                                 size_t size);

/* qdr_network_number_accepts returns whether the value is in the number's
 * range.
 */
bool qdr_network_number_accepts(const qdr_network_number *number, double value);

/* qdr_network_number_refuse fails: "alpha_us: -1; accepted: numbers above 0 to
 * 1000000000", where `word` is what the user wrote. */
qdr_status qdr_network_number_refuse(const qdr_network_number *number,
                                     const char *word, qdr_error *error);

/* qdr_network_check refuses a network with a number that is out of its range,
 * missing, or does not fit the others, and sets *out_name to its name. */
qdr_status qdr_network_check(const qdr_network *network, const char **out_name,
                             qdr_error *error);

/* qdr_network_digest mixes all numbers: networks that differ have another. */
uint64_t qdr_network_digest(const qdr_network *network);

#endif
