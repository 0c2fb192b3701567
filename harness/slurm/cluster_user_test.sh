#!/usr/bin/env bash
# The one-machine SLURM for one user, as an account of a cluster has it: the
# user submits, watches, cancels, resumes and collects a sweep; another user can
# do nothing; a stop and a kill leave nothing.
source harness/testing/expect.sh
[[ $(id -u) == 0 ]] || skip_all 'the one-machine SLURM needs root'
user=nobody other=daemon
tree=$(mktemp -d /tmp/qc.XXXXXX) # short, and both can reach it
export QUADRILLE_CLUSTER_DIR=$tree/cluster
# shellcheck disable=SC2317 # called by trap
clean_up() {
    "$quadrille" cluster stop 2>/dev/null
    rm -r "$tree"
}
trap clean_up EXIT
cp -rL "$source_root" "$tree/source"
chmod -R a+rX "$tree"
for name in $user $other; do
    mkdir "$tree/$name" && chown "$name" "$tree/$name"
done
# as NAME COMMAND ...: runs it as that user, in a folder of theirs.
as() {
    env -C "$tree/$1" HOME="$tree/$1" QUADRILLE_BUILT="$tree/source/programs" \
        setpriv --reuid="$1" --regid="$(id -g "$1")" --init-groups "${@:2}"
}
theirs=$tree/source/quadrille

# Nothing is started, installed or left by a start with bad options.
refuse_each cluster <<'END'
start: --user has no value | start --user
'absent'; accepted: the name of a user of this machine | start --user absent
'65534'; accepted: the name | start --user 65534
'a;b'; accepted: the name | start --user a;b
'-x'; accepted: the name | start --user -x
'root': root may always use it | start --user root
--user is given twice | start --user nobody --user daemon
argument 'nobody'; accepted: --user NAME | start nobody
argument '--user'; accepted: none | stop --user nobody
END
refuse "\$'a\\nb'; accepted: the name" "$quadrille" cluster start --user $'a\nb'
refuse "''; accepted: the name" "$quadrille" cluster start --user ''
refuse 'start: not root' as $user "$theirs" cluster start --user $user
refuse 'stop: not root' as $user "$theirs" cluster stop
mkdir -m 700 hidden
refuse "$user cannot reach" env QUADRILLE_CLUSTER_DIR="$PWD/hidden/cluster" \
    "$quadrille" cluster start --user $user
[[ ! -e $QUADRILLE_CLUSTER_DIR && ! -e hidden/cluster ]] ||
    complain 'a refused start left files'

if ! (umask 077 && "$quadrille" cluster start --user $user) >out 2>err; then
    ! grep -q 'not permitted' err || skip_all "$(<err)"
    complain "cluster start: $(<err)"
    exit 1
fi
[[ $(<out) == "export SLURM_CONF=$QUADRILLE_CLUSTER_DIR/slurm.conf" ]] ||
    complain "not to be pasted: $(<out)"
eval "$(<out)"

# A sweep of four launches.
folder=$tree/$user/results
mkdir "$folder"
cp "$source_root/configs/machines/cluster.yaml" "$folder/machine.yaml"
sed -e 's/^algorithms: .*/algorithms: [ls, mpi_alltoallv]/' \
    -e 's/^densities: .*/densities: [1]/; s/^bytes: .*/bytes: [64]/' \
    -e 's/^cells_per_launch: .*/cells_per_launch: 1/' \
    "$source_root/configs/sweeps/smoke.yaml" >"$folder/experiment.yaml"
cp -r "$folder" "$tree/$other/results"
chown -R $user "$folder" && chown -R $other "$tree/$other/results"
sweep() { as $user "$theirs" sweep "$1" results "${@:2}"; }

# Another user cannot even see the queue.
refuse "SLURM is not for $other" as $other "$theirs" cluster status
expect 1 as $other sinfo
expect 1 as $other sbatch --wrap id
expect 1 as $other "$theirs" sweep submit results
says err 'so the jobs are not known: '
for file in munge.key munge.socket munged.log state state/slurmctld.log \
    state/slurmd.n1.log state/log; do
    [[ -e $QUADRILLE_CLUSTER_DIR/$file ]] || complain "there is no $file"
    ! as $other cat "$QUADRILLE_CLUSTER_DIR/$file" >/dev/null 2>&1 ||
        complain "$other reads $file"
done
! as $user cat "$QUADRILLE_CLUSTER_DIR/munge.key" >/dev/null 2>&1 ||
    complain "$user reads the key"
! as $user rm -f "$SLURM_CONF" 2>/dev/null || complain "$user writes there"

# The way of an account.
expect 0 as $user "$theirs" cluster status
[[ $(grep -c ' idle ' out) == 4 ]] || complain "nodes: $(<out)"
expect 0 sweep plan
expect 0 sweep submit
says out 'submitted '
expect 0 sweep cancel
says out ' jobs cancelled'
sweep status --wait >out 2>err # some may have ended
expect 0 sweep resume
expect 0 sweep status --wait
expect 0 sweep collect
says out ' cells valid, 0 invalid, 0 missing'
says "$folder/collected" ' cells valid'
expect 0 as $user "$theirs" results check results
[[ -z $(find "$folder" ! -user $user) ]] || complain 'files of others'
expect 0 as $user "$theirs" sweep resume results
says out 'nothing to submit'

# A job of two nodes, whose ranks would leave files when killed.
# The nodes' temporary files are of their own.
submit() {
    # shellcheck disable=SC2016 # of the job
    expect 0 as $user sbatch --parsable --nodes=2 --output=job.out \
        --wrap 'mpirun sh -c "echo started >>job.started; exec sleep 600"'
    for _ in $(seq 100); do
        [[ -e $tree/$user/job.started ]] && return
        sleep 0.1
    done
    complain "the job does not start: $(<"$tree/$user/job.out")"
}
# gone: within seconds nothing is left of SLURM and its jobs.
gone() {
    for _ in $(seq 100); do
        pgrep -u $user -f 'sleep 600' >left || pgrep \
            -f "$QUADRILLE_CLUSTER_DIR/" >left || break
        sleep 0.1
    done
    [[ ! -s left ]] || complain "left over: $(ps -p "$(paste -sd, left)")"
    find /tmp -maxdepth 1 -user $user -newer "$tree/before" >left
    [[ ! -s left ]] || complain "left over: $(<left)"
    rm -f "$tree/$user/job.started"
}
touch "$tree/before"
submit
expect 0 "$quadrille" cluster stop
gone
[[ ! -e $QUADRILLE_CLUSTER_DIR ]] || complain 'cluster stop left its folder'
refuse 'argument' "$quadrille" cluster stop now
expect 0 "$quadrille" cluster start --user $user
submit
read -r first _ <"$QUADRILLE_CLUSTER_DIR/pid"
kill -KILL "$first"
gone
# After the kill root starts one that is root's alone.
expect 0 "$quadrille" cluster start
expect 2 as $user "$theirs" cluster status
expect 1 as $user "$theirs" sweep status results
says err 'cannot be read: permission denied; accepted: root, or the NAME of '
mkdir -m 700 "$tree/foreign"
expect 1 as $user env SLURM_CONF="$tree/foreign/slurm.conf" "$theirs" \
    sweep status results
says err 'foreign/slurm.conf cannot be read: permission denied'
! grep -F 'accepted' err || complain "the cluster's advice on another's file"
finish
