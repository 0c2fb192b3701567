/* kernels/network_file/network_keys.c -- see network_keys.h. */
#define _GNU_SOURCE /* of strtod_l */
#include "kernels/network_file/network_keys.h"

#include <errno.h>
#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/names.h"
#include "kernels/core/network_levels.h"
#include "kernels/core/network_mesh.h"
#include "kernels/core/pattern.h"

#define AT(member) offsetof(qdr_network, member)

/* Ten digits before the point are no time of a message or a byte. */
static const double max_real = 1e9, max_bytes = 1e12;

/* A file that was cut lacks a key that is always needed: those of levels, which
 * are not, are printed first. */
const qdr_network_key qdr_network_keys[QDR_NUM_NETWORK_KEYS] = {
    {"inside_alpha_us", QDR_NETWORK_REAL, AT(inside_alpha_us), 0, max_real,
     true, NULL, QDR_NETWORK_OF_LEVELS},
    {"inside_beta_ns", QDR_NETWORK_REAL, AT(inside_beta_ns), 0, max_real, true,
     NULL, QDR_NETWORK_OF_LEVELS},
    {"node_ranks", QDR_NETWORK_INT, AT(node_ranks), 2, QDR_MAX_PROCS, false,
     NULL, QDR_NETWORK_OF_LEVELS},
    {"adapter_ranks", QDR_NETWORK_INT, AT(adapter_ranks), 1, QDR_MAX_PROCS,
     false, NULL, QDR_NETWORK_OF_LEVELS},
    {"alpha_us", QDR_NETWORK_REAL, AT(alpha_us), 0, max_real, true, NULL,
     QDR_NETWORK_ALWAYS},
    {"beta_ns", QDR_NETWORK_REAL, AT(beta_ns), 0, max_real, true, NULL,
     QDR_NETWORK_ALWAYS},
    {"gamma_ns", QDR_NETWORK_REAL, AT(gamma_ns), 0, max_real, false, NULL,
     QDR_NETWORK_ALWAYS},
    {"link_excess", QDR_NETWORK_REAL, AT(link_excess), 1, max_real, false, NULL,
     QDR_NETWORK_ALWAYS},
    {"topology", QDR_NETWORK_WORD, AT(topology), 0, 0, false,
     qdr_network_topology_words, QDR_NETWORK_ALWAYS},
    {"rows", QDR_NETWORK_INT, AT(rows), 1, QDR_MAX_PROCS, false, NULL,
     QDR_NETWORK_OF_MESH},
    {"columns", QDR_NETWORK_INT, AT(columns), 1, QDR_MAX_PROCS, false, NULL,
     QDR_NETWORK_OF_MESH},
    {"duplex", QDR_NETWORK_WORD, AT(duplex), 0, 0, false, qdr_duplex_words,
     QDR_NETWORK_ALWAYS},
    {"eager_bytes", QDR_NETWORK_BYTES, AT(eager_bytes), 0, max_bytes, false,
     NULL, QDR_NETWORK_ALWAYS},
    {"sender_free_us", QDR_NETWORK_REAL, AT(sender_free_us), 0, max_real, false,
     NULL, QDR_NETWORK_ALWAYS},
    {"receiver_free_us", QDR_NETWORK_REAL, AT(receiver_free_us), 0, max_real,
     false, NULL, QDR_NETWORK_ALWAYS},
};

/* The last one is no key of the table. */
static const char *key_name(int index)
{
    return index < QDR_NUM_NETWORK_KEYS ? qdr_network_keys[index].name
                                        : QDR_RANGE_KEY;
}

qdr_status qdr_network_key_find(const char *name, int *out_index,
                                qdr_error *error)
{
    return qdr_names_find("key", NULL, name, QDR_NUM_NETWORK_KEYS + 1, key_name,
                          out_index, error);
}

/* A program that uses the library may have set a locale with another point. */
static bool read_real(const char *word, double *out)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *end = NULL;

    if (plain == (locale_t)0)
        return false;
    /* No inf, no nan, no hexadecimal numbers. */
    if (strspn(word, "0123456789+-.eE") == strlen(word))
        *out = strtod_l(word, &end, plain);
    freelocale(plain);
    return end != NULL && end != word && *end == '\0';
}

bool qdr_network_whole_read(const char *word, double *out)
{
    /* 15 digits are exact in a double. */
    if (word[0] == '\0' || strlen(word) > 15 ||
        strspn(word, "0123456789") != strlen(word))
        return false;
    *out = (double)strtoll(word, NULL, 10);
    return true;
}

bool qdr_network_key_applies(const qdr_network_key *key,
                             const qdr_network *network)
{
    return key->group == QDR_NETWORK_OF_MESH ? network->topology == QDR_MESH
           : key->group == QDR_NETWORK_OF_LEVELS
               ? qdr_network_has_levels(network)
               : true;
}

static qdr_status set_word(const qdr_network_key *key, const char *word,
                           void *member, qdr_error *error)
{
    qdr_names accepted = {0};
    qdr_status status;

    for (int i = 0; key->words[i] != NULL; i++)
        if (strcmp(word, key->words[i]) == 0) {
            memcpy(member, &i, sizeof i);
            return QDR_OK;
        }
    for (int i = 0; key->words[i] != NULL; i++)
        qdr_names_add(&accepted, key->words[i]);
    status = qdr_names_refuse(&accepted, key->name, word, error);
    qdr_names_cleanup(&accepted);
    return status;
}

qdr_status qdr_network_key_set(const qdr_network_key *key, const char *word,
                               qdr_network *network, qdr_error *error)
{
    char *member = (char *)network + key->offset;
    bool is_real = key->type == QDR_NETWORK_REAL;
    double number = 0;
    int whole;
    int64_t bytes;

    if (key->type == QDR_NETWORK_WORD)
        return set_word(key, word, member, error);
    if (!(is_real ? read_real(word, &number)
                  : qdr_network_whole_read(word, &number)) ||
        !(key->is_above ? number > key->min : number >= key->min) ||
        !(number <= key->max))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s '%.60s'; accepted: %s %s %g to %.10g", key->name,
                        word, is_real ? "numbers" : "whole numbers",
                        key->is_above ? "above" : "from", key->min, key->max);
    whole = (int)number;
    bytes = (int64_t)number;
    if (is_real)
        memcpy(member, &number, sizeof number);
    else if (key->type == QDR_NETWORK_INT)
        memcpy(member, &whole, sizeof whole);
    else
        memcpy(member, &bytes, sizeof bytes);
    return QDR_OK;
}
