! kernels/fortran/fortran_f08_test.f90 -- module quadrille with handles and
! addresses of mpi_f08.
program fortran_f08_test
  use, intrinsic :: iso_fortran_env, only: int64
  use mpi_f08
  use quadrille
  implicit none
  type(MPI_Comm) :: comm
  type(MPI_Datatype) :: absolute
  type(qdr_plan) :: plan
  integer :: rank, p, status, r
  integer, target, allocatable :: numbers(:), received(:)
  integer(MPI_ADDRESS_KIND) :: address

  call MPI_Init
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, p)
  numbers = [(rank, r=1, p)]
  allocate (received(p))

  call qdr_plan_allreduce(plan, int(p, int64), MPI_INTEGER%MPI_VAL, &
    MPI_SUM%MPI_VAL, comm%MPI_VAL, status)
  call execute_in_place
  if (any(numbers /= p * (p - 1) / 2)) error stop 'sums'

  numbers = rank
  call MPI_Get_address(numbers, address)
  call MPI_Type_create_hindexed(1, [1], [address], MPI_INTEGER, absolute)
  call MPI_Type_commit(absolute)
  call qdr_plan_alltoallw(plan, [(1, r=1, p)], [(0, r=1, p)], &
    [(absolute%MPI_VAL, r=1, p)], [(1, r=1, p)], [(4 * r, r=0, p - 1)], &
    [(MPI_INTEGER%MPI_VAL, r=1, p)], comm%MPI_VAL, status)
  if (status /= QDR_OK) error stop 'alltoallw is planned'
  call qdr_plan_execute(plan, MPI_BOTTOM, received, status)
  if (status /= QDR_OK) error stop 'alltoallw is executed'
  if (any(received /= [(r, r=0, p - 1)])) error stop 'ranks'
  call qdr_plan_free(plan)
  call MPI_Type_free(absolute)
  call MPI_Comm_free(comm)
  call MPI_Finalize

contains

  subroutine execute_in_place
    if (status /= QDR_OK) error stop 'allreduce is planned'
    call qdr_plan_execute(plan, MPI_IN_PLACE, numbers, status)
    if (status /= QDR_OK) error stop 'allreduce is executed'
    call qdr_plan_free(plan)
  end subroutine execute_in_place
end program fortran_f08_test
