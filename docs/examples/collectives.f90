! collectives.f90 -- every collective of the library, and an exchange whose
! counts change. docs/collectives.md says how to compile it.
program collectives
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  use mpi
  use quadrille
  implicit none
  integer(int64), parameter :: count = 1000
  integer, parameter :: comm = MPI_COMM_WORLD, real_type = MPI_DOUBLE_PRECISION
  real(real64) :: all(count), part(count), total(count)
  integer :: rank, p, ierror, status, i
  character(1024) :: error = ''
  type(qdr_plan) :: plan

  call MPI_Init(ierror)
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Comm_size(comm, p, ierror)
  all = merge([(i - 1, i=1, int(count))], -1, rank == 0)

  ! From rank 0 to everybody; bytes.
  call qdr_plan_bcast(plan, 8 * count, 0, comm, status, error)
  call run(all, all)
  ! Each rank's part, of about count / p numbers, from rank 0.
  call qdr_plan_scatter(plan, count, real_type, 0, comm, status, error)
  call run(all, part)
  ! The parts back to rank 0, and then to everybody.
  call qdr_plan_gather(plan, count, real_type, 0, comm, status, error)
  call run(part, total)
  call qdr_plan_allgather(plan, count, real_type, comm, status, error)
  call run(part, all)
  ! The sum of everybody's numbers: at rank 0, at everybody, in parts.
  call qdr_plan_reduce(plan, count, real_type, MPI_SUM, 0, comm, status, error)
  call run(all, total)
  call qdr_plan_allreduce(plan, count, real_type, MPI_MAX, comm, status, error)
  call run(MPI_IN_PLACE, all)
  call qdr_plan_reduce_scatter(plan, count, real_type, MPI_SUM, comm, status, &
    error)
  call run(all, part)
  if (rank == 0) print '(a, i0, a, i0)', 'the last number is ', &
    nint(all(count)), ', its sum over all ', nint(total(count))
  call collect
  call exchange
  call MPI_Finalize(ierror)

contains

  ! Executes the plan once and frees it.
  subroutine run(send, receive)
    type(*), dimension(..) :: send, receive
    call check
    call qdr_plan_execute(plan, send, receive, status, error)
    call check
    call qdr_plan_free(plan)
  end subroutine run

  subroutine check
    if (status == QDR_OK) return
    write (error_unit, '(a, i0, 2a)') 'rank ', rank, ': ', trim(error)
    call MPI_Abort(comm, 1, ierror)
  end subroutine check

  ! Parts of different lengths: rank r has r + 1 numbers.
  subroutine collect
    integer(int64) :: counts(0:p - 1)
    integer :: r
    if (p > 40) return
    counts = [(r + 1_int64, r=0, p - 1)]
    call qdr_plan_allgather(plan, sum(counts), real_type, comm, status, error, &
      counts=counts)
    call run(part, all)
    if (rank == 0) print '(a, i0, a)', 'all parts together have ', &
      sum(counts), ' numbers'
  end subroutine collect

  ! Every rank sends `r + step` numbers to rank r: the plan gets new counts in
  ! every step.
  subroutine exchange
    integer, dimension(0:p - 1) :: sends, send_places, receives, receive_places
    integer :: r, step, num_received
    if (p > 30) return
    num_received = 0
    do step = 1, 3
      sends = [(r + step, r=0, p - 1)]
      receives = rank + step
      send_places = [(sum(sends(:r - 1)), r=0, p - 1)]
      receive_places = [(r * (rank + step), r=0, p - 1)]
      if (step == 1) then
        call qdr_plan_alltoallv(plan, sends, send_places, real_type, receives, &
          receive_places, real_type, comm, status, error, 'scattered')
      else
        call qdr_plan_update(plan, sends, send_places, &
          [real_type], receives, receive_places, [real_type], status, error)
      end if
      call check
      call qdr_plan_execute(plan, all, part, status, error)
      call check
      num_received = num_received + sum(receives)
    end do
    call qdr_plan_free(plan)
    if (rank == 0) print '(a, i0, a)', 'rank 0 received ', num_received, &
      ' numbers in 3 steps'
  end subroutine exchange
end program collectives
