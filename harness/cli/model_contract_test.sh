#!/usr/bin/env bash
# `quadrille model`: its fractions, its ranking and its refusals.
source harness/testing/expect.sh

# model_of OPERATION PROCS MESH STRATEGY COSTS
model_of() {
    expect 0 "$quadrille" model "$1" --procs "$2" --mesh "$3" --strategy "$4" \
        --format csv "${@:6}"
    [[ $(head -n 1 out) == operation,procs,mesh,strategy,alpha,beta,gamma ]] ||
        complain "the header: $(head -n 1 out)"
    [[ $(tail -n +2 out | cut -d, -f5-) == "$5" ]] ||
        complain "$1 $3 $4: $(<out); expected $5"
}

# Table 2 as far as it follows the paper's formula; dimensions of 1 are dropped.
# MPI's names and the paper's give the same output.
model_of broadcast 30 2x3x5 SSMCC 9,16/3,0 --topology line
model_of bcast 30 1x30 M 5,5,0 --topology line
model_of broadcast 30 1x30 SC 34,29/15,0 --topology line
model_of broadcast 30 2x15 SSCC 20,43/15,0 --topology line
model_of allgather 8 8 C 7,7/8,0
model_of collect 8 2x4 GMC 5,13/4,0 --topology line
model_of reduce 8 8 DG 10,7/4,7/8
model_of combine-to-all 5 5 RM 6,6,3
model_of distributed-combine 6 2x3 DD 3,7/6,5/6 --topology line
model_of scatter 9 9 S 4,8/9,0
# The default is a network where no messages share links.
model_of broadcast 30 2x3x5 SSMCC 9,13/6,0
model_of collect 8 2x4 GMC 5,15/8,0 --traversal near
# Far first: pairs gather before fours collect.
model_of collect 8 2x4 GMC 5,9/8,0
model_of distributed-combine 6 2x3 DD 3,5/6,5/6

# The first of a ranking is the fastest.
expect 0 "$quadrille" model broadcast --procs 512 --bytes 65536 \
    --machine paragon_16x32 --lines 50 --format csv
[[ $(wc -l <out) == 51 ]] || complain "lines: $(wc -l <out)"
tail -n +2 out | cut -d, -f9 >seconds.txt
sort -g -c seconds.txt || complain 'a ranking is not in order'

# The predictions of all algorithms: auto takes the first candidate.
expect 0 "$quadrille" model bcast --procs 64 --bytes 4096 --algorithms \
    --machine fat_tree_smpi --format csv
[[ $(head -n 1 out) == operation,procs,bytes,algorithm,time_us,auto ]] ||
    complain "the header: $(head -n 1 out)"
tail -n +2 out | cut -d, -f5 >us.txt
sort -g -c us.txt || complain 'predictions are not in order'
[[ $(cut -d, -f4,6 out | sed -n 2p) == bcast_postal,taken ]] ||
    complain "taken: $(<out)"
[[ $(cut -d, -f4 out | tail -n 1) == lib ]] || complain "lib: $(<out)"
# By node is for networks with levels.
expect 0 "$quadrille" model bcast --procs 1024 --bytes 4096 --algorithms \
    --machine fat_tree_smpi
[[ $(<out) != *by_node* ]] || complain "without levels: $(<out)"
expect 0 "$quadrille" model bcast --procs 1024 --bytes 4096 --algorithms \
    --machine fat_tree_16_ranks_smpi
grep -Eq 'bcast_by_node .* taken$' out || complain "with levels: $(<out)"
# All that 16 ranks send to 48 others passes their adapter, once or more often.
expect 0 "$quadrille" model alltoallv --procs 64 --bytes 4000 --algorithms \
    --machine fat_tree_16_ranks_smpi --format csv
[[ $(sed -n 2p out) == alltoallv,64,4000,scattered,245.760,taken ]] ||
    complain "adapters: $(<out)"
for option in '--mesh 8x8' '--traversal near' '--lines 3'; do
    # shellcheck disable=SC2086 # an option and its value
    refuse 'accepted: --algorithms --bytes N' "$quadrille" model bcast \
        --procs 64 --algorithms --bytes 8 $option
done

# Messages: a tenth of all pairs is `bench --density 0.1`.
# taken_of ARGUMENT ...: the algorithm that auto takes.
taken_of() {
    expect 0 "$quadrille" model "$@" --algorithms --format csv
    awk -F, '$6 == "taken" { print $4 }' out
}
messages=(alltoallv --bytes 64 --machine fat_tree_smpi)
[[ $(taken_of "${messages[@]}" --procs 32 --density 0.1) == scattered ]] ||
    complain "32 ranks, density 0.1: $(<out)"
[[ $(taken_of "${messages[@]}" --procs 64 --density 0.1) == bruck ]] ||
    complain "64 ranks, density 0.1: $(<out)"
cp out sparse
[[ $(taken_of "${messages[@]}" --procs 64) == bruck ]] ||
    complain "64 ranks, all pairs: $(<out)"
[[ $(wc -l <out) == 3 ]] || complain "two predict from a load: $(<out)"
cmp -s out sparse && complain 'a tenth of all pairs takes as long as all'
# All pairs of many ranks are never a pattern.
expect 0 "$quadrille" model alltoallv --procs 1000000 --bytes 8 --algorithms
refuse '--bytes: 16777216: the sum of all bytes is too large; accepted: at' \
    "$quadrille" model alltoallv --procs 1000000 --bytes 16M --algorithms
refuse '--density is not an option of bcast; accepted: with alltoallv' \
    "$quadrille" model bcast --procs 8 --bytes 8 --density 0.5 --algorithms
refuse "--density: '2'; accepted" "$quadrille" model alltoallv --procs 8 \
    --bytes 8 --density 2 --algorithms

refuse 'or --bytes N to rank' "$quadrille" model collect --procs 3
refuse '1024; accepted on paragon_16x32: 1 to 512' "$quadrille" model \
    collect --procs 1024 --bytes 1 --machine paragon_16x32
refuse 'accepted: switched or line, or --machine M of a mesh' "$quadrille" \
    model collect --procs 8 --bytes 1 --topology mesh
refuse '--topology and --machine are both given' "$quadrille" model collect \
    --procs 8 --bytes 1 --topology line --machine paragon_16x32
refuse "'torus'; accepted: switched, mesh, line" "$quadrille" model collect \
    --procs 8 --bytes 1 --topology torus

# The network: of the machine, else of a file, else of today's clusters.
# shellcheck source=harness/testing/network_file.sh
source "$source_root/harness/testing/network_file.sh"
write_network net.work 200 0.1
short=(model bcast --procs 8 --bytes 8 --lines 1)
# network_of WORDS [COMMAND ...]: runs the command; sets `time_us`.
network_of() {
    expect 0 "${@:2}"
    [[ $(head -n 1 out) == "network: of $1" ]] ||
        complain "the network: $(head -n 1 out); expected $1"
    time_us=$(tail -n 1 out | awk '{ print $NF }')
}
network_of "today's clusters" "$quadrille" "${short[@]}"
[[ $time_us == 4.501 || $time_us == 4.502 ]] || complain "today: $time_us"
network_of "today's clusters" env QUADRILLE_NETWORK= "$quadrille" "${short[@]}"
network_of net.work env QUADRILLE_NETWORK=net.work "$quadrille" "${short[@]}"
[[ $time_us == 600.00? ]] || complain "3 messages of 200 us: $time_us"
says err 'net.work: rendezvous_us is missing, or 0, which is assumed; '
network_of net.work env QUADRILLE_NETWORK=net.work "$quadrille" model bcast \
    --procs 8 --bytes 8 --algorithms
network_of 'machine fat_tree' env QUADRILLE_NETWORK=absent "$quadrille" \
    "${short[@]}" --machine fat_tree
network_of "today's clusters" env QUADRILLE_NETWORK=absent "$quadrille" \
    "${short[@]}" --topology line
refuse 'QUADRILLE_NETWORK: absent: No such file or directory; accepted: a' \
    env QUADRILLE_NETWORK=absent "$quadrille" "${short[@]}"
sed -i 's/^gamma_ns.*/gamma_ns x/' net.work
refuse "QUADRILLE_NETWORK: net.work:4: gamma_ns: x; accepted: numbers from 0" \
    env QUADRILLE_NETWORK=net.work "$quadrille" "${short[@]}"
refuse_each model <<'END'
accepted: --algorithms --bytes N | bcast --procs 64 --algorithms
alltoallv has no hybrids; accepted: --algorithms | alltoallv --procs 8 --bytes 8
whose product is 30 | broadcast --procs 30 --mesh 2x3x4 --strategy SC
MM, SMC, SSCC | broadcast --procs 30 --mesh 2x15 --strategy XX
bcast, scatter, gather, allgather | bogus --procs 3 --bytes 1
--strategy is given without --mesh | collect --procs 3 --strategy C
has no section network | collect --procs 3 --bytes 1 --machine local
accepted: 1 to 16384 | collect --procs 20000 --bytes 1
END
finish
