#!/usr/bin/env bash
# Every option of every command refuses bad values with status 2 and one line,
# which names the option and what is accepted. Options and ranges are those of
# `help COMMAND`, which is made from the tables of options.
source harness/testing/expect.sh
root=$(dirname "$(readlink -f "$quadrille")")

# options_of HELP: each option's name, its operand or -, and its range LOW:HIGH
# or -.
options_of() {
    awk 'function end() { if (name != "") print name, operand, range }
        /^  -/ {
            end()
            name = $1
            operand = NF > 1 && $2 != "(needed)" ? $2 : "-"
            range = "-"
            details = ""
        }
        /^      / { sub(/^ +/, ""); details = details " " $0 }
        match(details, /(whole numbers|fractions)[^;]* to [0-9^.e+-]+/) {
            count = split(substr(details, RSTART, RLENGTH), words, " ")
            range = words[count - 2] ":" words[count]
        }
        END { end() }' "$1"
}

# bad_values OPERAND RANGE: one per line; the first is empty.
bad_values() {
    echo
    [[ $1 != *'|'* && $2 == - ]] || echo nonsense
    [[ $2 == - ]] || awk -v low="${2%:*}" -v high="${2#*:}" 'BEGIN {
        printf "%.15g\n", low - 1
        if (high ~ /^[0-9.]+$/) printf "%.15g\n", high + 1 }'
}

num_tried=0
# try OPTION [VALUE]: of the command in `run`.
try() {
    local status=0 lines
    "${run[@]}" "$@" >out 2>err </dev/null || status=$?
    mapfile -t lines <err
    [[ $status == 2 && ${#lines[@]} == 1 && ! -s out &&
        ${lines[0]} == *"${1%%=*}"* && ${lines[0]} == *'accepted: '* ]] ||
        complain "${run[*]} $*: status $status: $(<out) $(<err)"
    num_tried=$((num_tried + 1))
}

expect 0 "$quadrille" help --man
mapfile -t commands < <(awk '
    /^[.]It Xo/ { getline; sub(/^[.]Ic /, ""); print }' out)
((${#commands[@]} > 20)) || complain "commands: ${commands[*]}"
for command in "${commands[@]}"; do
    read -ra words <<<"$command"
    expect 0 "$quadrille" help "${words[@]}"
    options_of out >options
    # The program itself is faster, where the command is not the entry script's.
    run=("$QUADRILLE_BUILT/quadrille" "${words[@]}")
    "${run[@]}" --nonsense >out 2>err
    [[ $(<err) != *": command '"* ]] || run=("$quadrille" "${words[@]}")
    # The entry script would build these programs.
    [[ $command != 'bench fft' ]] ||
        run=("$root/harness/self_tests/fft.sh" absent)
    [[ $command != 'bench preload' ]] ||
        run=("$root/harness/self_tests/preload_programs.sh" absent absent)
    try --nonsense
    while read -r name operand range; do
        if [[ $operand == - ]]; then
            try "$name=1"
            continue
        fi
        while IFS= read -r value; do
            try "$name" "$value"
        done < <(bad_values "$operand" "$range")
    done <options
done
# Of the commands that jobs and launches start.
refuse "TASK: 'abc'; accepted: whole numbers" "$quadrille" sweep task . abc
refuse "'1x' is no name of an attempt" "$quadrille" sweep processes . 1x
((num_tried > 200)) || complain "only $num_tried values were tried"
echo "$num_tried values were tried"
finish
