#!/usr/bin/env bash
# Kernels and executor use MPI calls of mpi_calls.txt, and calls that cost a
# machine nothing; the message layer charges exactly those of mpi_calls.txt, one
# of which may be listed before an algorithm uses it. Simulated machines refuse
# the MPI library's own collectives, in the files named *_library*_engine.c,
# mpi_library/, the receive vectors by probes and one_sided_lock.c; agreement.c
# serves planning.
set -euo pipefail
libraries=$1 layer=$2 list=kernels/executor/mpi_calls.txt
status=0
listed=$(grep -v '^#' $list | sort)
# Cancel and Request_get_status serve plans whose execution failed.
# SimGrid declares its MPI functions weak, so the layer's are W.
silent='^MPI_(Comm_|Group_|Cart_|Cartdim_get$|Topo_test$|Type_|Op_|Error_|Get_|'
silent+="Status_|Win_get_attr\$|Wtime\$|Initialized\$|Finalized\$|Cancel\$|"
silent+="Request_get_status\$)"

exempt='^(agreement|one_sided_lock'
for file in kernels/*/*_library*_engine.c kernels/mpi_library/*_engine.c \
    kernels/receive_vector/*_{alltoall,messages,nbx,probe}_engine.c; do
    exempt+="|$(basename "$file" .c)"
done
exempt+=')[.]'

# Only an archive shows the calls of each object.
used=$(for library in $libraries; do
    [[ $library != *.a ]] || nm -u "$library"
done |
    awk -v exempt="$exempt" '/:$/ { is_exempt = $0 ~ exempt }
        !is_exempt && $2 ~ /^MPI_/ { print $2 }' | sort -u | grep -vE "$silent")
[[ -n $used ]] || { echo "no MPI call found in $libraries" && exit 1; }
charged=$(for library in $layer; do nm --defined-only "$library"; done |
    awk '$2 ~ /^[TW]$/ && $3 ~ /^MPI_/ { print $3 }' | sort -u |
    grep -vE '^MPI_(Init|Finalize)$')

unlisted=$(comm -13 <(echo "$listed") <(echo "$used"))
[[ -z $unlisted ]] ||
    { echo "used, but not in $list: $unlisted" && status=1; }
diff <(echo "$listed") <(echo "$charged") ||
    { echo "left: $list; right: what the layer charges" && status=1; }
exit $status
