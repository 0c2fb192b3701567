#!/usr/bin/env bash
# A number of a network is one row of kernels/core/network/network.def: with one
# more row, files, options, checks, digests and what is printed have it.
set -euo pipefail
source_root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..
cd "$TEST_TMPDIR"
mkdir -p kernels
cp -rL "$source_root"/kernels/{core,network_file} kernels
cat >>kernels/core/network/network.def <<'DEF'
QDR_NETWORK_NUMBER(REAL, extra_us, 0, 5, false, 0, DEFAULTS, "an example")
DEF
cat >main.c <<'C'
#include <string.h>
#include "kernels/core/network/network_numbers.h"
#include "kernels/network_file/network_file.h"
/* FILE: prints it and its digest. LINE: the same of options. */
int main(int argc, char **argv)
{
    qdr_network network;
    qdr_error error = {""};
    const char *name = "";
    qdr_status status =
        argc == 2 && strchr(argv[1], '=') != NULL
            ? qdr_network_read(argv[1], &network, &error)
            : qdr_network_file_read(argv[1], &network, NULL, &error);
    if (status == QDR_OK)
        status = qdr_network_check(&network, &name, &error);
    if (status != QDR_OK) {
        printf("%s\n", error.text);
        return 2;
    }
    qdr_network_print(&network, stdout);
    printf("digest %llx\n", (unsigned long long)qdr_network_digest(&network));
    return 0;
}
C
rm -f kernels/core/*/*_test.c kernels/network_file/*_test.c
cc -std=gnu11 -Wall -Wextra -Werror -I. main.c kernels/core/*/*.c \
    kernels/network_file/*.c -lm -o show

# says WORDS STATUS ARGUMENT: the program's output has the words.
says() {
    local status=0
    ./show "$3" >out || status=$?
    [[ $status == "$2" ]] && grep -qF -- "$1" out && return
    echo "FAILED: $3: status $status, no '$1' in: $(<out)" >&2
    exit 1
}
line='alpha_us=1;beta_ns=2'
words='extra_us: 7; accepted: numbers from 0 to 5'
says 'extra_us 0' 0 "$line"
cp out default
says 'extra_us 3' 0 "$line;extra_us=3"
[[ $(tail -n 1 out) != "$(tail -n 1 default)" ]] || {
    echo 'FAILED: the digest leaves it out' >&2 && exit 1
}
says "network: $words" 2 "$line;extra_us=7"
{
    echo 'quadrille-network 1'
    grep -v '^digest' default
} >file.network
says 'extra_us 0' 0 file.network
sed -i 's/^extra_us .*/extra_us 7/' file.network
says "$words" 2 file.network
sed -i '/^extra_us/d' file.network
says 'the key extra_us is missing' 2 file.network
