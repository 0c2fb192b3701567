! kernels/fortran/fortran_checks.f90 -- shared by the tests of module quadrille.
module fortran_checks
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi
  use quadrille
  implicit none
  integer, parameter :: comm = MPI_COMM_WORLD
  integer, parameter :: untouched = -7
  integer :: rank, p, status, num_failed = 0
  integer, allocatable :: ranks(:)
  character(1024) :: error = ''
  type(qdr_plan) :: plan

contains

  subroutine begin
    integer :: ierror, r
    call MPI_Init(ierror)
    call MPI_Comm_rank(comm, rank, ierror)
    call MPI_Comm_size(comm, p, ierror)
    ranks = [(r, r=0, p - 1)]
  end subroutine begin

  subroutine end_all
    integer :: ierror
    call MPI_Allreduce(MPI_IN_PLACE, num_failed, 1, MPI_INTEGER, MPI_SUM, &
      comm, ierror)
    call MPI_Finalize(ierror)
    if (num_failed > 0) error stop
  end subroutine end_all

  subroutine expect(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what
    if (is_so) return
    num_failed = num_failed + 1
    write (error_unit, '(a, i0, 3a)') 'rank ', rank, ': ', what, &
      merge(': ' // error(:200), repeat(' ', 202), status /= QDR_OK)
  end subroutine expect

  ! Executes the plan, which the last call has made.
  subroutine execute(send, receive, what)
    type(*), dimension(..) :: send, receive
    character(*), intent(in) :: what
    call expect(status == QDR_OK, what // ' is planned')
    call qdr_plan_execute(plan, send, receive, status, error)
    call expect(status == QDR_OK, what // ' is executed')
  end subroutine execute

  subroutine run(send, receive, what)
    type(*), dimension(..) :: send, receive
    character(*), intent(in) :: what
    call execute(send, receive, what)
    call qdr_plan_free(plan)
  end subroutine run

  ! The last call failed with this kind of error and a line that has `words`.
  subroutine expect_error(kind, words)
    integer, intent(in) :: kind
    character(*), intent(in) :: words
    call expect(status == kind .and. index(error, words) > 0, &
      'an error with ''' // words // '''')
    error = ''
  end subroutine expect_error
end module fortran_checks
