#!/usr/bin/env bash
# A network file in `bench` and sweeps: the folder has a copy, which launches
# read; other results do not mix with it.
source harness/testing/small_sweep.sh

# shellcheck source=harness/testing/network_file.sh
source "$source_root/harness/testing/network_file.sh"
write_network latency.network 1e6 1e-6
write_network bandwidth.network 1e-6 1e6

# A machine without a network of its own, whose times are exact.
mkdir -p tree/configs
cp -rL "$source_root/configs/machines" tree/configs/
chmod -R u+w tree
sed '/^network:/,/^[a-z#]/ { /^network:/d; /^  /d }' \
    "$source_root/configs/machines/fat_tree.yaml" \
    >tree/configs/machines/bare.yaml
grep -q '^network:' tree/configs/machines/bare.yaml && complain 'not bare'
bare=(env QUADRILLE_ROOT="$PWD/tree" QUADRILLE_BUILT_DIR="$QUADRILLE_BUILT"
    "$QUADRILLE_BUILT/quadrille")
hybrid=(bench --algorithm bcast_hybrid --procs 16 --bytes 65536)

# time_of NETWORK_FILE: simulated time of a hybrid, with its file or none.
time_of() {
    expect 0 env QUADRILLE_NETWORK="$1" "${bare[@]}" "${hybrid[@]}" \
        --machine bare --format csv
    awk -F, "$by_name"'{ print $at["time_ns"] }' out
}
few_messages=$(time_of latency.network)
few_bytes=$(time_of bandwidth.network)
((few_messages != few_bytes)) ||
    complain "the same algorithm with any network: $few_bytes ns"

# network_of WORDS: of the last summary.
network_of() {
    grep -qxF "network       of $1" out || complain "not of $1: $(<out)"
}
# Without a choice and a bound the network is not named.
one=(bench --algorithm ps --procs 2 --format text)
expect 0 "$quadrille" "${one[@]}"
! grep '^network' out || complain "a network of no use: $(<out)"
says out 'lower bound   unknown: local has no network: section, and QUADRILLE'
expect 0 env QUADRILLE_NETWORK=latency.network "$quadrille" "${one[@]}"
network_of 'latency.network, for the lower bound'
says out 'lower bound   1e+06 us'
# 256 bytes of 1 ms each: one way, and both ways through one port.
sed 's/^duplex .*/duplex half/' bandwidth.network >half.network
expect 0 env QUADRILLE_NETWORK=bandwidth.network "$quadrille" "${one[@]}"
says out 'lower bound   256000 us'
expect 0 env QUADRILLE_NETWORK=half.network "$quadrille" "${one[@]}"
says out 'lower bound   512000 us'
# A rank is busy with every message, but others may forward some for it.
sed 's/^sender_free_us .*/sender_free_us 1e5/
    s/^receiver_free_us .*/receiver_free_us 2e5/' latency.network >busy.network
expect 0 env QUADRILLE_NETWORK=busy.network "$quadrille" "${one[@]}"
says out 'lower bound   1e+06 us'
# Both ranks may be on one node, whose messages take 0.2 s.
printf '%s\n' 'inside_alpha_us 2e5' 'inside_beta_ns 1e-6' 'node_ranks 2' \
    'adapter_ranks 2' | cat latency.network - >levels.network
expect 0 env QUADRILLE_NETWORK=levels.network "$quadrille" "${one[@]}"
says out 'lower bound   200000 us'
expect 0 env QUADRILLE_NETWORK=absent "$quadrille" "${one[@]}" \
    --machine fat_tree
network_of 'machine fat_tree, for the lower bound'
refuse 'QUADRILLE_NETWORK: absent: No such file or directory; accepted: ' \
    env QUADRILLE_NETWORK=absent "$quadrille" "${one[@]}"

expect 0 "$quadrille" bench --algorithm auto --collective alltoallv --procs 2 \
    --density 1 --format text
network_of "today's clusters, for alltoallv_auto's choices"
expect 0 "$quadrille" bench --algorithm bcast_hybrid --procs 4 \
    --machine fat_tree --format text
network_of "machine fat_tree, for bcast_hybrid's choices"

# A sweep keeps the file, and what launches have read is recorded.
write_config small procs '[2]'
sed -i 's/count: 4/count: 1/' small.yaml
with=(env QUADRILLE_NETWORK=latency.network "${sweep[@]}")
expect 0 "${with[@]}" run small.yaml --machine local --results with
launches=(with/launch-*.json)
cmp -s latency.network with/network.txt || complain 'no copy of the network'
says with/definition.json "$(sha256sum <latency.network | cut -d' ' -f1)"
says "${launches[0]}" '"network": "network.txt"'
says "${launches[0]}" '"QUADRILLE_NETWORK": "latency.network"'
expect 0 "${sweep[@]}" run small.yaml --machine local --results without
[[ ! -e without/network.txt ]] || complain 'a network from nowhere'
launches+=(without/launch-*.json)
says "${launches[-1]}" "\"network\": \"today's clusters\""
expect 0 "${sweep[@]}" status with
expect 0 "${with[@]}" resume small.yaml --machine local --results with
expect 0 "$quadrille" bench --from "${launches[0]}"
# As a program: the machine's own network does not count.
as_program=(run small.yaml --machine fat_tree --set network=program)
expect 0 "${sweep[@]}" "${as_program[@]}" --results program
says "$(launch_file program 0 json)" "\"network\": \"today's clusters\""
expect 0 env QUADRILLE_NETWORK=latency.network "${sweep[@]}" \
    "${as_program[@]}" --results program_file
says "$(launch_file program_file 0 json)" '"network": "network.txt"'
expect 0 "${sweep[@]}" run small.yaml --machine fat_tree --results machine
says "$(launch_file machine 0 json)" '"network": "machine.yaml"'
refuse 'accepted: machine, program' "${sweep[@]}" run small.yaml \
    --machine fat_tree --set network=file --results never
# Packed results keep it, too.
cp -r with packed
(cd packed && tar --create --xz --file results.tar.xz launch-* && rm launch-*)
same_samples with packed
expect 0 "${sweep[@]}" status packed
refuse 'packed is packed; accepted: a folder without results.tar.xz' \
    "${with[@]}" resume small.yaml --machine local --results packed

# Results of other networks do not mix.
refuse 'with: its results were made with a network file, and now QUADRILLE' \
    "${sweep[@]}" resume small.yaml --machine local --results with
refuse 'without: its results were made with no network file, and now QUADR' \
    "${with[@]}" resume small.yaml --machine local --results without
refuse "made with another network.txt (line 2: 'alpha_us 1e6', now 'alpha_us" \
    env QUADRILLE_NETWORK=bandwidth.network "${sweep[@]}" resume small.yaml \
    --machine local --results with
echo 'rows 3' >>latency.network
refuse 'QUADRILLE_NETWORK: latency.network:11: rows: 3; accepted: ' \
    "${with[@]}" run small.yaml --machine local --results never
(sed 10q latency.network && printf '\0rows 3') >zero.network
refuse 'QUADRILLE_NETWORK: zero.network:11: byte 0x00; accepted: printable' \
    env QUADRILLE_NETWORK=zero.network "${sweep[@]}" run small.yaml \
    --machine local --results never
[[ ! -e never ]] || complain 'a refused sweep wrote results'
echo '#' >>with/network.txt
expect 0 "${sweep[@]}" resume with
says err 'with/network.txt was damaged; written anew'
finish
