! kernels/fortran/quadrille_collectives.f90 -- plans of alltoall, and of
! collectives on a vector. `bytes` and `count` are of the whole vector; counts,
! one a rank, are of its parts, and without them the parts are equal.
module quadrille_collectives
  use quadrille_c
  use mpi, only: MPI_BYTE
  implicit none
  private
  public :: qdr_plan_alltoall, qdr_plan_bcast, qdr_plan_scatter, &
    qdr_plan_gather, qdr_plan_allgather, qdr_plan_reduce, qdr_plan_allreduce, &
    qdr_plan_reduce_scatter

  ! C's qdr_collective.
  enum, bind(C)
    enumerator :: QDR_ALLTOALL = 0
    enumerator :: QDR_BCAST = 2, QDR_SCATTER, QDR_GATHER, QDR_ALLGATHER, &
      QDR_REDUCE, QDR_ALLREDUCE, QDR_REDUCE_SCATTER
  end enum

  interface
    function c_plan_collective(plan, choice, collective, count, counts, &
        datatype, op, root, comm, error) &
        bind(C, name='qdrf_plan_collective') result(status)
      import
      type(qdr_plan), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(c_int), value :: collective
      integer(int64), value :: count
      integer(int64), intent(in), optional :: counts(*)
      integer(c_int), value :: datatype
      integer(c_int), intent(in), optional :: op, root
      integer(c_int), value :: comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_collective
  end interface

contains

  subroutine make(plan, collective, count, datatype, comm, status, error, &
      algorithm, options, root, op, counts)
    type(qdr_plan), intent(inout) :: plan
    integer(c_int), intent(in) :: collective
    integer(int64), intent(in) :: count
    integer, intent(in) :: datatype, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    integer, intent(in), optional :: root, op
    integer(int64), intent(in), optional :: counts(*)
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_collective(plan, choice_of(strings, algorithm, options), &
      collective, count, counts, datatype, op, root, comm, line)
    call report(status, line, error)
  end subroutine make

  ! `bytes` of each block.
  subroutine qdr_plan_alltoall(plan, bytes, comm, status, error, &
      algorithm, options)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: bytes
    integer, intent(in) :: comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    call make(plan, QDR_ALLTOALL, bytes, MPI_BYTE, comm, status, error, &
      algorithm, options)
  end subroutine qdr_plan_alltoall

  subroutine qdr_plan_bcast(plan, bytes, root, comm, status, error, &
      algorithm, options)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: bytes
    integer, intent(in) :: root, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    call make(plan, QDR_BCAST, bytes, MPI_BYTE, comm, status, error, &
      algorithm, options, root)
  end subroutine qdr_plan_bcast

  subroutine qdr_plan_scatter(plan, count, datatype, root, comm, &
      status, error, algorithm, options, counts)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: count
    integer, intent(in) :: datatype, root, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    integer(int64), intent(in), optional :: counts(*)
    call make(plan, QDR_SCATTER, count, datatype, comm, status, error, &
      algorithm, options, root, counts=counts)
  end subroutine qdr_plan_scatter

  subroutine qdr_plan_gather(plan, count, datatype, root, comm, &
      status, error, algorithm, options, counts)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: count
    integer, intent(in) :: datatype, root, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    integer(int64), intent(in), optional :: counts(*)
    call make(plan, QDR_GATHER, count, datatype, comm, status, error, &
      algorithm, options, root, counts=counts)
  end subroutine qdr_plan_gather

  subroutine qdr_plan_allgather(plan, count, datatype, comm, status, &
      error, algorithm, options, counts)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: count
    integer, intent(in) :: datatype, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    integer(int64), intent(in), optional :: counts(*)
    call make(plan, QDR_ALLGATHER, count, datatype, comm, status, error, &
      algorithm, options, counts=counts)
  end subroutine qdr_plan_allgather

  subroutine qdr_plan_reduce(plan, count, datatype, op, root, comm, &
      status, error, algorithm, options)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: count
    integer, intent(in) :: datatype, op, root, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    call make(plan, QDR_REDUCE, count, datatype, comm, status, error, &
      algorithm, options, root, op)
  end subroutine qdr_plan_reduce

  subroutine qdr_plan_allreduce(plan, count, datatype, op, comm, &
      status, error, algorithm, options)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: count
    integer, intent(in) :: datatype, op, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    call make(plan, QDR_ALLREDUCE, count, datatype, comm, status, error, &
      algorithm, options, op=op)
  end subroutine qdr_plan_allreduce

  subroutine qdr_plan_reduce_scatter(plan, count, datatype, op, comm, &
      status, error, algorithm, options, counts)
    type(qdr_plan), intent(inout) :: plan
    integer(int64), intent(in) :: count
    integer, intent(in) :: datatype, op, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    integer(int64), intent(in), optional :: counts(*)
    call make(plan, QDR_REDUCE_SCATTER, count, datatype, comm, status, error, &
      algorithm, options, op=op, counts=counts)
  end subroutine qdr_plan_reduce_scatter
end module quadrille_collectives
