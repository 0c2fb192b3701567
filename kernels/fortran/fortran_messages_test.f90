! kernels/fortran/fortran_messages_test.f90 -- plans of messages in Fortran.
program fortran_messages_test
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use fortran_checks
  implicit none

  call begin
  call test_blocks
  call test_alltoallv
  call test_derived_types
  call test_alltoallw
  call test_alltoall
  call test_without_a_plan
  call end_all

contains

  type(qdr_block) function block_of(peer, displacement, bytes)
    integer, intent(in) :: peer, displacement, bytes
    block_of = qdr_block(modulo(peer, p), int(displacement, int64), &
      int(bytes, int64))
  end function block_of

  ! To the right neighbour, then to the left.
  subroutine test_blocks
    type(qdr_plan_info) :: info
    type(qdr_block) :: blocks(2)
    integer :: got(2)
    got = untouched
    call qdr_plan_blocks(plan, [block_of(rank + 1, 0, 4)], comm=comm, &
      status=status, error=error)
    call execute(rank, got(1), 'a ring, learnt')
    call expect(got(1) == modulo(rank - 1, p), 'the left neighbour')
    call qdr_plan_get_info(plan, info, status, error)
    call expect(status == QDR_OK .and. info%receive_bytes == 4 .and. &
      info%algorithm /= '' .and. size(info%receives) == 1, 'info')
    call expect(info%receives(1)%peer == modulo(rank - 1, p), 'its source')
    call qdr_plan_update(plan, [block_of(rank - 1, 0, 4)], &
      [block_of(rank + 1, 4, 4)], status, error)
    call execute(rank, got, 'a ring to the left')
    call expect(got(2) == modulo(rank + 1, p), 'the right neighbour')
    call qdr_plan_free(plan)
    ! Every second element of an array of blocks, and no block at all.
    blocks = block_of(rank, 0, 4)
    call qdr_plan_blocks(plan, blocks(::2), blocks(::2), comm, status, error)
    call run(rank, got(1), 'a message to itself')
    call expect(got(1) == rank, 'the rank itself')
    call qdr_plan_blocks(plan, blocks(:0), blocks(:0), comm, status, error)
    call run([integer ::], [integer ::], 'no messages')
  end subroutine test_blocks

  ! Rank s sends one number to rank r, s * p + r, with gaps.
  subroutine test_alltoallv
    integer, dimension(0:p - 1) :: ones, received, both
    integer :: sent(0:2 * p - 1)
    ones = 1
    sent = untouched
    sent(::2) = rank * p + ranks
    call qdr_plan_alltoallv(plan, ones, 2 * ranks, MPI_INTEGER, ones, ranks, &
      MPI_INTEGER, comm, status, error, 'scattered')
    call execute(sent, received, 'alltoallv')
    call expect(all(received == ranks * p + rank), 'numbers of all')
    call qdr_plan_update(plan, ones, 2 * (p - 1 - ranks), &
      [MPI_INTEGER], ones, ranks, [MPI_INTEGER], status, error)
    call execute(sent, received, 'alltoallv in reverse')
    call expect(all(received == ranks * p + p - 1 - rank), 'numbers in reverse')
    call qdr_plan_free(plan)
    both = rank * p + ranks
    call qdr_plan_alltoallv(plan, receive_counts=ones, &
      receive_displacements=ranks, receive_type=MPI_INTEGER, comm=comm, &
      status=status, error=error)
    call run(MPI_IN_PLACE, both, 'alltoallv in place')
    call expect(all(both == ranks * p + rank), 'numbers in place')
    call qdr_plan_alltoallv(plan, ones, ranks, receive_counts=ones, &
      receive_displacements=ranks, receive_type=MPI_INTEGER, comm=comm, &
      status=status, error=error)
    call expect_error(QDR_ERROR_INPUT, 'MPI_DATATYPE_NULL')
  end subroutine test_alltoallv

  ! A matrix with a row for each rank; absolute addresses from MPI_BOTTOM.
  subroutine test_derived_types
    real(real64), target :: matrix(0:p - 1, 3), received(3, 0:p - 1)
    integer, dimension(0:p - 1) :: ones
    integer :: row, row_of, absolute, ierror, i, r
    integer(MPI_ADDRESS_KIND) :: address
    ones = 1
    matrix = reshape([(rank * 100 + i, i=0, 3 * p - 1)], [p, 3])
    call MPI_Type_vector(3, 1, p, MPI_DOUBLE_PRECISION, row, ierror)
    call MPI_Type_create_resized(row, 0_MPI_ADDRESS_KIND, &
      8_MPI_ADDRESS_KIND, row_of, ierror)
    call MPI_Type_commit(row_of, ierror)
    call qdr_plan_alltoallv(plan, ones, ranks, row_of, 3 * ones, 3 * ranks, &
      MPI_DOUBLE_PRECISION, comm, status, error)
    call run(matrix, received, 'rows of a matrix')
    call expect(all([(nint(received(:, i)) == [(100 * i + rank + p * r, &
      r=0, 2)], i=0, p - 1)]), 'rows')
    received = 0
    call MPI_Get_address(matrix, address, ierror)
    call MPI_Type_create_hindexed(1, [1], [address], row_of, absolute, ierror)
    call MPI_Type_commit(absolute, ierror)
    call qdr_plan_alltoallv(plan, ones, 0 * ones, absolute, 3 * ones, &
      3 * ranks, MPI_DOUBLE_PRECISION, comm, status, error)
    call run(MPI_BOTTOM, received, 'an absolute address')
    call expect(all([(nint(received(:, i)) == [(100 * i + p * r, r=0, 2)], &
      i=0, p - 1)]), 'the first row of all')
    call MPI_Type_free(absolute, ierror)
    call MPI_Type_free(row_of, ierror)
    call MPI_Type_free(row, ierror)
  end subroutine test_derived_types

  ! Numbers of 4 bytes from even ranks, and of 8 bytes from odd ones.
  subroutine test_alltoallw
    integer, dimension(0:p - 1) :: ones, from
    integer(int64) :: received(0:p - 1), large
    integer :: small, type, i
    ones = 1
    small = rank
    large = rank
    received = 0
    from = [(merge(MPI_INTEGER, MPI_INTEGER8, modulo(i, 2) == 0), i=0, p - 1)]
    type = from(rank)
    call qdr_plan_alltoallw(plan, ones, 0 * ones, type * ones, ones, &
      8 * ranks, from, comm, status, error)
    if (type == MPI_INTEGER) call execute(small, received, 'alltoallw')
    if (type /= MPI_INTEGER) call execute(large, received, 'alltoallw')
    call expect(all(received == ranks), 'numbers of two types')
    received = 0
    call qdr_plan_update(plan, ones, 0 * ones, MPI_INTEGER8 * ones, &
      ones, 8 * (p - 1 - ranks), MPI_INTEGER8 * ones, status, error)
    call execute(large, received, 'alltoallw in reverse')
    call expect(all(received == p - 1 - ranks), 'numbers in reverse')
    call qdr_plan_free(plan)
    received = rank
    call qdr_plan_alltoallw(plan, receive_counts=ones, &
      receive_displacements=8 * ranks, receive_types=MPI_INTEGER8 * ones, &
      comm=comm, status=status, error=error)
    call run(MPI_IN_PLACE, received, 'alltoallw in place')
    call expect(all(received == ranks), 'numbers in place')
  end subroutine test_alltoallw

  subroutine test_alltoall
    integer :: received(0:p - 1)
    call qdr_plan_alltoall(plan, 4_int64, comm, status, error, 'pex  ')
    call run(rank * p + ranks, received, 'alltoall')
    call expect(all(received == ranks * p + rank), 'blocks of all')
  end subroutine test_alltoall

  subroutine test_without_a_plan
    type(qdr_block) :: sends(0:p - 1), receives(0:p - 1)
    integer(int64) :: num_receives
    integer :: received(0:p - 1), r
    do r = 0, p - 1
      sends(r) = block_of(r, 0, 4)
      receives(r) = block_of(r, 4 * r, 4)
    end do
    call qdr_exchange_blocks(rank, sends, received, receives, comm, status, &
      error)
    call expect(status == QDR_OK .and. all(received == ranks), 'alltoallv')
    received = untouched
    receives = block_of(0, 0, 0)
    call qdr_exchange_blocks_unknown(rank, sends(rank:rank), received, &
      4_int64, num_receives, receives, comm, status, error)
    call expect(status == QDR_OK .and. num_receives == 1 .and. &
      receives(0)%peer == rank .and. received(0) == rank, 'unknown messages')
  end subroutine test_without_a_plan
end program fortran_messages_test
