#!/usr/bin/env bash
# Kernels and executor use only the MPI calls of mpi_calls.txt and calls that
# cost no time on a machine. The message layer charges exactly the calls of
# mpi_calls.txt; a call may be listed before an algorithm uses it. Not checked:
# agreement.c, which only planning uses, and the files that simulated machines
# refuse or do not call (*_library*_engine.c, mpi_library/, receive vectors by
# probes, shared_memory/, one_sided_lock.c, poll_mpi.c).
set -euo pipefail
libraries=$1 layer=$2 list=kernels/executor/mpi_calls.txt
status=0
listed=$(grep -v '^#' $list | sort)
# Only plans whose execution failed use Cancel and Request_get_status. Only
# plans in MPI's types pack; none of them is measured on a simulated machine.
# SimGrid declares its MPI functions weak, so nm prints W for the layer's.
silent='^MPI_(Comm_|Group_|Cart_|Cartdim_get$|Topo_test$|Type_|Op_|Error_|Get_|'
silent+="Status_|Win_get_attr\$|Wtime\$|Initialized\$|Finalized\$|Cancel\$|"
silent+="Request_get_status\$|Errhandler_free\$|Pack\$|Pack_size\$|Unpack\$)"

exempt='^(agreement|one_sided_lock|poll_mpi'
for file in kernels/*/*_library*_engine.c kernels/mpi_library/*_engine.c \
    kernels/shared_memory/*_engine.c \
    kernels/receive_vector/*_{alltoall,messages,nbx,probe}_engine.c; do
    exempt+="|$(basename "$file" .c)"
done
exempt+=')[.]'

# Only archives list the calls of each object.
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
