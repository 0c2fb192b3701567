#!/usr/bin/env bash
# A table that is run again equals the frozen one; a changed machine is
# detected.
source harness/testing/expect.sh
# Without --vanilla R would run this file of the current folder.
echo 'file.create("executed")' >.Rprofile
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
refuse "verify: 'wang1993:9'; accepted: barnett1994:3 ponnusamy1992:11" \
    tree/quadrille verify wang1993:9
refuse "argument 'now'; accepted: PAPER:TABLE" \
    tree/quadrille verify wang1993:2 now
# A checkout that others own, or whose results are no folder.
touch tree/results
for words in 'verify wang1993:2' 'reproduce --only wang1993:2'; do
    # shellcheck disable=SC2086 # words
    refuse 'cannot be written; accepted: a checkout of your own' \
        tree/quadrille $words
done
rm tree/results
expect 0 tree/quadrille verify wang1993:2
says out 'everything that is deterministic came back the same'
grep -qE '^wang_table2/cm5_1993 +48 +48  the same$' out ||
    complain "$(cat out)"
sed -i -E 's/^(receive_overhead_us: ).*/\199/' \
    tree/configs/machines/software/cmmd3.yaml
expect 1 tree/quadrille verify wang1993:2
says out 'not verified: wang_table2/cm5_1993'
[[ ! -e executed ]] || complain 'R ran a .Rprofile of the current folder'
finish
