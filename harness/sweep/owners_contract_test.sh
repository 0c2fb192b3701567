#!/usr/bin/env bash
# Results of another user are read, and neither written nor executed; links in
# a results folder lead nowhere; R runs no .Rprofile of the current folder. Root
# runs all of it a second time as a user without privileges.
source harness/testing/small_sweep.sh
readonly NOBODY=65534
export HOME=$PWD
on=(--machine cm5_1992 --results)

# state FOLDER: names, owners, sizes and times of all files, and their bytes.
state() {
    find "$1" -printf '%p %u %m %s %T@ %i %l\n' | sort
    find "$1" -type f -exec sha256sum {} + | sort
}

# Another user may have put these here; without --vanilla R runs them.
echo "file.create('$PWD/executed')" >.Rprofile
echo "R_PROFILE_USER=$PWD/.Rprofile" >.Renviron

write_config small
expect 0 "${sweep[@]}" run small.yaml "${on[@]}" ours
# A sweep of a SLURM machine, whose commands are stand-ins.
mkdir fake jobs
printf '#!/bin/sh\necho "$*" >>%s/fake/called\necho 7\n' "$PWD" >fake/sbatch
printf '#!/bin/sh\necho "quadrille:JOBID|:end"\n' >fake/squeue
chmod +x fake/*
sed -e "/slurm_conf/d; /^  setup:/a\    - \"touch $PWD/executed\"" \
    "$source_root/configs/machines/cluster.yaml" >jobs/machine.yaml
grep -q executed jobs/machine.yaml || complain 'no setup'
sed 's/^name: .*/name: jobs/' small.yaml >jobs/experiment.yaml
with_slurm=(env PATH="$PWD/fake:$PATH")

# THEIRS: a folder that root has prepared for the run without privileges.
theirs=${THEIRS:-$PWD/theirs}
if [[ $(id -u) == 0 ]]; then
    cp -r ours theirs
    cp -r jobs theirs/jobs
    chown -R $NOBODY theirs
fi
if [[ -e $theirs ]]; then
    owner=$(stat -c %U "$theirs")
    [[ $owner != UNKNOWN ]] || owner="user $NOBODY"
    state "$theirs" >before
    ln -s "$theirs" reached
    for folder in "$theirs" reached; do
        for action in run resume collect; do
            refuse "$folder belongs to $owner; accepted: " \
                "${sweep[@]}" $action "$folder"
            refuse "belongs to $owner; accepted: " "${sweep[@]}" $action \
                small.yaml "${on[@]}" "$folder"
        done
    done
    refuse "belongs to $owner" "${sweep[@]}" run small.yaml "${on[@]}" \
        "$theirs" --restart
    for action in submit resume 'submit --dry-run'; do
        # shellcheck disable=SC2086 # an action with its option
        refuse "jobs belongs to $owner" "${with_slurm[@]}" "${sweep[@]}" \
            $action "$theirs/jobs"
    done
    [[ ! -e fake/called ]] || complain "sbatch $(<fake/called)"

    expect 0 "${sweep[@]}" status "$theirs"
    says out '32/32 cells valid'
    expect 1 "${with_slurm[@]}" "${sweep[@]}" status "$theirs/jobs"
    expect 0 "$quadrille" compare "$theirs" --baseline gs
    says err 'is not yours to write; the files go to figures-theirs'
    expect 0 "$quadrille" figures --results "$theirs"
    [[ -s figures-theirs/comparison.csv && -s figures-theirs/figure.svg ]] ||
        complain "no figures: $(ls figures-theirs)"
    expect 0 "$quadrille" figures --results "$theirs" --output made/here
    [[ -s made/here/summary.csv ]] || complain "made: $(ls made/here)"
    ! grep 'not yours' err || complain 'says where figures go'
    state "$theirs" >after
    cmp -s before after || complain "theirs: $(diff before after)"
else
    echo 'skipped: results of another user, which need root'
fi
# A user who is not root meets a folder of root.
[[ $(id -u) == 0 ]] || refuse '/usr/share belongs to root; accepted: ' \
    "${sweep[@]}" run small.yaml "${on[@]}" /usr/share

# A measurement waits for another user's, but not for ever.
if [[ $(id -u) == 0 ]]; then
    others=$(mktemp)
    chown $NOBODY "$others"
    setpriv --reuid=$NOBODY --clear-groups flock "$others" sleep 30 &
    sleep 0.5
    expect 0 env QUADRILLE_LOCK="$others" QUADRILLE_PATIENCE_S=1 "$quadrille" \
        bench --algorithm gs --procs 2
    grep -q '^quadrille: waiting for process [0-9]* of ' err ||
        complain "waiting: $(<err)"
    says err 'it has not ended; going on'
    kill $!
    rm "$others"
fi

# One file of another user in a folder of ours is enough.
if [[ $(id -u) == 0 ]]; then
    for name in machine.yaml definition.json; do
        chown $NOBODY "ours/$name"
        refuse "ours/$name belongs to " "${sweep[@]}" run small.yaml \
            "${on[@]}" ours
        chown 0 "ours/$name"
    done
fi

# Links in our folder: what a launch writes replaces them, and what defines a
# sweep is refused.
echo precious >victim
mkdir linked scratch
ln -s "$PWD/linked" scratch/path
for name in launch-0000{0..7}.{log,running,skipped,csv,json} batches; do
    ln -s ../victim "linked/$name"
done
ln victim linked/launch-00001.hard && mv linked/launch-00001.{hard,log}
mkfifo fifo && mv fifo linked/launch-00002.log
ln -sf ../created linked/launch-00003.log
expect 0 timeout 300 "${sweep[@]}" run small.yaml "${on[@]}" scratch/path
says out '32 cells valid, 0 invalid, 0 missing'
[[ $(<victim) == precious && ! -e created ]] || complain "victim: $(<victim)"
[[ $(samples linked | wc -l) == 33 ]] || complain "$(samples linked)"
for name in machine.yaml experiment.yaml definition.json; do
    mv "linked/$name" kept && ln -s ../kept "linked/$name"
    refuse "linked/$name" "${sweep[@]}" run small.yaml "${on[@]}" linked
    rm "linked/$name" && mv kept "linked/$name"
done
mkfifo fifo && mv linked/experiment.yaml kept && mv fifo linked/experiment.yaml
expect 0 timeout 30 "${sweep[@]}" status linked
says err 'linked/experiment.yaml was damaged; written anew'
cmp kept linked/experiment.yaml || complain 'not written anew'
mkdir elsewhere && ln -s ../elsewhere jobs/program
refuse 'jobs/program is a link' "${with_slurm[@]}" "${sweep[@]}" submit jobs
[[ -z $(ls elsewhere) ]] || complain "elsewhere: $(ls elsewhere)"
rm jobs/program

# A job and its collector, in our folder: logs, heartbeat, `collected`.
for name in task-00000.beat collected; do
    ln -s ../victim "jobs/$name"
done
mkdir jobs/logs && ln -s ../../victim jobs/logs/task-0.log
refuse 'jobs/logs/task-0.log is a link' "${with_slurm[@]}" "${sweep[@]}" \
    submit jobs
rm -r jobs/logs
cp .Rprofile .Renviron jobs
# What others can write is taken from them: also in a folder of a project, where
# all files are the group's.
chmod g+ws jobs
chmod g+w jobs/machine.yaml
umask 002
expect 0 "${with_slurm[@]}" "${sweep[@]}" submit jobs --figures
umask 022
says err 'others could write 2 of its files, such as '
[[ -z $(find jobs -perm /022 ! -type l) && $(stat -c %a jobs/logs) == *700 ]] ||
    complain "others may write: $(find jobs -perm /022 -ls)"
# run_job SCRIPT: as SLURM does, with the digest that was submitted.
run_job() {
    local digest
    digest=$(sed -nE "s|.* program/$1 ([0-9a-f]{64})$|\1|p" fake/called |
        tail -n 1)
    (cd jobs && SLURM_JOB_ID=7 SLURM_ARRAY_TASK_ID=0 timeout 60 bash \
        program/"$1" "$digest") >out 2>err
}
# A file that was changed meanwhile: nothing runs, and the line has its name.
for file in setup.sh bench; do
    cp "jobs/program/$file" kept
    chmod u+w "jobs/program/$file"
    echo "touch $PWD/executed" >>"jobs/program/$file"
    run_job job.sh && complain "$file: a changed file runs"
    says out "program/$file: FAILED"
    says err 'job.sh: files changed since they were submitted; nothing runs'
    cp kept "jobs/program/$file"
done
[[ ! -e executed ]] || complain 'a changed setup.sh was run'
for list in jobs/program/digests.*; do
    echo >>"$list"
done
run_job collect.sh && complain 'a changed list'
says err 'collect.sh: files changed since they were submitted'
for list in jobs/program/digests.*; do
    sed -i '$d' "$list"
done
run_job job.sh
[[ -e executed ]] || complain "the setup has not run: $(<err)"
rm -f executed
run_job collect.sh
[[ -f jobs/collected && ! -L jobs/collected ]] || complain "$(ls -l jobs)"
[[ $(<victim) == precious ]] || complain "victim: $(<victim)"

# Folders that cannot be written: one line, and no traceback of R.
if [[ $(id -u) != 0 ]]; then
    chmod 555 ours
    expect 0 "$quadrille" figures --results ours
    says err 'ours is not yours to write; the files go to figures-ours'
    mkdir -m 555 closed
    for command in "figures --results ours" "compare ours --baseline gs"; do
        # shellcheck disable=SC2086 # a command and its words
        refuse 'closed/new cannot be written; accepted: --output' \
            "$quadrille" $command --output closed/new
    done
    chmod 755 ours
elif mkdir small && mount -t tmpfs -o size=32k tmpfs small 2>mount.err; then
    # With room for the table, and for none.
    for name in figure.svg summary.csv; do
        expect 2 "$quadrille" figures --results ours --output small
        says err "cannot write small/$name: "
        ! grep -iE 'Execution halted|^Error' err || complain 'a traceback'
        head -c 64k /dev/zero >small/filler 2>/dev/null
    done
    umount small
else
    echo "skipped: a full file system: $(<mount.err)"
fi
expect 0 "$quadrille" compare ours --baseline gs
expect 0 "$quadrille" figures --results ours
[[ -s ours/comparison.csv && -s ours/figure.svg ]] || complain "$(ls ours)"

[[ ! -e executed ]] || complain 'a file of somebody else was executed'

if [[ $(id -u) == 0 ]]; then
    THEIRS=$(mktemp -d /tmp/quadrille-theirs.XXXXXX)
    cp -r ours jobs "$THEIRS"
    mv "$THEIRS/ours" "$THEIRS/theirs"
    mv "$THEIRS/jobs" "$THEIRS/theirs"
    chmod -R a+rX "$THEIRS"
    THEIRS=$THEIRS/theirs \
        without_privileges harness/sweep/owners_contract_test.sh
    rm -r "$THEIRS"
fi
finish
