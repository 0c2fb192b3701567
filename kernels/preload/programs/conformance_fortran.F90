! kernels/preload/programs/conformance_fortran.F90 -- MPI's collectives, called
! from Fortran.
!
! usage: mpirun -np P conformance_f, or conformance_f08, conformance_mpif
!
! One source for the three ways in which Fortran knows MPI: the build defines
! SCOPE (use mpi, use mpi_f08 or include 'mpif.h'; with -fimplicit-none, because
! they differ in where an IMPLICIT NONE stands), and the types DATATYPE and
! COMMUNICATOR of handles. Each call is made with and without MPI_IN_PLACE,
! from MPI_BOTTOM where data move, and with a type that has gaps. Rank 0 prints
! "N checks, 0 failed"; status 1 if one failed.
program conformance_fortran
  SCOPE
  integer, parameter :: n = 3, wide = selected_int_kind(15)
  integer :: ierror, world_rank, num_checks = 0, num_failed = 0
  integer :: counts(2), totals(2)
  COMMUNICATOR :: reversed

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, world_rank, ierror)
  call MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, reversed, ierror)
  call run(MPI_COMM_WORLD)
  call run(reversed)
  call run(MPI_COMM_SELF)
  call report_errors(reversed)
  call MPI_Comm_free(reversed, ierror)
  counts = [num_checks, num_failed]
  call PMPI_Reduce(counts, totals, 2, MPI_INTEGER, MPI_SUM, 0, &
                   MPI_COMM_WORLD, ierror)
  if (world_rank == 0) write (*, '(i0, a, i0, a)') totals(1), ' checks, ', &
    totals(2), ' failed'
  call MPI_Finalize(ierror)
  if (num_failed > 0) stop 1

contains

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    num_checks = num_checks + 1
    if (holds) return
    num_failed = num_failed + 1
    if (num_failed <= 10) write (0, '(a, i0, 2a)') 'FAILED at rank ', &
      world_rank, ': ', what
  end subroutine check

  integer function element(src, dst, i)
    integer, intent(in) :: src, dst, i
    element = mod(src * 7919 + dst * 1047 + i * 12997, 100003)
  end function element

  ! Whether blocks of n elements are those of all ranks for `dst`.
  logical function has_all(found, p, dst)
    integer, intent(in) :: found(n, 0:*), p, dst
    integer :: i, r
    has_all = .true.
    do r = 0, p - 1
      do i = 1, n
        has_all = has_all .and. found(i, r) == element(r, dst, i)
      end do
    end do
  end function has_all

  ! The blocks of a rank for all.
  subroutine fill(blocks, rank, p)
    integer, intent(out) :: blocks(n, 0:*)
    integer, intent(in) :: rank, p
    integer :: i, r
    do r = 0, p - 1
      do i = 1, n
        blocks(i, r) = element(rank, r, i)
      end do
    end do
  end subroutine fill

  subroutine run(comm)
    COMMUNICATOR, intent(in) :: comm
    integer :: rank, p, root
    call MPI_Comm_rank(comm, rank, ierror)
    call MPI_Comm_size(comm, p, ierror)
    call exchange(comm, rank, p)
    call exchange_from_bottom(comm, rank, p)
    call exchange_with_gaps(comm, rank, p)
    call exchange_on_ring(comm, rank, p)
    call gather_everywhere(comm, rank, p)
    call reduce_numbers(comm, rank, p)
    call reduce_other_types(comm, rank, p)
    do root = 0, p - 1
      call use_root(comm, rank, p, root)
    end do
  end subroutine run

  subroutine exchange(comm, rank, p)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p
    integer :: sent(n, 0:p - 1), found(n, 0:p - 1), r
    integer :: number(0:p - 1), places(0:p - 1), bytes(0:p - 1)
    DATATYPE :: types(0:p - 1)
    call fill(sent, rank, p)
    number = n
    types = MPI_INTEGER
    places = [(n * r, r=0, p - 1)]
    bytes = places * (storage_size(r) / 8)
    found = -1
    call MPI_Alltoall(sent, n, MPI_INTEGER, found, n, MPI_INTEGER, comm, &
                      ierror)
    call check(has_all(found, p, rank), 'alltoall')
    found = -1
    call MPI_Alltoallv(sent, number, places, MPI_INTEGER, found, number, &
                       places, MPI_INTEGER, comm, ierror)
    call check(has_all(found, p, rank), 'alltoallv')
    found = -1
    call MPI_Alltoallw(sent, number, bytes, types, found, number, bytes, &
                       types, comm, ierror)
    call check(has_all(found, p, rank), 'alltoallw')
    call fill(found, rank, p)
    call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, found, n, MPI_INTEGER, &
                      comm, ierror)
    call check(has_all(found, p, rank), 'alltoall in place')
    call fill(found, rank, p)
    call MPI_Alltoallv(MPI_IN_PLACE, number, places, MPI_INTEGER, found, &
                       number, places, MPI_INTEGER, comm, ierror)
    call check(has_all(found, p, rank), 'alltoallv in place')
    call fill(found, rank, p)
    call MPI_Alltoallw(MPI_IN_PLACE, number, bytes, types, found, number, &
                       bytes, types, comm, ierror)
    call check(has_all(found, p, rank), 'alltoallw in place')
  end subroutine exchange

  ! A type of p blocks at the address of an array.
  subroutine make_absolute(array, extent, type)
    integer, intent(in) :: array(*)
    integer(MPI_ADDRESS_KIND), intent(in) :: extent
    DATATYPE, intent(out) :: type
    DATATYPE :: fixed
    integer(MPI_ADDRESS_KIND) :: address
    call MPI_Get_address(array, address, ierror)
    call MPI_Type_create_hindexed(1, [n], [address], MPI_INTEGER, fixed, &
                                  ierror)
    call MPI_Type_create_resized(fixed, address, extent, type, ierror)
    call MPI_Type_commit(type, ierror)
    call MPI_Type_free(fixed, ierror)
  end subroutine make_absolute

  subroutine exchange_from_bottom(comm, rank, p)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p
    integer, asynchronous :: sent(n, 0:p - 1), found(n, 0:p - 1)
    integer :: number(0:p - 1), places(0:p - 1), r
    integer(MPI_ADDRESS_KIND) :: extent
    DATATYPE :: sent_type, found_type
    call fill(sent, rank, p)
    found = -1
    number = 1
    places = [(r, r=0, p - 1)]
    extent = n * storage_size(r) / 8
    call make_absolute(sent, extent, sent_type)
    call make_absolute(found, extent, found_type)
    call MPI_Alltoallv(MPI_BOTTOM, number, places, sent_type, MPI_BOTTOM, &
                       number, places, found_type, comm, ierror)
    call check(has_all(found, p, rank), 'alltoallv from MPI_BOTTOM')
    found = -1
    call MPI_Alltoall(MPI_BOTTOM, 1, sent_type, MPI_BOTTOM, 1, found_type, &
                      comm, ierror)
    call check(has_all(found, p, rank), 'alltoall from MPI_BOTTOM')
    found = -1
    sent(:, 0) = [(element(0, 0, r), r=1, n)]
    if (rank == 0) found(:, 0) = sent(:, 0)
    call MPI_Bcast(MPI_BOTTOM, 1, found_type, 0, comm, ierror)
    call check(all(found(:, 0) == sent(:, 0)), 'bcast from MPI_BOTTOM')
    call MPI_Type_free(sent_type, ierror)
    call MPI_Type_free(found_type, ierror)
  end subroutine exchange_from_bottom

  ! Rows of a matrix are strided in Fortran: the columns of the receiver.
  subroutine exchange_with_gaps(comm, rank, p)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p
    integer :: sent(0:p, n), found(n, 0:p - 1), i, r
    integer :: ones(0:p - 1), number(0:p - 1), rows(0:p - 1), places(0:p - 1)
    integer(MPI_ADDRESS_KIND) :: extent
    DATATYPE :: row, vector
    do i = 1, n
      sent(:, i) = [(element(rank, r, i), r=0, p)]
    end do
    found = -1
    ones = 1
    number = n
    rows = [(r, r=0, p - 1)]
    places = n * rows
    extent = storage_size(r) / 8
    call MPI_Type_vector(n, 1, p + 1, MPI_INTEGER, vector, ierror)
    call MPI_Type_create_resized(vector, 0_MPI_ADDRESS_KIND, extent, row, &
                                 ierror)
    call MPI_Type_commit(row, ierror)
    call MPI_Alltoallv(sent, ones, rows, row, found, number, places, &
                       MPI_INTEGER, comm, ierror)
    call check(has_all(found, p, rank), 'alltoallv of rows')
    found = -1
    call MPI_Alltoall(sent, 1, row, found, n, MPI_INTEGER, comm, ierror)
    call check(has_all(found, p, rank), 'alltoall of rows')
    call MPI_Type_free(vector, ierror)
    call MPI_Type_free(row, ierror)
  end subroutine exchange_with_gaps

  subroutine exchange_on_ring(comm, rank, p)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p
    COMMUNICATOR :: ring
    integer :: sent(n), found(n), i, from(1), to(1)
    from = modulo(rank - 1, p)
    to = modulo(rank + 1, p)
    call MPI_Dist_graph_create_adjacent(comm, 1, from, MPI_UNWEIGHTED, 1, to, &
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, &
                                        .false., ring, ierror)
    sent = [(element(rank, to(1), i), i=1, n)]
    found = -1
    call MPI_Neighbor_alltoallv(sent, [n], [0], MPI_INTEGER, found, [n], [0], &
                                MPI_INTEGER, ring, ierror)
    call check(all(found == [(element(from(1), rank, i), i=1, n)]), &
               'neighbor_alltoallv')
    call MPI_Comm_free(ring, ierror)
  end subroutine exchange_on_ring

  subroutine gather_everywhere(comm, rank, p)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p
    integer :: mine(n), found(n, 0:p - 1), i
    mine = [(element(rank, 0, i), i=1, n)]
    found = -1
    call MPI_Allgather(mine, n, MPI_INTEGER, found, n, MPI_INTEGER, comm, &
                       ierror)
    call check(has_all(found, p, 0), 'allgather')
    found = -1
    found(:, rank) = mine
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, found, n, MPI_INTEGER, &
                       comm, ierror)
    call check(has_all(found, p, 0), 'allgather in place')
  end subroutine gather_everywhere

  ! The sum of element i of all ranks' blocks for dst.
  integer function total(p, dst, i)
    integer, intent(in) :: p, dst, i
    integer :: r
    total = sum([(element(r, dst, i), r=0, p - 1)])
  end function total

  subroutine reduce_numbers(comm, rank, p)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p
    integer :: sent(n, 0:p - 1), found(n, 0:p - 1), number(0:p - 1), i
    integer :: expected(n)
    expected = [(total(p, rank, i), i=1, n)]
    number = n
    call fill(sent, rank, p)
    found = -1
    call MPI_Allreduce(sent, found, n * p, MPI_INTEGER, MPI_SUM, comm, ierror)
    call check(all(found(:, rank) == expected), 'allreduce')
    call fill(found, rank, p)
    call MPI_Allreduce(MPI_IN_PLACE, found, n * p, MPI_INTEGER, MPI_SUM, comm, &
                       ierror)
    call check(all(found(:, rank) == expected), 'allreduce in place')
    found = -1
    call MPI_Reduce_scatter(sent, found, number, MPI_INTEGER, MPI_SUM, comm, &
                            ierror)
    call check(all(found(:, 0) == expected), 'reduce_scatter')
    call fill(found, rank, p)
    call MPI_Reduce_scatter(MPI_IN_PLACE, found, number, MPI_INTEGER, &
                            MPI_SUM, comm, ierror)
    call check(all(found(:, 0) == expected), 'reduce_scatter in place')
    found = -1
    call MPI_Reduce_scatter_block(sent, found, n, MPI_INTEGER, MPI_SUM, comm, &
                                  ierror)
    call check(all(found(:, 0) == expected), 'reduce_scatter_block')
    call fill(found, rank, p)
    call MPI_Reduce_scatter_block(MPI_IN_PLACE, found, n, MPI_INTEGER, &
                                  MPI_SUM, comm, ierror)
    call check(all(found(:, 0) == expected), 'reduce_scatter_block in place')
  end subroutine reduce_numbers

  ! Types and operators that only Fortran has.
  subroutine reduce_other_types(comm, rank, p)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p
    logical :: truths(3), all_true(3)
    complex(kind(1d0)) :: z, sum_z
    integer(wide) :: large, largest
    integer :: pair(2), least(2)
    real :: single, sum_single
    truths = [.true., rank == 0, rank >= 0]
    call MPI_Allreduce(truths, all_true, 3, MPI_LOGICAL, MPI_LAND, comm, &
                       ierror)
    call check(all(all_true .eqv. [.true., p == 1, .true.]), 'logicals')
    z = cmplx(rank, -rank, kind(1d0))
    call MPI_Allreduce(z, sum_z, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, comm, ierror)
    call check(nint(real(sum_z)) == p * (p - 1) / 2 .and. &
               nint(aimag(sum_z)) == -p * (p - 1) / 2, 'complex numbers')
    large = 5000000000_wide + rank
    call MPI_Allreduce(large, largest, 1, MPI_INTEGER8, MPI_MAX, comm, ierror)
    call check(largest == 5000000000_wide + p - 1, 'integers of 8 bytes')
    pair = [mod(rank, 2), rank]
    call MPI_Allreduce(pair, least, 1, MPI_2INTEGER, MPI_MAXLOC, comm, ierror)
    call check(all(least == merge([0, 0], [1, 1], p == 1)), 'MAXLOC')
    single = real(rank)
    sum_single = -1
    call MPI_Reduce(single, sum_single, 1, MPI_REAL, MPI_SUM, p - 1, comm, &
                    ierror)
    call check(nint(sum_single) == merge(p * (p - 1) / 2, -1, rank == p - 1), &
               'real numbers')
  end subroutine reduce_other_types

  subroutine use_root(comm, rank, p, root)
    COMMUNICATOR, intent(in) :: comm
    integer, intent(in) :: rank, p, root
    integer :: all_blocks(n, 0:p - 1), mine(n), found(n), i, r
    character(5) :: word
    mine = merge([(element(root, 0, i), i=1, n)], -1, rank == root)
    call MPI_Bcast(mine, n, MPI_INTEGER, root, comm, ierror)
    call check(all(mine == [(element(root, 0, i), i=1, n)]), 'bcast')
    word = merge('right', 'wrong', rank == root)
    call MPI_Bcast(word, 5, MPI_CHARACTER, root, comm, ierror)
    call check(word == 'right', 'bcast of characters')
    mine = [(element(rank, root, i), i=1, n)]
    all_blocks = -1
    call MPI_Gather(mine, n, MPI_INTEGER, all_blocks, n, MPI_INTEGER, root, &
                    comm, ierror)
    call check(rank /= root .or. has_all(all_blocks, p, root), 'gather')
    call fill(all_blocks, root, p)
    call MPI_Scatter(all_blocks, n, MPI_INTEGER, found, n, MPI_INTEGER, root, &
                     comm, ierror)
    call check(all(found == [(element(root, rank, i), i=1, n)]), 'scatter')
    call MPI_Reduce(mine, found, n, MPI_INTEGER, MPI_SUM, root, comm, ierror)
    call check(rank /= root .or. &
               all(found == [(total(p, root, r), r=1, n)]), 'reduce')
    mine = [(element(rank, root, i), i=1, n)]
    all_blocks = -1
    all_blocks(:, rank) = mine
    if (rank == root) then
      call MPI_Gather(MPI_IN_PLACE, 0, MPI_INTEGER, all_blocks, n, &
                      MPI_INTEGER, root, comm, ierror)
    else
      call MPI_Gather(mine, n, MPI_INTEGER, all_blocks, 0, MPI_INTEGER, root, &
                      comm, ierror)
    end if
    call check(rank /= root .or. has_all(all_blocks, p, root), &
               'gather in place')
    call fill(all_blocks, root, p)
    found = [(element(root, rank, i), i=1, n)]
    if (rank == root) then
      call MPI_Scatter(all_blocks, n, MPI_INTEGER, MPI_IN_PLACE, 0, &
                       MPI_INTEGER, root, comm, ierror)
    else
      found = -1
      call MPI_Scatter(all_blocks, 0, MPI_INTEGER, found, n, MPI_INTEGER, &
                       root, comm, ierror)
    end if
    call check(all(found == [(element(root, rank, i), i=1, n)]), &
               'scatter in place')
    if (rank == root) then
      call MPI_Reduce(MPI_IN_PLACE, mine, n, MPI_INTEGER, MPI_SUM, root, &
                      comm, ierror)
    else
      call MPI_Reduce(mine, found, n, MPI_INTEGER, MPI_SUM, root, comm, ierror)
    end if
    call check(rank /= root .or. &
               all(mine == [(total(p, root, i), i=1, n)]), 'reduce in place')
  end subroutine use_root

  ! A wrong root comes back as an error code.
  subroutine report_errors(comm)
    COMMUNICATOR, intent(in) :: comm
    integer :: value(1), code, class, p
    call MPI_Comm_size(comm, p, ierror)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
    call MPI_Bcast(value, 1, MPI_INTEGER, p, comm, code)
    call MPI_Error_class(code, class, ierror)
    call check(class == MPI_ERR_ROOT, 'a wrong root')
  end subroutine report_errors
end program conformance_fortran
