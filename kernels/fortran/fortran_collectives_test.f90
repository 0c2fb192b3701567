! kernels/fortran/fortran_collectives_test.f90 -- collectives in Fortran.
program fortran_collectives_test
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use fortran_checks
  implicit none

  call begin
  call test_rooted
  call test_combining
  call test_counts
  call end_all

contains

  ! 2 p - 1 numbers, so that parts differ; the last rank is the root.
  subroutine test_rooted
    logical :: all_of(2 * p - 1), back(2 * p - 1), part(2)
    integer(int64) :: count
    count = 2 * p - 1
    all_of = rank == p - 1
    call qdr_plan_bcast(plan, 4 * count, p - 1, comm, status, error, &
      'bcast_short')
    call run(all_of, all_of, 'bcast')
    call expect(all(all_of), 'a vector for all')
    all_of = rank == p - 1
    part = .false.
    call qdr_plan_scatter(plan, count, MPI_LOGICAL, p - 1, comm, status, error)
    call run(all_of, part, 'scatter')
    call expect(part(1), 'a part')
    back = .false.
    call qdr_plan_gather(plan, count, MPI_LOGICAL, p - 1, comm, status, error)
    call run(part, back, 'gather')
    call expect(all(back) .eqv. rank == p - 1, 'all at the root only')
    back = .false.
    call qdr_plan_allgather(plan, count, MPI_LOGICAL, comm, status, error)
    call run(part, back, 'allgather')
    call expect(all(back), 'all at every rank')
  end subroutine test_rooted

  subroutine test_combining
    real(real64) :: mine(2, p), total(2, p), part(2)
    integer(int64) :: count
    integer :: last, own, ierror
    external :: last_of
    count = size(mine)
    mine = rank + 1
    total = 0
    call qdr_plan_reduce(plan, count, MPI_DOUBLE_PRECISION, MPI_SUM, p - 1, &
      comm, status, error)
    call run(mine, total, 'reduce')
    if (rank == p - 1) call expect(all(nint(total) == p * (p + 1) / 2), 'sums')
    call qdr_plan_reduce_scatter(plan, count, MPI_DOUBLE_PRECISION, MPI_MAX, &
      comm, status, error)
    call run(mine, part, 'reduce_scatter')
    call expect(all(nint(part) == p), 'maxima of a part')
    call qdr_plan_allreduce(plan, count, MPI_DOUBLE_PRECISION, MPI_SUM, comm, &
      status, error)
    call run(MPI_IN_PLACE, mine, 'allreduce in place')
    call expect(all(nint(mine) == p * (p + 1) / 2), 'sums in place')
    ! An operator of the program that does not commute.
    own = rank
    call MPI_Op_create(last_of, .false., last, ierror)
    call qdr_plan_allreduce(plan, 1_int64, MPI_INTEGER, last, comm, status, &
      error)
    call run(MPI_IN_PLACE, own, 'allreduce with an own operator')
    call expect(own == p - 1, 'the number of the last rank')
    call MPI_Op_free(last, ierror)
  end subroutine test_combining

  ! Rank r has r numbers.
  subroutine test_counts
    integer(int64) :: counts(0:p - 1), count
    integer :: part(0:p - 1), all_of(p * (p - 1) / 2), ones(p * (p - 1) / 2)
    counts = ranks
    count = sum(counts)
    part = rank
    ones = 1
    all_of = untouched
    call qdr_plan_allgather(plan, count, MPI_INTEGER, comm, status, error, &
      counts=counts)
    call run(part, all_of, 'allgather with counts')
    call expect(sum(all_of) == sum(ranks**2), 'parts of all')
    call qdr_plan_gather(plan, count, MPI_INTEGER, 0, comm, status, error, &
      counts=counts)
    call run(part, all_of, 'gather with counts')
    part = untouched
    call qdr_plan_scatter(plan, count, MPI_INTEGER, 0, comm, status, error, &
      counts=counts)
    call run(all_of, part, 'scatter with counts')
    call expect(count_of(part, rank) == rank, 'a part of this length')
    part = untouched
    call qdr_plan_reduce_scatter(plan, count, MPI_INTEGER, MPI_SUM, comm, &
      status, error, counts=counts)
    call run(ones, part, 'reduce_scatter with counts')
    call expect(count_of(part, p) == rank, 'a part of the sums')
    call qdr_plan_free(plan)
  end subroutine test_counts

  pure integer function count_of(part, number)
    integer, intent(in) :: part(:), number
    count_of = count(part == number)
  end function count_of
end program fortran_collectives_test

! Of two numbers the later.
subroutine last_of(earlier, later, num_numbers, type)
  integer, intent(in) :: num_numbers, type
  integer, intent(in) :: earlier(num_numbers)
  integer, intent(inout) :: later(num_numbers)
  if (type == 0) later = earlier
end subroutine last_of
