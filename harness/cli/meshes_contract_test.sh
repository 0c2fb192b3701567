#!/usr/bin/env bash
# The contract of stored meshes and their partitions, which need xz and METIS.
source harness/testing/expect.sh

# A stored matrix, and a mesh that is partitioned again: both are symmetric.
airfoil=("$quadrille" pattern --workload airfoil --points 545)
for line in '--procs 32 --seed 8' '--procs 12 --seed 1 --partition recursive' \
    '--procs 7 --seed 1 --partition inertial --bytes 40'; do
    # shellcheck disable=SC2086 # options and their values
    expect 0 "${airfoil[@]}" --format csv $line
    [[ $(wc -l <out) -gt 20 ]] || complain "airfoil $line: $(<out)"
    diff <(tail -n +2 out | cut -d, -f1,2 | sort) \
        <(tail -n +2 out | awk -F, '{ print $2 "," $1 }' | sort) ||
        complain "airfoil $line: not symmetric"
done
refuse 'seed: 9; accepted: the mesh' "${airfoil[@]}" --procs 32 --seed 9
refuse "--partition: 'best'; accepted: strips, rcb" "${airfoil[@]}" --procs 32 \
    --seed 1 --partition best
refuse '1000 parts of 544 vertices, so that ranks have none; accepted: at mo' \
    "${airfoil[@]}" --procs 1000 --seed 1 --partition kway
finish
