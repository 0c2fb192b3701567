/* kernels/network_file/network_keys.c -- see network_keys.h. */
#define _GNU_SOURCE /* of strtod_l */
#include "kernels/network_file/network_keys.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/name_lookup.h"

/* The last one is no key of the table. */
static const char *key_name(int index)
{
    return index < QDR_NUM_NETWORK_NUMBERS ? qdr_network_numbers[index].name
                                           : QDR_RANGE_KEY;
}

qdr_status qdr_network_key_find(const char *name, int *out_index,
                                qdr_error *error)
{
    return qdr_names_find("key", NULL, name, QDR_NUM_NETWORK_NUMBERS + 1,
                          key_name, out_index, error);
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

/* The index of a word, or -1. */
static int index_of(const char *const *words, const char *word)
{
    int i = 0;

    while (words[i] != NULL && strcmp(words[i], word) != 0)
        i++;
    return words[i] != NULL ? i : -1;
}

static bool read_value(const qdr_network_number *number, const char *word,
                       double *out)
{
    if (number->words != NULL)
        return (*out = index_of(number->words, word)) >= 0;
    return number->kind == QDR_NETWORK_REAL ? read_real(word, out)
                                            : qdr_network_whole_read(word, out);
}

qdr_status qdr_network_number_read(const qdr_network_number *number,
                                   const char *word, qdr_network *network,
                                   qdr_error *error)
{
    double value = 0;

    if (!read_value(number, word, &value) ||
        !qdr_network_number_accepts(number, value))
        return qdr_network_number_refuse(number, word, error);
    qdr_network_number_set(number, value, network);
    return QDR_OK;
}
