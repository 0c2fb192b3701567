/* kernels/network_file/network_line.c -- a network in one line; see
 * network_file.h. */
#include <string.h>

#include "kernels/core/base/name_lookup.h"
#include "kernels/network_file/network_file.h"
#include "kernels/network_file/network_keys.h"

static const char *number_name(int index)
{
    return qdr_network_numbers[index].name;
}

/* "alpha_us=1.5"; cuts it at its "=". */
static qdr_status read_pair(char *pair, bool *is_set, qdr_network *network,
                            qdr_error *error)
{
    char *value = strchr(pair, '=');
    int index = 0;
    qdr_status status;

    if (value == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "'%.60s'; accepted: NAME=VALUE, joined by ';'", pair);
    *value++ = '\0';
    status = qdr_names_find("number", NULL, pair, QDR_NUM_NETWORK_NUMBERS,
                            number_name, &index, error);
    if (status != QDR_OK)
        return status;
    if (is_set[index])
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s again; accepted: each number once", pair);
    is_set[index] = true;
    return qdr_network_number_read(&qdr_network_numbers[index], value, network,
                                   error);
}

qdr_status qdr_network_read(const char *text, qdr_network *out_network,
                            qdr_error *error)
{
    char kept[QDR_NETWORK_LINE_BYTES * 4 + 1], *rest = NULL;
    bool is_set[QDR_NUM_NETWORK_NUMBERS] = {false};
    qdr_network made = qdr_network_initial();
    qdr_error found = {""};
    qdr_status status = QDR_OK;

    if (strlen(text) >= sizeof kept)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "network: %zu characters; accepted: at most %zu",
                        strlen(text), sizeof kept - 1);
    strcpy(kept, text);
    for (char *pair = strtok_r(kept, "; ", &rest);
         pair != NULL && status == QDR_OK; pair = strtok_r(NULL, "; ", &rest))
        status = read_pair(pair, is_set, &made, &found);
    if (status != QDR_OK)
        return qdr_fail(error, status, "network: %.500s", found.text);
    *out_network = made;
    return QDR_OK;
}
