#!/usr/bin/env bash
# How submit, resume, status and cancel handle SLURM's answers that are hard to
# produce with a real SLURM. Its commands are fakes, which print the file `jobs`
# and record their arguments.
source harness/testing/expect.sh

mkdir fake one
cat >fake/squeue <<'S'
#!/usr/bin/env bash
echo asked >>"$FAKE/asked"
sleep "$(cat "$FAKE/delay" 2>/dev/null || echo 0)"
left=$(cat "$FAKE/failures" 2>/dev/null || echo 0)
echo $((left - 1)) >"$FAKE/failures"
((left <= 0)) || { echo 'slurm_load_jobs error: Socket timed out' >&2; exit 1; }
echo 'quadrille:JOBID|ARRAY_TASK_ID|STATE|REASON|WORK_DIR|COMMENT:end'
cat "$FAKE/jobs"
S
cat >fake/sbatch <<'S'
#!/usr/bin/env bash
echo "$*" >>"$FAKE/submitted"
[[ ! -e $FAKE/hold ]] || sleep 3
[[ ! -e $FAKE/refuse || $* != *-collect* ]] || {
    echo 'sbatch: error: Batch job submission failed: Invalid job array' \
        'specification' >&2
    exit 1
}
echo $((100 + $(wc -l <"$FAKE/submitted")))
S
cat >fake/scancel <<'S'
#!/usr/bin/env bash
echo "$*" >>"$FAKE/cancelled"
printf 'quadrille:%s|\n' "${@:2}" | grep -vFf - "$FAKE/jobs" >"$FAKE/left"
mv "$FAKE/left" "$FAKE/jobs"
S
chmod +x fake/*
export FAKE=$PWD/fake PATH=$PWD/fake:$PATH
sed -e '/slurm_conf/d; s/^  nodes: .*/  nodes: 2/' \
    -e 's/^  tasks_per_node: .*/  tasks_per_node: 8/' \
    -e 's/^  silent_s: .*/  silent_s: 4/' \
    "$source_root/configs/machines/cluster.yaml" >one/machine.yaml
printf '  %s\n' 'reservation: mine' 'gres: "gpu:0"' 'cpus_per_task: 2' \
    'launcher_options: ["--mca", "btl", "self,vader,tcp"]' >>one/machine.yaml
sed 's/^procs: .*/procs: [4, 16]/' "$source_root/configs/sweeps/smoke.yaml" \
    >one/experiment.yaml

# again [JOB ...]: clears the records; the queue has these jobs.
again() {
    rm -f fake/{asked,submitted,cancelled,delay,failures,hold,refuse}
    touch fake/{submitted,cancelled}
    printf "quadrille:%s|$PWD/one|quadrille-1:end\n" "$@" >fake/jobs
    [[ $# != 0 ]] || : >fake/jobs
}
# untouched WHAT: no job was cancelled.
untouched() {
    [[ ! -s fake/cancelled ]] || complain "$1: $(<fake/cancelled)"
}

# --set changes the machine's section slurm; --dry-run writes no file.
again
expect 0 "$quadrille" sweep submit "$source_root/configs/sweeps/smoke.yaml" \
    --machine cluster --results never --dry-run \
    --set machine.slurm.slurm_conf=null --set machine.slurm.qos=late \
    --set seeds.count=1
says out ' --qos=late '
[[ ! -e never && ! -s fake/submitted ]] || complain 'a dry run wrote'
# It needs no SLURM.
expect 0 env SLURM_CONF=absent "$quadrille" sweep submit \
    "$source_root/configs/sweeps/smoke.yaml" --machine cluster --results never \
    --dry-run
says out 'sbatch '
says err 'absent does not exist'
refuse '--set machine.slurm.nodes: nodes: 0; accepted: numbers above 0' \
    "$quadrille" sweep submit "$source_root/configs/sweeps/smoke.yaml" \
    --machine cluster --results never --set machine.slurm.nodes=0

# squeue is retried if it fails once; an error reports one that does not answer.
again
echo 1 >fake/failures
expect 1 "$quadrille" sweep status one
[[ $(wc -l <fake/asked) == 2 && ! -s err ]] || complain "asked: $(<err)"
again
echo 9 >fake/failures
expect 1 "$quadrille" sweep submit one
says err 'so the jobs are not known: slurm_load_jobs error: Socket timed out'
[[ ! -s fake/submitted && ! -e one/.submit ]] || complain 'submitted blindly'
again
echo 4 >fake/delay
expect 1 "$quadrille" sweep status one
says err 'squeue does not answer yet'

# Tasks request the nodes of their launches, one array after the other.
again
expect 0 "$quadrille" sweep submit one
says fake/submitted '--nodes=1 --ntasks-per-node=8'
says fake/submitted '--reservation=mine --gres=gpu:0 --cpus-per-task=2'
grep -q -- '--dependency=afterany:101 .*--nodes=2 ' fake/submitted ||
    complain "second array: $(<fake/submitted)"
grep -q -- '--job-name=smoke-collect .*--dependency=afterany:102 ' \
    fake/submitted || complain "collector: $(<fake/submitted)"

# Of two at once one submits; the other reports it and fails.
again
touch fake/hold
"$quadrille" sweep submit one >first 2>&1 &
sleep 1.5
refuse 'another sweep is being submitted from this folder' \
    "$quadrille" sweep submit one
wait $!
[[ $(wc -l <fake/submitted) == 3 ]] || complain "twice: $(<fake/submitted)"

# An error reports a refused collecting job; the arrays stay.
again
touch fake/refuse
expect 1 "$quadrille" sweep submit one
says out 'as job 102'
says err 'the tasks are submitted, but SLURM refused the collecting job'
says err "the machine's max_tasks may be above SLURM's MaxArraySize"
untouched 'the array'

# Heartbeats count, not clocks: a task with and a task without. The first has a
# held job of earlier, too, which does not beat.
programs=$(stat -c '%i %n' one/program/*)
again '6_0|0|SPECIAL_EXIT|None' '7_0|0|RUNNING|None' '7_1|1|RUNNING|None'
echo 5 >one/task-00001.beat
for i in $(seq 60); do
    echo "$i" >one/task-00000.beat
    touch -d '1990-01-01' one/task-00000.beat
    sleep 0.5
done &
beats=$!
expect 0 timeout 25 "$quadrille" sweep resume one
kill $beats
[[ $(<fake/cancelled) == '--quiet 6_0 7_1' ]] ||
    complain "cancelled: $(<fake/cancelled)"
grep -q -- '--array=1' fake/submitted || complain "array: $(<fake/submitted)"
[[ $(stat -c '%i %n' one/program/*) == "$programs" ]] ||
    complain "replaced: $programs; $(stat -c '%i %n' one/program/*)"

# A task that cannot have a heartbeat is not silent.
again '7_0|0|SUSPENDED|None' '7_1|1|CONFIGURING|None' '7_2|2|COMPLETING|None'
expect 0 "$quadrille" sweep resume one
untouched 'what cannot beat'

# A job belongs to the sweep in its folder.
again '7_0|0|PENDING|Resources'
cp -rL "$QUADRILLE_BUILT" rebuilt
chmod -R u+w rebuilt
echo >>rebuilt/bench
refuse 'it still has 1 jobs; accepted: --restart after' \
    env QUADRILLE_BUILT="$PWD/rebuilt" "$quadrille" sweep submit \
    "$source_root/configs/sweeps/smoke.yaml" \
    --machine cluster --results one --restart \
    --set machine.slurm.slurm_conf=null
untouched 'a restart'

# Settings of the queue may change, but not which launches a task has while
# there are jobs.
again
two=("$quadrille" sweep submit "$source_root/configs/sweeps/smoke.yaml"
    --machine cluster --results two --set machine.slurm.slurm_conf=null)
expect 0 "${two[@]}"
echo "quadrille:7_0|0|PENDING|Resources|$PWD/two|quadrille-1:end" >fake/jobs
expect 0 "${two[@]}" --set machine.slurm.time_limit_minutes=77 \
    --set machine.slurm.partition=other
says two/machine.yaml 'time_limit_minutes: 77'
refuse 'it still has 1 jobs, whose tasks have other launches; accepted: ' \
    "${two[@]}" --set machine.slurm.max_tasks=1
untouched 'other tasks'
: >fake/jobs
expect 0 "${two[@]}" --set machine.slurm.max_tasks=1

# Two jobs of one task may start at once.
mkdir -p race/program
touch race/program/setup.sh
# shellcheck disable=SC2016 # of the script
printf '#!/bin/sh\necho "$SLURM_JOB_ID" >>began\n' >race/program/quadrille
chmod +x race/program/quadrille
list=$(cd race && sha256sum program/*)
digest=$(sha256sum <<<"$list" | cut -d' ' -f1)
echo "$list" >race/program/digests."$digest"
for i in $(seq 60); do
    env -C race SLURM_ARRAY_TASK_ID=3 SLURM_JOB_ID="$i" bash \
        ../one/program/job.sh "$digest" 2>>race/err &
done
wait
[[ $(wc -l <race/began) == 60 && ! -s race/err &&
    $(<race/task-00003.beat) -gt 0 && -z $(compgen -G 'race/*.beat.*') ]] ||
    complain "not all began: $(sort -u race/err)"

# cancel accepts any number of tasks.
readarray -t jobs < <(seq 0 2999 | sed 's/.*/9_&|&|PENDING|Priority/')
again "${jobs[@]}"
expect 0 "$quadrille" sweep cancel one
says out '3000 jobs cancelled'
[[ $(wc -l <fake/cancelled) == 3 && $(tr ' ' '\n' <fake/cancelled |
    sort -u | grep -c ^9_) == 3000 ]] || complain 'not all are cancelled'
finish
