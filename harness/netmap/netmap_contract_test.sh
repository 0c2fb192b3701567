#!/usr/bin/env bash
# The contract of `netmap`: what it refuses; what it says of a launcher that
# fails, falls silent, or ends while a pair is measured; and its files.
source harness/testing/expect.sh

refuse_each netmap <<'EOF'
--procs: '1'; accepted: whole numbers 2 to | --procs 1
'nowhere'; accepted:  | --machine nowhere
fat_tree is simulated; accepted: machines of kind | --machine fat_tree
slurm_example is of kind slurm; accepted: in a job | --machine slurm_example
--procs: 65; accepted on local: 2 to 64 | --procs 65
--bytes: '1023'; accepted: whole numbers 1024 to | --bytes 1023
--limit: '0'; accepted: numbers or fractions | --limit 0
--output: . exists; accepted:  | --output .
accepted: a folder with write permission | --output absent/map
EOF
[[ ! -e map && ! -e absent ]] || complain "refused commands left $(ls -A)"

# Ranks of one node are no nodes.
refuse 'accepted: ranks on 2 nodes or more, or --ranks' \
    "$quadrille" netmap --procs 2

# Ranks as nodes; they may share cores, so that one may be slow.
"$quadrille" netmap --procs 3 --ranks --bytes 65536 --output map >out 2>err
status=$?
[[ $status == 0 && $(head -1 out) == 'no rank and no pair of 3 ranks is slow' ||
    $status == 1 && $(head -1 out) == *"of the others' rate"* ]] ||
    complain "netmap --ranks: status $status: $(<out) $(<err)"
! grep -q -e --exclude out || complain "SLURM excludes no ranks: $(<out)"
[[ $(head -1 map/pairs.csv) == from,to,latency_us,alone_mb_s,loaded_mb_s &&
    $(wc -l <map/pairs.csv) == 7 && $(wc -l <map/nodes.csv) == 4 ]] ||
    complain "files: $(<map/pairs.csv) $(<map/nodes.csv)"
! grep -qE ',(,|$)' map/pairs.csv map/nodes.csv ||
    complain "numbers are missing: $(<map/pairs.csv)"
[[ $(head -1 map/mpigraph.txt) == 'START mpiGraph v1.5' &&
    $(tail -1 map/mpigraph.txt) == 'END mpiGraph' &&
    $(grep -c $'^[0-9]:[0-9] to\t' map/mpigraph.txt) == 3 ]] ||
    complain "mpigraph.txt: $(<map/mpigraph.txt)"
refuse 'map exists; accepted: a folder' "$quadrille" netmap --output map

# launcher LINE ...: an mpirun that prints these lines, then does $last.
mkdir fake
launcher() {
    printf '%s\n' '#!/bin/sh' "cat <<'LINES'" "$@" LINES "$last" >fake/mpirun
    chmod +x fake/mpirun
}
three=('netmap rank 0 n1' 'netmap rank 1 n2' 'netmap rank 2 n3'
    'netmap nodes 3' 'netmap node 0 n1' 'netmap node 1 n2' 'netmap node 2 n3')
netmap() { PATH=$PWD/fake:$PATH "$quadrille" netmap --procs 3 "$@"; }

# names WORDS EXCLUDED OPTION ...: the first line, and what to exclude.
names() {
    local words=$1 excluded=$2
    shift 2
    expect 1 netmap "$@"
    [[ $(head -1 out) == "$words" && ! -s err &&
        $(sed -n 2p out) == "--exclude=$excluded" ]] ||
        complain "not '$words': $(<out) $(<err)"
}

last='exit 3'
launcher 'netmap started 0 n1'
expect 1 netmap
says err 'after 1 of 3 ranks had started, on n1; its output is in '
# The folder that it names is kept.
remove_log() {
    local log
    log=$(sed 's/.* //' err)
    [[ -e $log && $log == */launch.log ]] || complain "no log: $(<err)"
    rm -r "$(dirname "$log")"
}
remove_log
launcher "${three[@]}" 'netmap at 1 2'
names 'the pair n2 -> n3 did not answer within 10 s' n3

# This one has to be ended.
last='sleep 1000'
launcher "${three[@]}" 'netmap silent 1' 'netmap done'
names 'node n2 did not answer within 10 s' n2
launcher "${three[@]}" 'netmap at 1 2'
start=$SECONDS
names 'node n1 did not answer within 1 s' n1 --limit 1
((SECONDS - start < 25)) || complain "silence took $((SECONDS - start)) s"
launcher 'netmap started 0 n1' 'netmap started 1 n2' 'netmap started 2 n3' \
    'netmap rank 0 n1' 'netmap rank 2 n3' 'netmap done'
names 'node n2 did not answer within 10 s' n2
launcher 'netmap failed out of memory' 'netmap done'
expect 1 netmap
says err 'quadrille netmap: out of memory; its output is in '
remove_log

# Without R all but the figure is written.
last='exit 0'
rates=()
for pair in '0 1' '0 2' '1 0' '1 2' '2 0' '2 1'; do
    rates+=("netmap alone $pair 5 100" "netmap loaded $pair 50")
done
launcher "${three[@]}" "${rates[@]}" 'netmap done'
printf '%s\n' '#!/bin/sh' 'exit 1' >fake/failing
chmod +x fake/failing
mv fake/failing fake/Rscript # in place of Rscript --vanilla
expect 0 netmap --output without_r
[[ $(head -1 out) == 'no node and no pair of 3 nodes is slow' &&
    $(wc -l <err) == 1 && $(<err) == *'no heatmap.svg: '* &&
    $(find without_r -type f | sort | xargs) == \
    'without_r/mpigraph.txt without_r/nodes.csv without_r/pairs.csv' ]] ||
    complain "without R: $(<out) $(<err) $(ls without_r)"
[[ -z $(find . -maxdepth 1 -name '*.tmp-*') ]] || complain "left: $(ls -A)"
finish
