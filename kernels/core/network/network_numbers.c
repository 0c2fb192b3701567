/* kernels/core/network/network_numbers.c -- see network_numbers.h. */
#include "kernels/core/network/network_numbers.h"

#include <stdio.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/network/network.h"

#define WORDS_OF_REAL     NULL
#define WORDS_OF_INT      NULL
#define WORDS_OF_BYTES    NULL
#define WORDS_OF_TOPOLOGY qdr_network_topology_words
#define WORDS_OF_DUPLEX   qdr_duplex_words

const qdr_network_number qdr_network_numbers[QDR_NUM_NETWORK_NUMBERS] = {
#define QDR_NETWORK_NUMBER(kind, name, min, max, is_above, initial, group,     \
                           meaning)                                            \
    {#name,                                                                    \
     QDR_NETWORK_##kind,                                                       \
     offsetof(qdr_network, name),                                              \
     min,                                                                      \
     max,                                                                      \
     is_above,                                                                 \
     initial,                                                                  \
     QDR_NETWORK_##group,                                                      \
     WORDS_OF_##kind,                                                          \
     meaning},
#include "kernels/core/network/network.def"
#undef QDR_NETWORK_NUMBER
};

double qdr_network_number_of(const qdr_network_number *number,
                             const qdr_network *network)
{
    const char *member = (const char *)network + number->offset;

    switch (number->kind) {
    case QDR_NETWORK_REAL:
        return *(const double *)member;
    case QDR_NETWORK_BYTES:
        return (double)*(const int64_t *)member;
    case QDR_NETWORK_TOPOLOGY:
        return *(const qdr_network_topology *)member;
    case QDR_NETWORK_DUPLEX:
        return *(const qdr_duplex *)member;
    default:
        return *(const int *)member;
    }
}

void qdr_network_number_set(const qdr_network_number *number, double value,
                            qdr_network *network)
{
    char *member = (char *)network + number->offset;

    switch (number->kind) {
    case QDR_NETWORK_REAL:
        *(double *)member = value;
        break;
    case QDR_NETWORK_BYTES:
        *(int64_t *)member = (int64_t)value;
        break;
    case QDR_NETWORK_TOPOLOGY:
        *(qdr_network_topology *)member = (qdr_network_topology)value;
        break;
    case QDR_NETWORK_DUPLEX:
        *(qdr_duplex *)member = (qdr_duplex)value;
        break;
    default:
        *(int *)member = (int)value;
    }
}

void qdr_network_number_print(const qdr_network_number *number,
                              const qdr_network *network, int digits, FILE *to)
{
    double value = qdr_network_number_of(number, network);

    if (number->words != NULL)
        fputs(number->words[(int)value], to);
    else
        fprintf(to, "%.*g", number->kind == QDR_NETWORK_REAL ? digits : 17,
                value);
}

bool qdr_network_number_may_lack(const qdr_network_number *number)
{
    return number->group == QDR_NETWORK_ADDED ||
           number->group == QDR_NETWORK_ADDED_TO_LEVELS ||
           number->group == QDR_NETWORK_OF_LEVELS;
}

qdr_network qdr_network_initial(void)
{
    qdr_network made;

    memset(&made, 0, sizeof made);
    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++)
        qdr_network_number_set(&qdr_network_numbers[i],
                               qdr_network_numbers[i].initial, &made);
    return made;
}

static bool has_any_of_levels(const qdr_network *network)
{
    bool has = false;

    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++)
        has |= qdr_network_numbers[i].group == QDR_NETWORK_OF_LEVELS &&
               qdr_network_number_of(&qdr_network_numbers[i], network) != 0;
    return has;
}

bool qdr_network_number_applies(const qdr_network_number *number,
                                const qdr_network *network)
{
    return number->group == QDR_NETWORK_OF_MESH ? network->topology == QDR_MESH
           : number->group == QDR_NETWORK_OF_LEVELS ||
                   number->group == QDR_NETWORK_ADDED_TO_LEVELS
               ? has_any_of_levels(network)
               : true;
}

bool qdr_network_number_accepts(const qdr_network_number *number, double value)
{
    return (number->is_above ? value > number->min : value >= number->min) &&
           value <= number->max;
}

/* Where a number is one of several that belong together: "; all of rows,
 * columns, with topology mesh, or none". */
static void write_condition(qdr_network_group group, char *words, size_t size)
{
    size_t length = 0;

    words[0] = '\0';
    if (group == QDR_NETWORK_ADDED_TO_LEVELS)
        snprintf(words, size, "; with inside_alpha_us");
    if (group != QDR_NETWORK_OF_MESH && group != QDR_NETWORK_OF_LEVELS)
        return;
    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS && length < size; i++)
        if (qdr_network_numbers[i].group == group)
            length += (size_t)snprintf(words + length, size - length, "%s%s",
                                       length == 0 ? "; all of " : ", ",
                                       qdr_network_numbers[i].name);
    if (length < size)
        snprintf(words + length, size - length, "%s, or none",
                 group == QDR_NETWORK_OF_MESH ? ", with topology mesh" : "");
}

void qdr_network_number_accepted(const qdr_network_number *number, char *words,
                                 size_t size)
{
    size_t length = 0;

    if (number->words == NULL)
        snprintf(words, size, "%s %s %.15g to %.15g",
                 number->kind == QDR_NETWORK_REAL ? "numbers" : "whole numbers",
                 number->is_above ? "above" : "from", number->min, number->max);
    for (int i = 0; number->words != NULL && number->words[i] != NULL; i++)
        length += (size_t)snprintf(words + length, size - length, "%s%s",
                                   i == 0 ? "" : ", ", number->words[i]);
}

qdr_status qdr_network_number_refuse(const qdr_network_number *number,
                                     const char *word, qdr_error *error)
{
    char accepted[128], condition[256];

    qdr_network_number_accepted(number, accepted, sizeof accepted);
    write_condition(number->group, condition, sizeof condition);
    return qdr_fail(error, QDR_ERROR_INPUT, "%s: %.60s; accepted: %s%s",
                    number->name, word, accepted, condition);
}

static qdr_status check_range(const qdr_network_number *number,
                              const qdr_network *network, qdr_error *error)
{
    double value = qdr_network_number_of(number, network);
    char word[32];

    if (qdr_network_number_applies(number, network)
            ? qdr_network_number_accepts(number, value)
            : value == 0)
        return QDR_OK;
    snprintf(word, sizeof word, "%.10g", value);
    return qdr_network_number_refuse(number, word, error);
}

/* No rank is free for longer than a message takes. */
static qdr_status check_free(const qdr_network *network, const char *name,
                             double us, const char **out_name, qdr_error *error)
{
    *out_name = name;
    return us <= network->alpha_us
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: %.10g; accepted: numbers from 0 to alpha_us, "
                          "%.10g",
                          name, us, network->alpha_us);
}

static qdr_status check_levels(const qdr_network *network,
                               const char **out_name, qdr_error *error)
{
    *out_name = "adapter_ranks";
    if (network->adapter_ranks > network->node_ranks)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "adapter_ranks: %d; accepted: 1 to node_ranks, %d",
                        network->adapter_ranks, network->node_ranks);
    *out_name = "duplex";
    if (network->duplex == QDR_DUPLEX_HALF_INSIDE &&
        !qdr_network_has_levels(network))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "duplex: half_inside, without inside_alpha_us; "
                        "accepted: full, half");
    *out_name = "topology";
    return qdr_network_has_levels(network) && network->topology != QDR_SWITCHED
               ? qdr_fail(error, QDR_ERROR_INPUT,
                          "topology: messages share links, and inside_alpha_us "
                          "is given; accepted: switched, or no levels")
               : QDR_OK;
}

/* What a message above a limit costs needs the limit. */
static qdr_status check_rendezvous(const qdr_network *network,
                                   const char **out_name, qdr_error *error)
{
    bool is_between = network->rendezvous_us > 0 && network->eager_bytes == 0;
    bool is_inside =
        network->inside_rendezvous_us > 0 && network->inside_eager_bytes == 0;

    *out_name = is_between ? "rendezvous_us" : "inside_rendezvous_us";
    return !is_between && !is_inside
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%s, without %seager_bytes; accepted: 0", *out_name,
                          is_between ? "" : "inside_");
}

/* A mesh of more nodes than there may be processes is damaged. */
static qdr_status check_mesh(const qdr_network *network, const char **out_name,
                             qdr_error *error)
{
    *out_name = "columns";
    return (int64_t)network->rows * network->columns <= QDR_MAX_PROCS
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%d rows and %d columns; accepted: at most %d nodes "
                          "in all",
                          network->rows, network->columns, QDR_MAX_PROCS);
}

qdr_status qdr_network_check(const qdr_network *network, const char **out_name,
                             qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS && status == QDR_OK; i++) {
        *out_name = qdr_network_numbers[i].name;
        status = check_range(&qdr_network_numbers[i], network, error);
    }
    if (status == QDR_OK)
        status = check_free(network, "sender_free_us", network->sender_free_us,
                            out_name, error);
    if (status == QDR_OK)
        status = check_free(network, "receiver_free_us",
                            network->receiver_free_us, out_name, error);
    if (status == QDR_OK)
        status = check_levels(network, out_name, error);
    if (status == QDR_OK)
        status = check_rendezvous(network, out_name, error);
    return status == QDR_OK ? check_mesh(network, out_name, error) : status;
}

uint64_t qdr_network_digest(const qdr_network *network)
{
    uint64_t mixed = 0, bits;

    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++) {
        double value = qdr_network_number_of(&qdr_network_numbers[i], network);
        memcpy(&bits, &value, sizeof bits);
        mixed = qdr_mix64(mixed ^ bits) + 1;
    }
    return mixed;
}
