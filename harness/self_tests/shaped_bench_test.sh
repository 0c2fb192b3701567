#!/usr/bin/env bash
# `bench shaped` with one small part: it runs at both rates, and once; an
# interrupted one goes on.
source harness/testing/expect.sh
export QUADRILLE_ROOT=$source_root
bench=$source_root/harness/self_tests/shaped.sh
bench() { "$bench" --results "$PWD/made" "$@"; }
export QUADRILLE_SHAPED_PARTS=$PWD/parts.tsv QUADRILLE_SHAPED_LINKS=$PWD
settings='nodes=[4] bytes=[4096,65536] selectors=[default] seeds.count=1'
settings+=' launches=2 algorithms=[scattered,alltoallv_auto,mpi_alltoallv]'
# A part's variable of Open MPI holds, one of the user's does not.
settings+=' OMPI_MCA_btl_tcp_eager_limit=70000'
export OMPI_MCA_btl_tcp_sndbuf=123456
printf '%s\t%s\t%s\t%s\t%s\n' part links sweep auto settings \
    small base network_messages alltoallv_auto "$settings" \
    >parts.tsv
cat >base.yaml <<YAML
title: "4 nodes at 40 Mbit/s"
nodes: 4
ranks_per_node: 1
rate_mbit_s: 40
queue_bytes: 1000000
passed:
  - {processor: "$(sed -n '/^model name/ { s/^[^:]*: *//p; q }' \
    /proc/cpuinfo)", cores: $(nproc), ranks: 4, rate_mbit_s: 40}
YAML

# To calibrate takes minutes; a file that is there is not made again.
mkdir files
printf '%s\n' 'quadrille-network 1' 'alpha_us 100' 'beta_ns 200' 'gamma_ns 1' \
    'link_excess 1' 'topology switched' 'duplex full' 'eager_bytes 4000' \
    'sender_free_us 50' 'receiver_free_us 50' >files/base.network

refuse "part 'large'; accepted: small" bench large
refuse "arguments '--quick'; accepted: --results" bench --quick
if [[ $(id -u) != 0 ]]; then
    refuse 'not root; accepted: root' bench
    skip_all 'network namespaces need root'
fi
[[ ! -e made ]] || complain 'a refused bench left a folder'
cp -r files made
if ! bench --format csv >cells.csv 2>err; then
    ! grep -q 'not permitted\|no rate can be set' err || skip_all "$(<err)"
    complain "bench shaped: $(<err)"
fi
says err 'small_half, "4 nodes at 40 Mbit/s"'
says made/small_half/links.yaml 'rate_mbit_s: 20'
awk -F, "$by_name"'
    $at["drops"] == "" || $at["times_us"] !~ / / { bad++ }
    $at["run"] != "whole" { runs[$at["run"]]++; next }
    $at["launches"] != 2 || $at["growth"] < 1 { bad++ }
    $at["bytes"] == 65536 && $at["limited_by"] != "network" { bad++ }
    $at["bytes"] == 65536 && $at["time_us"] < $at["bound_us"] { bad++ }
    END { exit !(NR == 17 && runs["half"] == 6 && runs["file"] == 2 &&
                 !bad) }' cells.csv || complain "$(<cells.csv)"
grep -q 'btl_tcp_eager_limit.*70000' made/small/launch-*.json ||
    complain 'a variable of the part does not hold'
! grep -q btl_tcp_sndbuf made/small/launch-*.json ||
    complain 'a variable of the user holds'
expect 0 bench
[[ ! -s err ]] || complain "it ran again: $(<err)"
says out 'small, messages of 65536 bytes, bound '
says out ' in 2 cells, worst '
rm made/small_half/launch-00001-*
expect 0 bench small
says err 'small_half, '
finish
