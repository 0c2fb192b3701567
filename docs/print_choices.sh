#!/usr/bin/env bash
# docs/print_choices.sh [--write] -- prints the table of docs/collectives.md,
# "When each wins": what `auto` takes for these numbers of ranks and lengths,
# by `quadrille model`. Rows of equal cells are one. With --write it replaces
# the table in the page; readme_test.sh fails if it is not today's.
# QUADRILLE is the program, by default ./quadrille of this tree.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
quadrille=${QUADRILLE:-$here/../quadrille}
unset QUADRILLE_NETWORK # its file has another network
operations=(bcast scatter gather allgather reduce allreduce reduce_scatter
    alltoallv)
ranks=(16 61 1024)
lengths=(8 4k 32k 256k 4M)

# taken OPERATION PROCS BYTES [OPTION ...]: without the operation's name.
taken() {
    "$quadrille" model "$1" --procs "$2" --bytes "$3" "${@:4}" --algorithms \
        --format csv | awk -F, -v operation="$1_" '
            NR == 1 { while ($(++at) != "auto") continue }
            NR > 1 && $at == "taken" { sub("^" operation, "", $4); print $4 }'
}

# cells OPERATION PROCS: what the two networks take at each length.
cells() {
    local bytes default other
    for bytes in "${lengths[@]}"; do
        default=$(taken "$1" "$2" "$bytes")
        other=$(taken "$1" "$2" "$bytes" --machine fat_tree_smpi)
        [[ $other == "$default" ]] || default+=" ($other)"
        printf ' %s |' "$default"
    done
}

print_table() {
    local operation procs row last rows_of
    printf '| collective | ranks |%s\n|---|---|%s\n' \
        "$(printf ' %s |' "${lengths[@]}")" \
        "$(printf -- '---|%.0s' "${lengths[@]}")"
    for operation in "${operations[@]}"; do
        last='' rows_of=''
        for procs in "${ranks[@]}"; do
            row=$(cells "$operation" "$procs")
            [[ -z $last || $row == "$last" ]] || {
                printf '| %s | %s |%s\n' "$operation" "$rows_of" "$last"
                rows_of=''
            }
            rows_of+=${rows_of:+, }$procs last=$row
        done
        printf '| %s | %s |%s\n' "$operation" "$rows_of" "$last"
    done
}

case "$*" in
'') print_table ;;
--write)
    page=$here/collectives.md
    print_table >"$page.table"
    awk -v table="$page.table" '
        /^\| collective \| ranks / { inside = 1
            while ((getline line < table) > 0) print line }
        /^$/ { inside = 0 }
        !inside' "$page" >"$page.new"
    rm "$page.table"
    mv "$page.new" "$page"
    ;;
*)
    echo "print_choices.sh: arguments '$*'; accepted: --write or none" >&2
    exit 2
    ;;
esac
