#!/usr/bin/env bash
# The contract of list, schedule and pattern: formats, refusals, statuses.
source harness/testing/expect.sh
table6=$source_root/workloads/matrix_file/ponnusamy1992_table6.txt

expect 0 "$quadrille" list --format csv
[[ $(head -1 out) == \
    name,collective,kind,paper,section,limits,alias,parameters ]] ||
    complain "list: header $(head -1 out)"
says out ps,alltoallv,direct,ponnusamy1992,4.2,one_port,
cp out rows
names=$(tail -n +2 out | cut -d, -f1 | paste -sd' ')
expect 0 "$quadrille" list
for name in $names; do says out "$name "; done
refuse "'xml'; accepted: text, csv" "$quadrille" list --format xml
refuse "'--fromat'; accepted: --format; nearest: --format" \
    "$quadrille" list --fromat csv
refuse "list 'x'; accepted: algorithms, workloads, keys" "$quadrille" list x
refuse "'lsit'; accepted: see ./quadrille help; nearest: list" \
    "$quadrille" lsit
# Of many names, a message has the nearest and where the full list is.
refuse "'allgather_hibrid'; accepted: see ./quadrille list algorithms; nearest:\
 allgather_hybrid" "$quadrille" schedule --algorithm allgather_hibrid --procs 4
refuse "algorithm 'fastest'; accepted: see ./quadrille list algorithms" \
    "$quadrille" schedule --algorithm fastest --procs 4

# help.txt, which needs no build, equals the help made from the tables; each
# command has its own help.
expect 0 "$QUADRILLE_BUILT/quadrille" help
cp out help
diff help "$source_root/harness/cli/help.txt" ||
    complain 'harness/cli/help.txt is not what the tables say'
# COMMAND --help prints the same, in any position.
of_bench='schedulers|self|peers|choice|fft'
while read -r command; do
    # shellcheck disable=SC2086 # one or two words
    expect 0 "$quadrille" $command --results absent --help
    says out "usage: ./quadrille $command"
done < <(sed -nE "s/^  ([a-z]+( ($of_bench))?)( .*)?$/\1/p" help)
expect 0 "$quadrille" help sweep
cp out one
expect 0 "$quadrille" sweep run -h
cmp -s one out || complain "sweep run -h: $(<out)"
expect 0 "$quadrille" --help
cmp -s help out || complain '--help is not help'
refuse "command 'bensh'; accepted: " "$quadrille" bensh --help
refuse "command 'bensh'; accepted: " "$quadrille" help bensh
# Commands that build have a help without a build.
for command in setup build bundle clean; do
    expect 0 env QUADRILLE_BUILT="$PWD/nothing" "$quadrille" $command --help
    [[ $(head -1 out) == "  $command "* && $(wc -l <out) -lt 5 ]] ||
        complain "$command --help without programs: $(<out)"
done
expect 0 env QUADRILLE_BUILT="$PWD/nothing" "$quadrille" --version
[[ $(<out) =~ ^quadrille\ [0-9]+[.][0-9]+[.][0-9]+$ ]] ||
    complain "--version: $(<out)"

# Every parameter of every algorithm and workload is an option of bench, and in
# the lists.
expect 0 "$quadrille" help bench
cp out bench_help
expect 0 "$quadrille" list keys --format csv
cut -d, -f1 out | tail -n +2 >keys
[[ $(wc -l <keys) -gt 10 ]] || complain "keys: $(<keys)"
while read -r key; do
    says bench_help "--${key//_/-} "
done <keys
# The help of bench is one or two screens; one name has its own parameters, with
# its own defaults.
(($(wc -l <bench_help) <= 110)) || complain "$(wc -l <bench_help) lines"
for words in 'What runs, and where:' 'How it is measured:' 'Output:' \
    '  broadcast, vector: --bytes N --root N'; do
    says bench_help "$words"
done
expect 0 "$quadrille" bench --help
cmp -s bench_help out || complain 'bench --help is not help bench'
expect 0 "$quadrille" help bench stencil
says out 'usage: ./quadrille bench --workload stencil [OPTION ...]'
says out '  --extent NxN (needed)'
says out 'default 8'
expect 0 "$quadrille" help schedule rs_nh
says out 'usage: ./quadrille schedule --algorithm rs_nh [OPTION ...]'
says out 'longest piece of a message in a round [means]; numbers or fractions'
expect 0 "$quadrille" help schedule lex
says out 'lex has no parameters.'
refuse "'rs_nh'; accepted with pattern: a workload or an algorithm, see" \
    "$quadrille" help pattern rs_nh
refuse "command 'list gs'; accepted: see" "$quadrille" help list gs
expect 0 "$quadrille" list keys --format markdown
[[ $(head -1 out) == '| key | plural | unit | of | accepted | default |'* &&
    $(wc -l <out) == $(($(wc -l <keys) + 2)) ]] ||
    complain "list keys as markdown: $(head -3 out)"
# The table of a network's numbers is the one in the documents.
expect 0 "$quadrille" list network --format markdown
sed -n '/^| number | accepted/,/^$/p' "$source_root/docs/machines.md" |
    grep '^|' | cmp -s - out || complain "docs/machines.md: not $(<out)"
expect 0 env QUADRILLE_ROOT="$source_root" "$quadrille" help --man
cp out page
for name in $(sed -nE 's/^  ([a-z]+).*/\1/p' help) \
    $(grep -oE '[ []--?[a-z][a-z-]*' help | sed 's/^..//'); do
    grep -qE "^[.](Ic|It Fl|Fl) $name( |$)" page ||
        complain "no $name in the manual page"
done
expect 0 "$quadrille" list workloads
grep -A1 '^test_set1$' out >row
says row '    parameters: bytes=256;degree'
# As text, all lists fit a terminal, and no line ends with a blank.
for name in algorithms workloads keys network; do
    expect 0 "$quadrille" list $name
    ! grep -E '^.{101}| $' out || complain "list $name: lines, above"
done
expect 0 "$quadrille" list
grep -A2 '^reduce_scatter_hybrid  *reduce_scatter ' out >row
says row '    alias: distributed_combine_hybrid'
says row '    parameters: mesh=best;strategy=best;traversal=best;'

# The published numbers of rounds, and one complete schedule.
for pair in ls:8 ps:6 bs:7 gs:6; do
    expect 0 "$quadrille" schedule --algorithm "${pair%:*}" --check \
        --pattern "$table6"
    grep -qE "^rounds +${pair#*:}\$" out || complain "$pair rounds: $(<out)"
done
expect 0 "$quadrille" schedule --algorithm gs --pattern "$table6"
says out 'round   5:  7 -> 0  1 -> 6  4 -> 2  3 -> 5'
expect 0 "$quadrille" schedule --algorithm ps --procs 3 --bytes 7 --format csv \
    --check
printf '%s\n' round,src,dst,bytes 1,1,0,7 1,0,1,7 2,2,0,7 2,0,2,7 3,2,1,7 \
    3,1,2,7 | diff - out || complain 'ps at p = 3'
says err 'every message delivered: yes'
says err 'one send and one receive a round: yes'
says err 'bound, max degree   2'
expect 0 "$quadrille" schedule --algorithm lex --procs 3 --check
! grep -E 'one send|bound' out || complain 'lex has as many ports as it needs'
expect 0 "$quadrille" schedule --algorithm gs --procs 1 --format csv
[[ $(<out) == round,src,dst,bytes ]] || complain "p = 1: $(<out)"

scheduled=$(awk -F, '$3 == "direct" || $3 == "combining" { print $1 }' rows)
for name in $scheduled; do
    for p in 1 2 7 32; do
        [[ $name != node_balanced ]] || continue
        expect 0 "$quadrille" schedule --algorithm "$name" --procs $p --check
    done
done
# Levels come from a machine; the nodes may be others.
refuse 'a network without levels, for node_balanced; accepted: one with' \
    "$quadrille" schedule --algorithm node_balanced --procs 32 --check
# One node has one level.
expect 0 "$quadrille" schedule --algorithm node_balanced --procs 8 \
    --machine nodes_of_8_smpi --check
for nodes in '' '--nodes 16,14' '--nodes 29,1'; do
    # shellcheck disable=SC2086 # an option and its operand, or none
    expect 0 "$quadrille" schedule --algorithm node_balanced --procs 30 \
        --bytes 100k --machine nodes_of_8_smpi --check $nodes
    says out 'every message delivered: yes'
done
refuse '--procs: 513; accepted on nodes_of_8_smpi: 1 to 512' \
    "$quadrille" schedule --algorithm gs --procs 513 --machine nodes_of_8_smpi
# A paper's name selects the algorithm with MPI's name.
for name in bcast_hybrid broadcast_hybrid; do
    expect 0 "$quadrille" schedule --algorithm $name --procs 6 --bytes 100
    mv out "of_$name"
done
cmp -s of_bcast_hybrid of_broadcast_hybrid || complain 'an alias differs'
for mode in synchronous posted paced paced:64 posted_all window:3 persistent \
    dataflow dataflow:64 \
    posted+barrier posted+announce; do
    expect 0 "$quadrille" schedule --algorithm rex --procs 6 --check \
        --mode $mode
    says out "no rank waits for ever: yes, in mode $mode"
done
refuse "mode 'lazy'; accepted: synchronous" "$quadrille" schedule \
    --algorithm gs --procs 4 --check --mode lazy
for name in mpi_alltoallv drs_n two_stage; do
    refuse "$name has no schedule; accepted: direct and combining" \
        "$quadrille" schedule --algorithm $name --procs 4
done
refuse "--cutoff: '0.5'; accepted: numbers or fractions 1" \
    "$quadrille" schedule --algorithm rs_nh --procs 4 --cutoff 0.5
refuse '--cutoff is not a parameter of gs; accepted: with rs_nh' \
    "$quadrille" schedule --algorithm gs --procs 4 --cutoff 3
refuse '--root is given with gs, an algorithm for alltoallv' \
    "$quadrille" schedule --root 2 --algorithm gs --procs 4

# Broadcasts: a tree with its root in the middle, and refused algorithms.
expect 0 "$quadrille" schedule --algorithm reb --procs 7 --root 3 --check
says out 'round   2:  0 -> 2  3 -> 5'
says out 'rounds              3'
refuse 'lib is an algorithm for bcast; accepted: --procs P' "$quadrille" \
    schedule --algorithm lib --pattern "$table6"
expect 0 "$quadrille" pattern --workload broadcast --procs 3 --bytes 9 \
    --root 1 --format csv
printf '%s\n' src,dst,bytes 1,0,9 1,2,9 | diff - out || complain 'broadcast'
refuse '--seed is not a parameter of broadcast' "$quadrille" pattern \
    --workload broadcast --procs 3 --bytes 9 --root 1 --seed 4
# Which ranks share a node, and operators that do not commute.
expect 0 "$quadrille" schedule --algorithm ps --procs 30 --bytes 10 --check \
    --nodes 16,14
says out 'nodes               2, of 14 to 16 ranks'
says out 'leave a node, max   2240 bytes'
refuse "--nodes: '16,13' has 29 ranks; accepted: 30 in all" "$quadrille" \
    schedule --algorithm ps --procs 30 --check --nodes 16,13
refuse 'names rank 1 twice; accepted: every rank from 0 to 3 once' \
    "$quadrille" schedule --algorithm ps --procs 4 --check --nodes 0-1:1-3
refuse 'does not name rank 2; accepted: every rank from 0 to 3 once' \
    "$quadrille" schedule --algorithm ps --procs 4 --check --nodes 0-1:3
expect 0 "$quadrille" schedule --algorithm bcast_by_node --procs 5 --check \
    --nodes 3,2
says out 'round   2:  0 -> 1  3 -> 4'
refuse '--nodes is given with reb, an algorithm for bcast' \
    "$quadrille" schedule --algorithm reb --procs 4 --check --nodes 2,2
expect 0 "$quadrille" schedule --algorithm auto --collective allreduce \
    --procs 12 --bytes 64 --check --ordered
says out 'check: combined in the order of ranks: yes'
refuse 'reduce_long needs a commutative operator; accepted: one, or auto' \
    "$quadrille" schedule --algorithm reduce_long --procs 4 --ordered
refuse '--ordered is given with reb, an algorithm for bcast' \
    "$quadrille" schedule --algorithm reb --procs 4 --ordered
refuse "'a?b'; accepted: " "$quadrille" schedule --algorithm $'a\nb' --procs 4
refuse 'is needed' "$quadrille" schedule --algorithm gs
refuse '--procs: 9; accepted with ' "$quadrille" schedule --algorithm gs \
    --procs 9 --pattern "$table6"
refuse 'whose file has the lengths' "$quadrille" schedule --algorithm gs \
    --bytes 3 --pattern "$table6"
printf '0 1\n1 x\n' >bad
printf '0 9223372036854775807\n0 0\n' >endless
refuse '0 -> 1: 9223372036854775807 bytes; accepted: up to 2^50 in all' \
    "$quadrille" schedule --algorithm gs --check --pattern endless

# Patterns: the same seed gives the same bytes; every format can be read again.
synthetic=("$quadrille" pattern --workload synthetic --procs 9 --density 0.5
    --bytes 64 --seed 5)
expect 0 "${synthetic[@]}"
cp out first
expect 0 "${synthetic[@]}"
cmp -s first out || complain 'the same seed gave another pattern'
expect 0 "${synthetic[@]}" --format mtx
cp out first.mtx
expect 0 "${synthetic[@]}" --format csv
[[ $(wc -l <out) == 37 ]] || complain 'round(0.5 * 9 * 8) messages'
for file in first first.mtx; do
    expect 0 "$quadrille" pattern --stats "$file"
    says out 'messages                 36'
    says out 'density                  0.5000'
done
expect 0 "$quadrille" pattern --workload synthetic --procs 9 --density 0.5
cp out assumed
expect 0 "$quadrille" pattern --workload synthetic --procs 9 --density 0.5 \
    --seed 1
cmp -s assumed out || complain 'the default seed is not 1'
plain=("$quadrille" pattern --workload synthetic --procs 9 --seed 5)
refuse "--density: '1.5'; accepted: numbers or fractions 0 to 1" \
    "${plain[@]}" --density 1.5
refuse "'sinthetic'; accepted: see ./quadrille list workloads; nearest: synth" \
    "$quadrille" pattern --workload sinthetic
refuse '0 bytes' "${plain[@]}" --density 1 --bytes 0
refuse '--bytes is given twice' "${synthetic[@]}" --bytes 64
expect 0 "${plain[@]}" --bytes=64 --dens 1/2
cmp -s first out || complain '--bytes=64 --dens 1/2 is --bytes 64 --density 0.5'
expect 0 "${plain[@]}" --bytes 4k
cp out first_4k
expect 0 "${plain[@]}" --bytes 4096
cmp -s first_4k out || complain '4k is not 4096'
refuse "--bytes: '4q'; accepted: whole numbers 0 to 1099511627776, or such as" \
    "${plain[@]}" --bytes 4q

# Test sets and bounded traffic have the papers' numbers in rows and columns.
expect 0 "$quadrille" pattern --workload test_set1 --procs 9 --degree 4 \
    --bytes 64 --seed 5
cp out first
expect 0 "$quadrille" pattern --stats first
says out 'messages                 36'
says out 'messages sent by a rank  4 to 4, mean 4.00'
says out 'most received by a rank  4'
says out 'bytes of a message       64 to 64, mean 64.00'
expect 0 "$quadrille" pattern --workload test_set2 --procs 9 --degree 4 \
    --bytes 64 --seed 5
[[ $(sed 's/[1-9][0-9]*/64/g' out) == "$(<first)" ]] ||
    complain 'test_set2: other pairs than test_set1'
refuse 'degree: 10; accepted: 0 to 9' "$quadrille" pattern \
    --workload test_set1 --procs 9 --degree 10 --bytes 64 --seed 5
refuse '--degree is needed' "$quadrille" pattern --workload test_set2 \
    --procs 9 --bytes 64 --seed 5
refuse '--degree is not a parameter of synthetic' "${synthetic[@]}" --degree 4
bounded=("$quadrille" pattern --workload bounded --procs 6 --fan-out 4
    --traffic 40 --bytes 2 --seed 5)
expect 0 "${bounded[@]}" --non-uniformity 1/4
cp out first
awk '{ for (i = 1; i <= NF; i++) { row[NR] += $i; column[i] += $i } }
    END { for (i = 1; i <= 6; i++) if (row[i] != 80 || column[i] != 80) exit 1 }
    ' first || complain "bounded: $(<first)"
expect 0 "${bounded[@]}" --non-uniformity 0.25
cmp -s first out || complain '1/4 is not 0.25'
refuse '--non-uniformity is needed' "${bounded[@]}"
refuse '--fan-out is not a parameter' "${synthetic[@]}" --fan-out 4
for bad in 1/ /4 1/0 5/4 1/4/4 1/x nan; do
    refuse "--non-uniformity: '$bad'; accepted: numbers or fractions 0" \
        "${bounded[@]}" --non-uniformity "$bad"
done
refuse 'accepted: 1/4 to 3/4' "${bounded[@]}" --non-uniformity 1
refuse 'the nearest 1/4' "${bounded[@]}" --non-uniformity 0.3

# auto, of a collective.
expect 0 "$quadrille" schedule --algorithm auto --collective allreduce \
    --procs 4 --check
says out 'every message delivered: yes'
refuse 'accepted: auto with --collective C' "$quadrille" bench \
    --algorithm auto --workload vector --procs 4
refuse '--collective: receive_vector has no auto' "$quadrille" schedule \
    --algorithm auto --collective receive_vector --procs 4
refuse '--mesh is not a parameter of bcast_auto and broadcast' "$quadrille" \
    bench --algorithm auto --workload broadcast --procs 4 --mesh 2x2

refuse "'--procs'; accepted: --format" "$quadrille" bench schedulers --procs 4
refuse "'--format xml'; accepted: --format text|csv" "$quadrille" bench self \
    --format xml
refuse_each schedule <<'END'
nearest: combine_to_all_hybrid | --algorithm combine_to_all_hybird --procs 4
--mode is given without --check | --algorithm gs --procs 4 --mode posted
--procs is given twice | --algorithm gs --procs 4 --procs 5
--check is given twice | --check --algorithm gs --procs 4 --check
--root: 7; accepted: 0 to 6 | --algorithm lib --procs 7 --root 7
'xs'; accepted:  | --algorithm xs --procs 4
--procs: '0'; accepted: whole numbers 1 | --algorithm gs --procs 0
--procs: '4.5'; accepted: whole numbers 1 | --algorithm gs --procs 4.5
absent: No such file | --algorithm gs --pattern absent
bad:2: entry 2 is 'x' | --algorithm gs --pattern bad
accepted: auto with --collective C | --algorithm auto --procs 4
collective 'sum'; accepted:  | --algorithm auto --collective sum --procs 4
END
refuse_each bench <<'END'
option '--densitys'; accepted: see --help; nearest: --density | --densitys 0.5
--collective is given with reb | --algorithm reb --collective bcast --procs 4
END
finish
