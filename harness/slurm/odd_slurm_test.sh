#!/usr/bin/env bash
# The real one-machine SLURM behind commands that misbehave as those of real
# sites do: variables that filter their answers, answers that are empty, cut or
# decorated, submissions whose answer is lost, and jobs that never run. No task
# may be submitted twice, left out, or waited for in vain.
source harness/testing/expect.sh
QUADRILLE_CLUSTER_DIR=$(mktemp -d /tmp/qc.XXXXXX) # sockets have short names
export QUADRILLE_CLUSTER_DIR SLURM_CONF=$QUADRILLE_CLUSTER_DIR/slurm.conf
trap '"$quadrille" cluster stop 2>/dev/null' EXIT
[[ $(id -u) == 0 ]] || skip_all 'the one-machine SLURM needs root'
if ! "$quadrille" cluster start 2>err; then
    ! grep -q 'not permitted' err || skip_all "$(<err)"
    complain "cluster start: $(<err)"
    exit 1
fi
squeue=$(command -v squeue)
sbatch=$(command -v sbatch)
scancel=$(command -v scancel)
mkdir front
export PATH=$PWD/front:$PATH

# front COMMAND: it is the script on stdin, in which $real is SLURM's.
front() {
    {
        printf '#!/usr/bin/env bash\nreal=%s\n' "${!1}"
        printf 'echo asked >>%q\n' "$PWD/$1.asked"
        cat
    } >"front/$1"
    chmod +x "front/$1"
    : >"$1.asked"
}
# A folder whose sweep is four tasks, two of them on two nodes.
fresh() {
    rm -f front/*
    folder=$1
    mkdir "$folder"
    sed -e 's/^max_procs: .*/max_procs: 8/; s/^  nodes: .*/  nodes: 2/' \
        -e 's/^  tasks_per_node: .*/  tasks_per_node: 4/' \
        -e 's/^  task_minutes: .*/  task_minutes: 0.0001/' \
        -e 's/^  silent_s: .*/  silent_s: 12/' \
        "$source_root/configs/machines/cluster.yaml" >"$folder/machine.yaml"
    sed -e 's/^procs: .*/procs: [2, 8]/' \
        -e 's/^algorithms: .*/algorithms: [ls, ps]/' \
        -e 's/^densities: .*/densities: [1]/; s/^bytes: .*/bytes: [64]/' \
        -e 's/^cells_per_launch: .*/cells_per_launch: 1/' \
        "$source_root/configs/sweeps/smoke.yaml" >"$folder/experiment.yaml"
}
# Those that run or wait, as SLURM itself knows them.
jobs() {
    "$squeue" -h --array -o '%i %K %T %Z' | grep "$PWD/$folder\$" |
        grep -v COMPLETING
}
# has NUMBER: requires so many jobs, and no task twice.
has() {
    jobs >now
    [[ $(wc -l <now) == "$1" && -z $(cut -d' ' -f2 now | sort | uniq -d) ]] ||
        complain "$folder: not $1 jobs: $(<now); $(<err)"
}
sweep() { "$quadrille" sweep "$1" "$folder" "${@:2}"; }
# Nothing starts until `unblock`.
block() {
    # Its comment has what separates the fields and records of squeue.
    blocker=$("$sbatch" --parsable -N4 --exclusive -D / -o /dev/null \
        --comment=$'a|b\nc:end ' --wrap 'sleep 600')
}
unblock() { "$scancel" "$blocker"; }
# whole: the sweep ends, with every cell VALID and what collects it.
whole() {
    expect 0 sweep status --wait
    says out '4/4 cells valid'
    [[ -s $folder/collected ]] || complain "$folder: not collected"
}

# The user's variables change what SLURM's commands do, but not for us. Of those
# that request, three are ours: where the machine has none of its own.
variables() {
    local variable
    fresh variables
    expect 0 env SBATCH_ARRAY_INX=0-3 SBATCH_TEST_ONLY=1 SBATCH_HOLD=1 \
        SBATCH_PARTITION=none "$quadrille" sweep submit "$folder"
    has 5
    for variable in STATES={RUNNING,COMPLETED,all} PARTITION=x NAMES=x \
        ACCOUNT=x QOS=x USERS=nobody FORMAT=%i CLUSTERS=x SORT=-i; do
        expect 0 env "SQUEUE_$variable" "$quadrille" sweep resume "$folder"
        says out 'nothing to submit'
        has 5
    done
    expect 0 env SLURM_CLUSTERS=x "$quadrille" sweep resume "$folder"
    refuse 'it still has 5 jobs' env SQUEUE_STATES=RUNNING "$quadrille" \
        sweep submit "$source_root/configs/sweeps/smoke.yaml" \
        --machine cluster --results "$folder" --restart
    expect 0 env SCANCEL_STATE=RUNNING SCANCEL_NAME=x SQUEUE_STATES=RUNNING \
        "$quadrille" sweep cancel "$folder"
    says out '5 jobs cancelled'
    has 0
    # Finished jobs, which SLURM shows for an hour, count as such.
    expect 1 timeout 20 env SQUEUE_STATES=all "$quadrille" sweep status \
        "$folder" --wait
    says out '0 running, 0 pending'
    sed -i '/^  partition:/d' "$folder/machine.yaml"
    export SBATCH_PARTITION=main SBATCH_ACCOUNT=mine SBATCH_QOS=
    expect 0 sweep plan
    says out 'partition         main, from SBATCH_PARTITION'
    says out 'account           mine, from SBATCH_ACCOUNT'
    expect 0 sweep submit --dry-run
    says out ' --partition=main --account=mine '
    unset SBATCH_PARTITION SBATCH_ACCOUNT SBATCH_QOS
}

# Answers of squeue that are not what was requested are retried and then an
# error, never "no jobs". Lines before the answer are harmless, and jobs of a
# hidden partition are seen.
answers() {
    local words
    fresh answers
    expect 0 sweep submit
    # shellcheck disable=SC2016 # of the script
    for words in ':' '"$real" "$@" | head -c -9' 'head -c 900 /dev/urandom' \
        '"$real" "$@" | sed "s/$/\r/"' '"$real" "$@" | tail -n +2' \
        '"$real" "${@/--array/--all}"' '"$real" "$@" | sed 2iWelcome' \
        'echo "quadrille:JOBID|"' 'exit 1'; do
        front squeue <<<"$words"
        expect 1 sweep submit
        says err 'so the jobs are not known: '
        [[ $(wc -l <squeue.asked) == 3 ]] || complain "asked: $(<squeue.asked)"
        has 5
    done
    expect 1 sweep cancel
    expect 1 sweep status
    says err 'so the jobs are not known: '
    has 5
    # shellcheck disable=SC2016 # of the script
    front squeue <<<'[[ " $* " == *" --all "* ]] || set -- --name=none "$@"
        (($(wc -l <'"$PWD"'/squeue.asked) % 2)) || exit 1
        echo Welcome; "$real" "$@"'
    expect 0 sweep submit
    says out 'nothing to submit'
    has 5
    expect 0 sweep cancel
    has 0
}

# What sbatch says does not decide what was submitted.
submissions() {
    local script lost='sbatch: error: Batch job submission failed: Socket timed'
    local first="[[ \" \$* \" == *--nodes=1\ * ]] || exec \$real \"\$@\""
    local -A scripts=(
        [lost]="\$real \"\$@\" >/dev/null; echo '$lost out' >&2; exit 1"
        [late]="$first; (sleep 4; \$real \"\$@\") >/dev/null 2>&1 &
            echo '$lost out' >&2; exit 1"
        [banner]="printf '%s\n' ----- Welcome 17 '--> ok'
            \$real \"\$@\" | sed 's/\$/;here/'; echo -----"
        [dumb]="\$real \"\$@\" >/dev/null"
        [wordy]="$first; \$real \"\$@\" | sed 's/^/Submitted batch job /'"
        [failing]="$first; \$real \"\$@\"; exit 1"
        [once]="$first; ((\$(wc -l <'$PWD/sbatch.asked') % 2)) ||
            exec \$real \"\$@\"; exit 1"
        [twice]="\$real \"\$@\"; \$real \"\$@\" >/dev/null"
    )
    for script in "${!scripts[@]}"; do
        fresh "$script"
        front sbatch <<<"${scripts[$script]}"
        expect 0 sweep submit
        [[ $script == twice ]] || has 5
        expect 0 sweep resume
        says out 'nothing to submit'
        has 5
        expect 0 sweep cancel
    done
    # Refused after the first array, and killed before the collecting job.
    for script in --nodes=2 -collect; do
        for words in "echo '${lost/Socket*/Job violates policy}' >&2; exit 1" \
            "kill -KILL \$PPID; exit"; do
            fresh "part$script.${words%% *}"
            # shellcheck disable=SC2016 # of the script
            front sbatch <<<'[[ " $* " != *'"$script"'\ * ]] || {
                '"$words"'; }; exec "$real" "$@"'
            sweep submit >out 2>err
            rm front/sbatch
            expect 0 sweep resume
            says out 'collected by job'
            has 5
            expect 0 sweep cancel
        done
    done
}

# So does what scancel says: squeue decides.
cancellations() {
    local failed='echo "scancel: error: Invalid job id specified" >&2; exit 1'
    fresh cancellations
    expect 0 sweep submit
    front scancel <<<"exit 0"
    expect 1 sweep cancel
    says err 'scancel leaves 5 jobs'
    front scancel <<<"((\$(wc -l <'$PWD/scancel.asked') % 2)) ||
        exec \$real \"\$@\"; $failed"
    expect 0 sweep cancel
    has 0
    rm front/scancel
    expect 0 sweep submit
    front scancel <<<"\$real \"\$@\"; $failed"
    expect 0 sweep cancel
    has 0
}

# fate STATE REASON WORDS: how `status` counts jobs that wait, if SLURM says
# this of them.
fate() {
    front squeue <<<"\$real \"\$@\" |
        sed -E 's/[|]PENDING[|][^|]*[|]/|$1|$2|/'"
    expect 1 sweep status
    says out "$3"
}
fates() {
    local word
    fresh fates
    expect 0 sweep submit
    for word in JobHeldUser JobHeldAdmin JobHoldMaxRequeue BadConstraints \
        'launch failed requeued held' DependencyNeverSatisfied \
        {Invalid,}{Account,QOS}{,NotAllowed} ReservationDeleted DeadLine \
        Partition{Inactive,TimeLimit,NodeLimit} QOSMinCpuNotSatisfied \
        AssocMaxWallDurationPerJobLimit; do
        [[ $word == *@(Invalid|NotAllowed)* || $word != @(Account|QOS) ]] ||
            continue
        fate PENDING "$word" '5 that will never run'
    done
    for word in SPECIAL_EXIT REQUEUE_HOLD RESV_DEL_HOLD; do
        fate $word None '5 that will never run'
    done
    for word in None Priority PartitionDown NodeDown BeginTime '(null)' \
        QOSMaxJobsPerUserLimit AssocGrpCPUMinutesLimit \
        'ReqNodeNotAvail, Reserved for maintenance'; do
        fate PENDING "$word" '0 running, 5 pending'
    done
    fate REQUEUED None '0 running, 5 pending'
    for word in CONFIGURING SUSPENDED SIGNALING STOPPED STAGE_OUT; do
        fate $word None '5 running, 0 pending'
    done
    for word in COMPLETED FAILED CANCELLED TIMEOUT NODE_FAIL PREEMPTED \
        OUT_OF_MEMORY BOOT_FAIL DEADLINE REVOKED; do
        fate $word None '0 running, 0 pending'
    done
    # Nobody waits for what is not known, and nothing is done to it.
    for word in 'PENDING NewReason' 'NEW_STATE None'; do
        # shellcheck disable=SC2086 # two words
        fate $word '5 of unknown state, left alone ('
        says out "${word% *}, ${word#* })"
        expect 1 timeout 20 "$quadrille" sweep status "$folder" --wait
        expect 0 sweep resume
        says err '5 jobs of unknown state are left alone'
        has 5
    done
    # COMPLETING for ever.
    fate COMPLETING None '4 running, 0 pending'
    expect 1 timeout 30 "$quadrille" sweep status "$folder" --wait
    # What will never run is replaced.
    fate PENDING JobHoldMaxRequeue '5 that will never run'
    cut -d' ' -f1 now | sort >before
    expect 0 sweep resume
    has 5
    [[ -z $(cut -d' ' -f1 now | sort | comm -12 - before) ]] ||
        complain "not replaced: $(<now)"
    rm front/squeue
    expect 0 sweep cancel
}

await() {
    for _ in $(seq 100); do
        ! jobs | grep -q "$1" || return
        sleep 0.2
    done
    complain "no job is $1: $(jobs)"
}
# Of a sweep that runs one task is held for ever and another cancelled. What
# `resume` submits runs after the others, one task at a time, and to the end.
limit() {
    local array
    fresh limit
    sed -i 's/^  setup:/&\n    - "sleep 2"/' "$folder/machine.yaml"
    expect 0 sweep submit
    array=$(sed -n '1s/.* as job //p' out)
    await "^${array}_0 .* RUNNING"
    "$scancel" "${array}_1"
    scontrol requeuehold state=SpecialExit "${array}_0"
    await "^${array}_0 .* SPECIAL_EXIT"
    expect 0 sweep resume
    has 5
    for _ in $(seq 300); do
        jobs | grep -v N/A >now || break
        [[ $(grep -c RUNNING now) -le 1 ]] || complain "at once: $(<now)"
        sleep 0.2
    done
    whole
    expect 0 sweep resume
    says out 'nothing to submit'
    rm "$folder/collected"
    expect 0 sweep resume
    says out 'collected by job'
    whole
}

# SLURM expands or breaks these in the paths of logs.
paths() {
    local name
    for name in $'a\nb' 'a%a' '%j' 'a\b' $'a\rb'; do
        refuse 'accepted: a path without %' "$quadrille" sweep submit \
            "$source_root/configs/sweeps/smoke.yaml" --machine cluster \
            --results "$name/r"
        [[ ! -e $name ]] || complain "written: $name"
    done
    mkdir 'in%a'
    refuse 'accepted: a path without %' env -C 'in%a' "$quadrille" sweep \
        submit "$source_root/configs/sweeps/smoke.yaml" --machine cluster \
        --results r
}

sections=(variables answers submissions cancellations fates paths unblock
    limit)
block
for section in "${sections[@]}"; do
    $section
    echo "$SECONDS s: $section"
done
finish
