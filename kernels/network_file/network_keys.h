/* kernels/network_file/network_keys.h -- the table of a network file's keys. */
#ifndef QUADRILLE_KERNELS_NETWORK_FILE_NETWORK_KEYS_H
#define QUADRILLE_KERNELS_NETWORK_FILE_NETWORK_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/core/library_range.h"
#include "kernels/core/network.h"
#include "kernels/core/status.h"

/* The type of a member, and so of its value. */
typedef enum qdr_network_type {
    QDR_NETWORK_REAL,  /* double */
    QDR_NETWORK_INT,   /* int */
    QDR_NETWORK_BYTES, /* int64_t */
    QDR_NETWORK_WORD   /* an enum; its number is the word's index */
} qdr_network_type;

/* A key: where its value goes, and what is accepted. */
typedef struct qdr_network_key {
    const char *name;
    qdr_network_type type;
    size_t offset; /* in qdr_network */
    double min, max;
    bool is_above;            /* min itself is refused */
    const char *const *words; /* of QDR_NETWORK_WORD; NULL after the last */
    bool is_of_mesh;          /* needed by topology mesh, refused by others */
} qdr_network_key;

enum { QDR_NUM_NETWORK_KEYS = 11 };
extern const qdr_network_key qdr_network_keys[QDR_NUM_NETWORK_KEYS];

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

/* qdr_network_key_set sets the key's member to the value in `word`, or refuses
 * it. */
qdr_status qdr_network_key_set(const qdr_network_key *key, const char *word,
                               qdr_network *network, qdr_error *error);

#endif
