#!/usr/bin/env bash
# A full disk is named with launch and file, and the sweep continues when there
# is room; what a killed mpirun leaves is removed by the next launch.
source harness/testing/small_sweep.sh
# Sockets in a session folder have short names.
short=$(mktemp -d /tmp/qdr.XXXXXX)
clean_up() {
    ! mountpoint -q full || umount full
    rm -rf "$short"
}
trap clean_up EXIT

write_config large repetitions 3000
sed -i 's/^algo.*/algorithms: [ls, gs]/; s/^procs:.*/procs: [2]/' large.yaml
run=("${sweep[@]}" run large.yaml --machine local --results)
mkdir full
if [[ $(id -u) == 0 ]] && mount -t tmpfs -o size=512k tmpfs full 2>err; then
    # The disk becomes full within a launch; then it is from the start.
    expect 1 "${run[@]}" full/results
    grep -q 'launch 0, 4 cells: .*launch-00000-.*: No space left on device' \
        err || complain "a full disk: $(<err)"
    rm full/results/launch-*.log
    head -c 512k /dev/zero >full/filler 2>/dev/null
    expect 1 "${run[@]}" full/results
    grep -q "launch 0 not started: $PWD/full/results/launch-00000-.*.log: No \
space left on device" err || complain "no room: $(<err)"
    rm full/filler
    mount -o remount,size=64m full
    expect 0 "${run[@]}" full/results
    says out '8 cells valid, 0 invalid, 0 missing'
else
    echo "skipped: a full file system, which needs root: $(cat err 2>&1)"
fi

write_config long repetitions 100000
sed -i 's/^algo.*/algorithms: [ls]/; s/^procs:.*/procs: [2]/
    s/count: 4/count: 1/' long.yaml
run=(env TMPDIR="$short" "${sweep[@]}" run long.yaml --machine local
    --results left)
"${run[@]}" >/dev/null 2>&1 &
for _ in $(seq 600); do
    compgen -G "$short/qdr-*/ompi.*/*" >/dev/null && break
    sleep 0.05
done
# mpirun cannot clean up, and neither can the stopped planner.
kill -STOP $!
kill -KILL "$(pgrep -P $!)"
kill -KILL $!
wait $! 2>/dev/null
flock -w 60 "$QUADRILLE_LOCK" true
[[ -n $(ls "$short") ]] || complain 'nothing was left over'
expect 0 "${run[@]}"
[[ -z $(ls "$short") ]] || complain "session folders: $(ls "$short")"

# smpirun copies the program: each launch has a folder for that, and none stays.
mkdir bin
cat >bin/smpirun <<SHELL
#!/usr/bin/env bash
echo "\$TMPDIR" >>"$PWD/folders"
exec $(command -v smpirun) "\$@"
SHELL
chmod +x bin/smpirun
write_config simulated procs '[4]'
expect 0 env TMPDIR="$short" PATH="$PWD/bin:$PATH" "${sweep[@]}" run \
    simulated.yaml --machine cm5_1992 --results simulated
[[ $(sort -u folders | grep -c "^$short/qdr-[^/]*$") == 4 &&
    $(wc -l <folders) == 4 ]] || complain "folders of 4 launches: $(<folders)"
[[ -z $(ls "$short") ]] || complain "smpirun's folders: $(ls "$short")"
finish
