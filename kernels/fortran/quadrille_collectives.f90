! kernels/fortran/quadrille_collectives.f90 -- plans of collectives on a vector.
submodule(quadrille:quadrille_c) quadrille_collectives
  use mpi, only: MPI_BYTE
  implicit none

  ! C's qdr_collective.
  enum, bind(C)
    enumerator :: QDR_BCAST = 2, QDR_SCATTER, QDR_GATHER, QDR_ALLGATHER, &
      QDR_REDUCE, QDR_ALLREDUCE, QDR_REDUCE_SCATTER
  end enum

  interface
    function c_plan_vector(plan, choice, collective, count, counts, datatype, &
        op, root, comm, error) bind(C, name='qdrf_plan_vector') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(c_int), value :: collective
      integer(int64), value :: count
      integer(int64), intent(in), optional :: counts(*)
      integer(c_int), value :: datatype
      integer(c_int), intent(in), optional :: op, root
      integer(c_int), value :: comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_vector
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
    status = c_plan_vector(plan%handle, &
      choice_of(strings, algorithm, options), collective, count, counts, &
      datatype, op, root, comm, line)
    call report(status, line, error)
  end subroutine make

  module procedure qdr_plan_bcast
    call make(plan, QDR_BCAST, bytes, MPI_BYTE, comm, status, error, &
      algorithm, options, root)
  end procedure qdr_plan_bcast

  module procedure qdr_plan_scatter
    call make(plan, QDR_SCATTER, count, datatype, comm, status, error, &
      algorithm, options, root, counts=counts)
  end procedure qdr_plan_scatter

  module procedure qdr_plan_gather
    call make(plan, QDR_GATHER, count, datatype, comm, status, error, &
      algorithm, options, root, counts=counts)
  end procedure qdr_plan_gather

  module procedure qdr_plan_allgather
    call make(plan, QDR_ALLGATHER, count, datatype, comm, status, error, &
      algorithm, options, counts=counts)
  end procedure qdr_plan_allgather

  module procedure qdr_plan_reduce
    call make(plan, QDR_REDUCE, count, datatype, comm, status, error, &
      algorithm, options, root, op)
  end procedure qdr_plan_reduce

  module procedure qdr_plan_allreduce
    call make(plan, QDR_ALLREDUCE, count, datatype, comm, status, error, &
      algorithm, options, op=op)
  end procedure qdr_plan_allreduce

  module procedure qdr_plan_reduce_scatter
    call make(plan, QDR_REDUCE_SCATTER, count, datatype, comm, status, error, &
      algorithm, options, op=op, counts=counts)
  end procedure qdr_plan_reduce_scatter
end submodule quadrille_collectives
