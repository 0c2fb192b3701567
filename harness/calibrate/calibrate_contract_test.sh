#!/usr/bin/env bash
# The contract of `calibrate`: on simulated machines it finds the declared
# numbers, with the same bytes each time; on this machine it writes a usable
# machine and a network file; a refused command writes no file.
source harness/testing/expect.sh
machines=$source_root/configs/machines
samples_header=launch,library,quantity,bytes,pairs,messages,sample,time_ns

# number FILE KEY: a number of a machine's network.
number() { awk -v key="  $2:" 'index($0, key) == 1 { print $2 }' "$1"; }

# near FILE KEY EXPECTED PERCENT
near() {
    local found
    found=$(number "$1" "$2")
    awk -v a="$found" -v b="$3" -v most="$4" 'BEGIN {
        exit !(a != "" && (a - b) ^ 2 <= (most / 100 * b) ^ 2) }' ||
        complain "$1: $2 is '$found', not within $4% of $3"
}

# alpha, beta and gamma of machines without conflicts, as their files have them.
for machine in fat_tree paragon_16x32 cm5_1992; do
    expect 0 "$quadrille" calibrate --machine $machine --output $machine.yaml
    for key in alpha_us beta_ns gamma_ns; do
        says out "$key"
        near $machine.yaml $key "$(number "$machines/$machine.yaml" $key)" 2
    done
    [[ $(<err) == 'launch 1 of 1' &&
        $(head -1 $machine.csv) == "$samples_header" ]] ||
        complain "$machine: $(<err) $(head -1 $machine.csv)"
done
# One launch has every length once: 12, 11, and 2 of 1, 2, 4, 8 and 16 pairs;
# 2 streams, 2 lengths both ways, 4 crowds, and 2 around each of 10 powers of
# two.
[[ $(cut -d, -f3 fat_tree.csv | sort | uniq -c | xargs) == \
    "2 both 11 combine 4 crowd 10 link 12 message 1 quantity 2 send 20 step \
2 stream" ]] ||
    complain "items: $(cut -d, -f3 fat_tree.csv | sort | uniq -c)"
# Several senders keep a receiver busy that is faster than one of them.
expect 0 "$quadrille" calibrate --machine cm5_smpi --output fast.yaml
near fast.yaml sender_free_us 45.8 1
near fast.yaml receiver_free_us 84.3 1
[[ $(grep ',stream,' fast.csv | cut -d, -f5,6 | sort | xargs) == '8,1 8,8' ]] ||
    complain "streams: $(grep ',stream,' fast.csv)"
# 16 messages in one link of the Paragon share the bandwidth of 9.43 nodes.
expect 0 "$quadrille" calibrate --machine paragon_16x32 --procs 64 \
    --output row.yaml
near row.yaml link_excess "$(number "$machines/paragon_16x32.yaml" \
    link_excess)" 1
says out 'k =     16        1.69'
[[ $(number row.yaml columns) == 32 && $(number row.yaml rows) == 16 ]] ||
    complain "row.yaml: not a mesh of 16 x 32"
# A tree of full bisection has no shared link to detect.
near fat_tree.yaml link_excess 16 0
says fat_tree.yaml 'link_excess      at least 16'
expect 0 "$quadrille" calibrate --machine fat_tree --procs 6 --output six.yaml
says out 'link_excess is not identified'
near six.yaml link_excess 3 0
cut -d, -f5 six.csv | sort -u | xargs | grep -qx '0 1 2 3 pairs' ||
    complain "6 ranks: pairs $(cut -d, -f5 six.csv | sort -u)"

mkdir again
expect 0 "$quadrille" calibrate --machine fat_tree --output again/fat_tree.yaml
for file in fat_tree.yaml fat_tree.csv; do
    cmp -s $file again/$file || complain "$file: not the same bytes again"
done
says fat_tree.yaml '# Written by `quadrille calibrate --machine fat_tree'
grep -qF "$(hostname)" fat_tree.yaml && complain 'fat_tree.yaml names the host'

# A calibrated machine is a machine, simulated as before.
mkdir -p tree/configs && cp -rL "$machines" tree/configs/
chmod -R u+w tree
cp fat_tree.yaml tree/configs/machines/calibrated_tree.yaml
for machine in fat_tree calibrated_tree; do
    expect 0 env QUADRILLE_ROOT="$PWD/tree" \
        QUADRILLE_BUILT_DIR="$QUADRILLE_BUILT" "$QUADRILLE_BUILT/quadrille" \
        bench --machine $machine --procs 4 --algorithm pex --bytes 64
    cut -d, -f1-26 out >$machine.bench
done
cmp -s fat_tree.bench calibrated_tree.bench ||
    complain "another time on calibrated_tree: $(<calibrated_tree.bench)"

# This machine: 7 launches, all samples kept, numbers above 0.
expect 0 "$quadrille" calibrate --procs 2 --samples 3 --output here.yaml
for key in alpha_us beta_ns gamma_ns link_excess; do
    says out "$key"
    awk -v a="$(number here.yaml $key)" 'BEGIN { exit !(a > 0 && a < 1e6) }' ||
        complain "here.yaml: $key is '$(number here.yaml $key)'"
done
num_samples=$((7 * (12 + 11 + 2 + 2 + 20 + 4) * 3))
[[ $(tail -n +2 here.csv | wc -l) == "$num_samples" ]] ||
    complain "here.csv: $(wc -l <here.csv) lines"
says here.yaml 'kind: local'
says here.yaml 'the samples of 7 launches are in here.csv'
# Each launch has its own order.
order() {
    awk -F, -v l="$1" '$1 == l && $7 == 1 { print $3 $4 $5 $6 }' here.csv
}
[[ $(order 1) != "$(order 2)" && $(order 1 | sort) == "$(order 2 | sort)" ]] ||
    complain 'launches 1 and 2 time in the same order'
# Network files: every key as the machine has it, and the library's reader reads
# what is written.
value() { awk -v key="$2" '$1 == key { print $2 }' "$1"; }
expect 0 "$quadrille" calibrate --machine fat_tree --network tree.network \
    --output tree.yaml
says out 'network: tree.network'
says out 'written: tree.yaml'
[[ -s tree.csv && ! -e tree.network.csv ]] || complain "samples: $(ls)"
for key in sender_free_us receiver_free_us; do
    near tree.yaml $key "$(number "$machines/fat_tree.yaml" $key)" 1
    [[ $(value tree.network $key) == "$(number tree.yaml $key)" ]] ||
        complain "tree.network and tree.yaml: $key differs"
done
for key in 'topology switched' 'duplex full' 'eager_bytes 0'; do
    grep -qx "$key" tree.network || complain "no $key: $(<tree.network)"
done
expect 0 "$quadrille" calibrate --machine fat_tree --network again/tree.network
tail -n +5 tree.network | cmp -s - <(tail -n +5 again/tree.network) ||
    complain "other bytes: $(<again/tree.network)"
expect 0 "$quadrille" calibrate --machine cm5_smpi --network cm5.network \
    --topology line
for key in 'duplex half' 'topology line'; do
    grep -qx "$key" cm5.network || complain "no $key: $(<cm5.network)"
done
expect 0 "$quadrille" calibrate --machine paragon_16x32 --network mesh.network
for key in 'topology mesh' 'rows 16' 'columns 32'; do
    grep -qx "$key" mesh.network || complain "no $key: $(<mesh.network)"
done
# A slower receiver does not make its sender less free.
mkdir -p slow/configs
cp -rL "$machines" slow/configs/
chmod -R u+w slow/configs
sed -i 's/^receive_overhead_us: .*/receive_overhead_us: 0.6/' \
    slow/configs/machines/software/rdma.yaml
expect 0 env QUADRILLE_ROOT="$PWD/slow" QUADRILLE_BUILT_DIR="$QUADRILLE_BUILT" \
    "$QUADRILLE_BUILT/quadrille" calibrate --machine fat_tree --procs 2 \
    --network slow.network
for pair in sender_free_us:1.2 receiver_free_us:0.95; do
    [[ $(value slow.network "${pair%:*}") == "${pair#*:}"* ]] ||
        complain "slow receiver, $pair: $(<slow.network)"
done
expect 0 "$quadrille" calibrate --procs 2 --samples 3 --network here.network
[[ -s here.network.csv ]] || complain 'no samples of here.network'
for file in tree cm5 mesh here; do
    expect 0 env QUADRILLE_NETWORK=$file.network "$quadrille" model bcast \
        --procs 32 --bytes 8 --lines 1
    says out "network: of $file.network"
done
rm here.network.csv
# A warning reports more ranks than processors.
if (($(nproc) < 8)); then
    expect 0 "$quadrille" calibrate --procs 8 --samples 1 --output shared.yaml
    says err '8 ranks share '
fi

# Refused commands write no file.
files() { find . -maxdepth 1 ! -name out ! -name err | sort; }
before=$(files)
refuse "machine 'lokal'; accepted: see configs/machines; nearest: local" \
    "$quadrille" calibrate --machine lokal --output new.yaml
refuse '--output: six.yaml exists; accepted: a file that does not exist' \
    "$quadrille" calibrate --output six.yaml
mv six.yaml kept.yaml
refuse '--output: six.csv exists' "$quadrille" calibrate --output six.yaml
mv kept.yaml six.yaml
refuse 'cluster is of kind slurm; accepted: in a job, for example salloc' \
    env -u SLURM_JOB_ID "$quadrille" calibrate --machine cluster \
    --output new.yaml
refuse '--topology: mesh, but the machine has no rows and columns; accepted: ' \
    "$quadrille" calibrate --topology mesh --network new.network
refuse "--topology: 'ring'; accepted: switched, mesh, line" "$quadrille" \
    calibrate --topology ring --network new.network
refuse '--network: here.network exists; accepted: a file that does not exist' \
    "$quadrille" calibrate --network here.network
refuse_each calibrate <<'END'
--procs: '1'; accepted: whole numbers 2 | --procs 1 --output new.yaml
--procs: 65; accepted on local: 2 to 64 | --procs 65 --output new.yaml
--samples: '0'; accepted: whole numbers 1 | --samples 0 --output new.yaml
--samples: '2.5'; accepted: whole numbers | --samples 2.5 --output new.yaml
--output: 'new'; accepted: file names that end in .yaml | --output new
--output: absent/: No such file | --output absent/new.yaml
unexpected argument 'x'; accepted: at most 0 | x
'--bytes'; accepted: --machine, --procs, --output, --network, --top | --bytes 8
--topology without --network; accepted: both | --topology line --output new.yaml
--network: absent/: No such file | --network absent/new.network
END
# A launch that fails, or prints anything but samples, writes no file either.
for fake in 'exit 3' 'echo hello'; do
    mkdir -p fake
    printf '#!/bin/sh\n%s\n' "$fake" >fake/mpirun
    chmod +x fake/mpirun
    expect 1 env PATH="$PWD/fake:$PATH" TMPDIR="$PWD/fake" "$quadrille" \
        calibrate --procs 2 --output new.yaml
    [[ $(head -n 1 err) == 'launch 1 of 7' && $(wc -l <err) == 2 ]] ||
        complain "$fake: $(<err)"
done
rm -rf fake
[[ $(files) == "$before" ]] || complain "a refusal left $(files)"
finish
