#!/usr/bin/env bash
# A local sweep: every launch ends, every cell is valid, and a second run has
# nothing to do.
source harness/testing/expect.sh

config=$source_root/configs/sweeps/smoke.yaml
expect 0 "$quadrille" sweep plan "$config"
says out 'cells             60'
for _ in first second; do
    expect 0 "$quadrille" sweep run "$config" --results results
    says out '60 cells valid, 0 invalid, 0 missing'
done
[[ $(samples results | wc -l) -ge 600 ]] || complain 'samples are missing'
grep -q '"sources": "[0-9a-f]\{64\}"' results/launch-00000*.json ||
    complain 'no digest of the sources in the provenance'
finish
