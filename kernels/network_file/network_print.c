/* kernels/network_file/network_print.c -- see network_file.h. */
#include <inttypes.h>
#include <string.h>

#include "kernels/network_file/network_file.h"
#include "kernels/network_file/network_keys.h"

static void print_value(const qdr_network_key *key, const qdr_network *network,
                        FILE *to)
{
    const char *member = (const char *)network + key->offset;
    double number;
    int64_t bytes;
    int whole;

    switch (key->type) {
    case QDR_NETWORK_REAL:
        memcpy(&number, member, sizeof number);
        fprintf(to, "%.6g", number);
        break;
    case QDR_NETWORK_BYTES:
        memcpy(&bytes, member, sizeof bytes);
        fprintf(to, "%" PRId64, bytes);
        break;
    default:
        memcpy(&whole, member, sizeof whole);
        if (key->type == QDR_NETWORK_WORD)
            fputs(key->words[whole], to);
        else
            fprintf(to, "%d", whole);
    }
}

void qdr_network_print(const qdr_network *network, FILE *to)
{
    for (int i = 0; i < QDR_NUM_NETWORK_KEYS; i++) {
        const qdr_network_key *key = &qdr_network_keys[i];
        if (!qdr_network_key_applies(key, network))
            continue;
        fprintf(to, "%s ", key->name);
        print_value(key, network, to);
        fputc('\n', to);
    }
}
