#!/usr/bin/env bash
# Sweeps on the real one-machine SLURM: 60 cells through a job array, collected.
# Then faults: a rank, a batch script, slurmd, slurmctld or all of SLURM is
# killed, a cell hangs, a byte is damaged, or the file system is full; `resume`
# must complete the results. A fault that the machine does not permit is
# reported as skipped. Without --all, one fault of each kind: in a launch, in a
# job, in SLURM; sweep_faults_test has hanging and damaged cells.
source harness/testing/expect.sh
fault_injection=$source_root/harness/testing/fault_injection.so
cluster=$source_root/harness/slurm/cluster.sh
# Sockets have short names.
QUADRILLE_CLUSTER_DIR=$(mktemp -d /tmp/qc.XXXXXX)
export QUADRILLE_CLUSTER_DIR SLURM_CONF=$QUADRILLE_CLUSTER_DIR/slurm.conf
mounted=''
clean_up() {
    "$quadrille" cluster stop 2>/dev/null
    [[ -z $mounted ]] || umount "$mounted"
}
trap clean_up EXIT

if [[ $(id -u) != 0 ]]; then
    skip_all 'the one-machine SLURM needs root'
fi
# A small file system to fill, with room for two copies of the program. Daemons
# see only file systems that were mounted before they started.
mkdir full
if mount -t tmpfs -o size=16m tmpfs full 2>mount.err; then
    mounted=$PWD/full
fi
if ! "$quadrille" cluster start 2>err; then
    if grep -q 'not permitted' err; then
        skip_all "$(<err)"
    fi
    complain "cluster start: $(<err)"
    exit 1
fi
expect 0 "$quadrille" cluster status
[[ $(grep -c ' idle ' out) == 4 ]] || complain "nodes: $(<out)"
refuse 'is already running' "$quadrille" cluster start
refuse "'restart'; accepted: start, stop, status" "$quadrille" cluster restart

# A folder that others may have changed is not trusted, and no process is
# killed.
sleep 60 &
planted=$!
for mode in 700 777; do
    mkdir -p "foreign.$mode/cluster" && chmod $mode "foreign.$mode"
    echo "$planted 1" >"foreign.$mode/cluster/pid"
    chmod 700 "foreign.$mode/cluster"
    QUADRILLE_CLUSTER_DIR=$PWD/foreign.$mode/cluster "$quadrille" cluster stop \
        2>err
    kill -0 $planted || complain "cluster stop killed a pid that a file says"
done
says err 'is not trusted'
kill $planted
mkdir open
mkdir -m 777 shared && touch shared/slurm.conf
sed "s|slurm_conf: .*|slurm_conf: $PWD/shared/slurm.conf|" \
    "$source_root/configs/machines/cluster.yaml" >open/machine.yaml
cp "$source_root/configs/sweeps/smoke.yaml" open/experiment.yaml
for action in status submit cancel; do
    expect 2 env -u SLURM_CONF "$quadrille" sweep $action open
    says err 'shared/slurm.conf is not trusted: others may change '
done
sed -i 's|slurm_conf: .*|slurm_conf: /absent/slurm.conf|' open/machine.yaml
expect 1 env -u SLURM_CONF "$quadrille" sweep submit open
says err 'SLURM is not running: /absent/slurm.conf does not exist'

# sweep ACTION FOLDER [OPTION ...]: an action on the smoke sweep.
config=$source_root/configs/sweeps/smoke.yaml
sweep() {
    "$quadrille" sweep "$1" "$config" --machine cluster --results "$2" "${@:3}"
}
# whole FOLDER: requires every cell once, and VALID.
whole() {
    expect 0 sweep status "$1" --wait
    expect 0 sweep collect "$1"
    says out '60 cells valid, 0 invalid, 0 missing'
    samples "$1" >rows
    [[ $(tail -n +2 rows | cut -d, -f2 | sort -u | wc -l) == 60 ]] ||
        complain "$1: not 60 cells have samples"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        seen[$at["cell"], $at["replicate"], $at["repetition"]]++' rows >doubled
    [[ ! -s doubled ]] || complain "$1: doubled samples: $(head -n 3 doubled)"
}
# in_progress FOLDER: waits until one launch is complete and others are not.
in_progress() {
    for _ in $(seq 300); do
        [[ -e $(launch_file "$1" 1 json) ]] && return
        sleep 0.05
    done
    complain "$1: no launch is in progress"
}

# strike FOLDER WORDS: kills the processes of that name that work in the folder.
strike() {
    local id num_struck=0
    for id in $(pgrep -f "$2"); do
        if [[ $(readlink "/proc/$id/cwd") == "$PWD/$1" ]]; then
            kill -KILL "$id" && num_struck=$((num_struck + 1))
        fi
    done
    ((num_struck > 0)) || complain "$1: nothing to kill: $2"
}
# strike_daemon NAME [NODE]: kills a daemon of this SLURM.
strike_daemon() {
    pkill -KILL -f "^$1 -f $QUADRILLE_CLUSTER_DIR/slurm.conf${2:+ -N $2}" ||
        complain "no $* to kill"
}

# Refused submissions write no file.
refusals() {
    refuse 'machine local has no SLURM' "$quadrille" sweep submit "$config" \
        --machine local --results never
    refuse 'accepted: sweep submit' "$quadrille" sweep run "$config" \
        --machine cluster --results never
    expect 0 sweep submit never --dry-run
    says out 'sbatch --parsable --job-name=smoke'
    sed 's/^procs:.*/procs: [2, 32]/' "$config" >large.yaml
    refuse 'large.yaml:9: procs: 32; accepted on cluster: 1 to 16' \
        "$quadrille" sweep submit large.yaml --machine cluster --results never
    [[ ! -e never ]] || complain 'a refused submission wrote results'
}

# Undisturbed: an array, and a job that collects.
undisturbed() {
    expect 0 sweep submit quiet --figures
    says out 'submitted '
    expect 0 sweep submit quiet
    says out 'nothing to submit'
    whole quiet
    says quiet/collected '60 cells valid'
    [[ -s quiet/report.html && -s quiet/figure.svg &&
        $(wc -l <quiet/summary.csv) == 61 ]] ||
        complain "not drawn: $(<quiet/logs/collect.log)"

    expect 0 sweep resume quiet
    says out 'nothing to submit'
    sed 's/^repetitions:.*/repetitions: 11/' "$config" >changed.yaml
    refuse "another experiment.yaml (line 16: 'repetitions: 10" \
        "$quadrille" sweep submit changed.yaml --machine cluster --results quiet
    says err "now 'repetitions: 11'"
    # As if the program had been built again from other sources.
    cp -rL "$QUADRILLE_BUILT" rebuilt
    chmod -R u+w rebuilt
    echo >>rebuilt/bench
    refuse 'made with another program (bench' env \
        QUADRILLE_BUILT="$PWD/rebuilt" "$quadrille" sweep resume \
        "$config" --machine cluster --results quiet
    rm -r rebuilt
}

# A rank is killed, a cell hangs, a byte is damaged: these cells are INVALID
# with the reason, the others VALID; `resume` measures them again.
launches() {
    local folder
    declare -A reasons=([die]='signal 9' [hang]='launch cap'
        [flip]='data check')
    for folder in "$@"; do
        cp "$config" short.yaml
        [[ $folder != hang ]] ||
            sed -i 's/^launch_cap_s:.*/launch_cap_s: 20/' short.yaml
        config=$PWD/short.yaml
        touch token
        expect 0 env LD_PRELOAD="$fault_injection" QDR_FAULT="$folder" \
            QDR_FAULT_TOKEN="$PWD/token" "$quadrille" sweep submit "$config" \
            --machine cluster --results "$folder"
        expect 1 sweep status "$folder" --wait
        says out ' 0 missing'
        says out "${reasons[$folder]}"
        expect 0 sweep resume "$folder"
        whole "$folder"
        config=$source_root/configs/sweeps/smoke.yaml
    done
}

# Launched by srun, with a hanging cell: its job step ends, too.
srun() {
    mkdir srun
    cp "$config" srun/experiment.yaml
    sed -i 's/^launch_cap_s:.*/launch_cap_s: 20/' srun/experiment.yaml
    sed 's/launcher: .*/launcher: srun/' \
        "$source_root/configs/machines/cluster.yaml" >srun/machine.yaml
    touch token
    expect 0 env LD_PRELOAD="$fault_injection" QDR_FAULT=hang \
        QDR_FAULT_TOKEN="$PWD/token" "$quadrille" sweep submit srun
    expect 1 "$quadrille" sweep status srun --wait
    says out 'launch cap'
    expect 0 "$quadrille" sweep resume srun
    expect 0 "$quadrille" sweep status srun --wait
}

# settle FOLDER: waits for the sweep's end. On a busy machine a rank of Open MPI
# 4.1 that srun starts may get a message before it has left MPI_Init, and dies
# of it: mca_btl_tcp calls a function that is not set yet, so that the stack has
# no second frame. `resume` runs the launch again, as users do; other failures
# are left to the caller.
settle() {
    "$quadrille" sweep status "$1" --wait >out 2>err && return
    cat "$1"/launch-*.log >died 2>/dev/null
    cat died
    if grep -qF 'Failing at address: (nil)' died && ! grep -qF '[ 1]' died; then
        expect 0 "$quadrille" sweep resume "$1"
        "$quadrille" sweep status "$1" --wait >out 2>err
    fi
}

# Both launchers place ranks on hosts as the factors require; if options of the
# machine place them elsewhere, the cells are INVALID.
spanning() {
    local launcher
    for launcher in mpirun srun; do
        mkdir "span.$launcher"
        cat >"span.$launcher/experiment.yaml" <<'YAML'
name: span
workload: synthetic
algorithms: [gs, mpi_alltoallv]
nodes: [2, 4]
tasks_per_node: [2]
mappings: [block, cyclic]
densities: [1]
bytes: [64, 4096]
warmup: 1
repetitions: 5
launches: 1
seeds: {first: 1, count: 1}
order_seed: 1
cells_per_launch: 10
launch_cap_s: 60
YAML
        sed "s/launcher: .*/launcher: $launcher/" \
            "$source_root/configs/machines/cluster.yaml" \
            >"span.$launcher/machine.yaml"
        expect 0 "$quadrille" sweep submit "span.$launcher"
        settle "span.$launcher"
        expect 0 "$quadrille" sweep status "span.$launcher"
        says out '16/16 cells valid'
        samples "span.$launcher" >rows
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            { rows++ }
            $at["hosts"] != $at["nodes"] || $at["ranks_per_host"] != 2 { bad++ }
            END { exit !(rows == 80 && !bad) }' rows ||
            complain "$launcher: not on the requested nodes"
        # On as many nodes as may be, under the same conditions.
        [[ $(sed -n /conditions_sha256/p "span.$launcher"/launch-*.json |
            sort -u | wc -l) == 1 ]] || complain "$launcher: other conditions"
    done
    mkdir astray
    cp span.srun/experiment.yaml astray
    sed 's/launcher: .*/launcher: srun\
  launcher_options: ["--distribution=block"]/' \
        "$source_root/configs/machines/cluster.yaml" >astray/machine.yaml
    expect 0 "$quadrille" sweep submit astray
    settle astray
    expect 1 "$quadrille" sweep status astray
    says out '8/16 cells valid, 8 invalid'
    says out 'on host n1, which is not mapping cyclic'
}

# The batch script is killed.
batch_script() {
    expect 0 sweep submit script
    in_progress script
    strike script '^program/quadrille sweep task'
    expect 1 sweep status script --wait
    expect 0 sweep resume script
    whole script
}

# slurmd is killed, and comes back.
slurmd() {
    expect 0 sweep submit slurmd
    in_progress slurmd
    strike_daemon slurmd n1
    sleep 1
    expect 0 "$cluster" daemon slurmd n1
    sweep status slurmd --wait >out 2>err # held jobs do not keep it
    expect 0 sweep resume slurmd
    whole slurmd
}

# slurmctld is killed, too. It loses its last seconds: for it ended jobs still
# run, and it reuses numbers. A node that knows such a number refuses the job
# ("Duplicate jobid"), which is then held, so one more `resume` is needed.
slurmctld() {
    expect 0 sweep submit slurmctld
    in_progress slurmctld
    strike_daemon slurmctld
    sleep 1
    expect 0 "$cluster" daemon slurmctld
    for _ in $(seq 100); do
        "$quadrille" cluster status >/dev/null 2>&1 && break
        sleep 0.1
    done
    sweep status slurmctld --wait >out 2>err
    expect 0 sweep resume slurmctld
    for _ in 1 2; do
        sweep status slurmctld --wait >out 2>err && break
        says out '(resume '
        expect 0 sweep resume slurmctld
    done
    whole slurmctld
}

# The whole SLURM is killed, and another one started.
whole_slurm() {
    expect 0 sweep submit all
    in_progress all
    expect 0 "$quadrille" cluster stop
    ! pgrep -f "$QUADRILLE_CLUSTER_DIR/" >left || complain "left over: $(<left)"
    expect 1 sweep status all
    says out ' missing'
    says err 'SLURM is not running: '
    expect 1 sweep collect all
    expect 1 sweep resume all
    says err 'SLURM is not running: '
    expect 0 "$quadrille" cluster start
    expect 0 sweep resume all
    whole all
}

# Four launches of 16 cells over two and four nodes.
over_nodes() {
    mkdir "$1"
    cat >"$1/experiment.yaml" <<'YAML'
name: over_nodes
workload: synthetic
algorithms: [scattered, gs, edge_colouring, mpi_alltoallv]
nodes: [2, 4]
tasks_per_node: [2]
densities: [1]
bytes: [4096, 65536]
warmup: 1
repetitions: 20
launches: 2
seeds: {first: 1, count: 1}
order_seed: 1
cells_per_launch: 8
launch_cap_s: 120
YAML
    cp "$source_root/configs/machines/cluster.yaml" "$1/machine.yaml"
    expect 0 "$quadrille" sweep submit "$1"
    for _ in $(seq 300); do
        ! compgen -G "$1/launch-*.running" >/dev/null || return 0
        sleep 0.05
    done
    complain "$1: no launch is in progress"
}
# complete FOLDER: every sample of it, once.
complete() {
    "$quadrille" sweep status "$1" --wait >out 2>err
    expect 0 "$quadrille" sweep resume "$1"
    expect 0 "$quadrille" sweep status "$1" --wait
    samples "$1" >rows
    awk -F, "$by_name"'
        seen[$at["cell"], $at["replicate"], $at["repetition"]]++ { bad++ }
        $at["verified"] == 0 { bad++ }
        END { exit !(NR == 1 + 16 * 2 * 20 && !bad) }' rows ||
        complain "$1: $(wc -l <rows) rows"
}

# A node's link carries nothing for 10 s: TCP sends again, and SLURM waits.
link_cut() {
    over_nodes cut
    expect 0 "$quadrille" cluster exec n2 ip link set eth0 down
    sleep 10
    expect 0 "$quadrille" cluster exec n2 ip link set eth0 up
    complete cut
}

# Nor does the cable between this machine and the nodes: the queue cannot be
# read, and what runs there goes on.
login_cut() {
    local cable
    cable=quadrille$(cut -d. -f3 "$QUADRILLE_CLUSTER_DIR/network")
    over_nodes apart
    ip link set "$cable" down
    sleep 10
    ip link set "$cable" up
    ip address show dev "$cable" | grep -q 'inet ' ||
        complain 'the cable has no address'
    complete apart
}

# Cancelled, then resumed.
cancelled() {
    expect 0 sweep submit stopped
    in_progress stopped
    expect 0 sweep cancel stopped
    says out ' jobs cancelled'
    sweep status stopped --wait >out 2>err
    expect 0 sweep resume stopped
    whole stopped
}

# The file system is full.
full_disk() {
    if [[ -n $mounted ]]; then
        expect 0 sweep submit full/results
        in_progress full/results
        dd if=/dev/zero of=full/filler bs=4k 2>/dev/null
        sleep 1
        expect 1 sweep status full/results --wait
        rm full/filler
        expect 0 sweep resume full/results
        whole full/results
        expect 0 "$quadrille" cluster stop
        umount full && mounted=''
    else
        echo "skipped: the full file system: $(<mount.err)"
    fi
}

# 200 random commands from three shells: none hangs, and everything counts once.
random_commands() {
    local shell shells=() actions=(submit resume cancel status collect)
    for shell in 1 2 3; do
        (
            RANDOM=$shell
            for _ in $(seq 67); do
                timeout 120 "$quadrille" sweep "${actions[RANDOM % 5]}" \
                    "$config" --machine cluster --results crowd
                [[ $? != 124 ]] || touch hung
                sleep "0.$((RANDOM % 5))"
            done
        ) >/dev/null 2>&1 &
        shells+=($!)
    done
    wait "${shells[@]}"
    [[ ! -e hung ]] || complain 'a command hung'
    sweep status crowd --wait >out 2>err
    expect 0 sweep resume crowd
    whole crowd
}

sections=(refusals undisturbed spanning 'launches die' batch_script whole_slurm
    cancelled)
[[ ${1:-} != --all ]] ||
    sections+=('launches hang flip' srun random_commands link_cut login_cut
        slurmd slurmctld full_disk)
for section in "${sections[@]}"; do
    # shellcheck disable=SC2086 # a function and its words
    $section
    echo "$SECONDS s: $section"
done
finish
