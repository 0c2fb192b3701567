/* kernels/network_file/network_print.c -- see network_file.h. */
#include "kernels/network_file/network_file.h"

#include "kernels/network_file/network_keys.h"

/* Whether an earlier version, which has not the number, can do without it. */
static bool is_left_out(const qdr_network_number *number,
                        const qdr_network *network)
{
    return (number->group == QDR_NETWORK_ADDED ||
            number->group == QDR_NETWORK_ADDED_TO_LEVELS) &&
           qdr_network_number_of(number, network) == number->initial;
}

/* Those that a file may lack, or the others. */
static void print_group(const qdr_network *network, bool may_lack, FILE *to)
{
    enum { DIGITS = 6 };

    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++) {
        const qdr_network_number *number = &qdr_network_numbers[i];
        if (qdr_network_number_may_lack(number) != may_lack ||
            !qdr_network_number_applies(number, network) ||
            is_left_out(number, network))
            continue;
        fprintf(to, "%s ", number->name);
        qdr_network_number_print(number, network, DIGITS, to);
        fputc('\n', to);
    }
}

void qdr_network_print(const qdr_network *network, FILE *to)
{
    /* A file that was cut lacks a number that is always needed. */
    print_group(network, true, to);
    print_group(network, false, to);
}
