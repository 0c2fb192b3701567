! kernels/fortran/quadrille_collectives.f90 -- plans of collectives on a vector.
submodule(quadrille:quadrille_c) quadrille_collectives
  implicit none

  interface
    function c_plan_bcast(plan, choice, bytes, root, comm, error) &
        bind(C, name='qdrf_plan_bcast') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: bytes
      integer(c_int), value :: root, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_bcast

    function c_plan_scatter(plan, choice, count, counts, datatype, root, comm, &
        error) bind(C, name='qdrf_plan_scatter') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: count
      integer(int64), intent(in), optional :: counts(*)
      integer(c_int), value :: datatype, root, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_scatter

    function c_plan_gather(plan, choice, count, counts, datatype, root, comm, &
        error) bind(C, name='qdrf_plan_gather') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: count
      integer(int64), intent(in), optional :: counts(*)
      integer(c_int), value :: datatype, root, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_gather

    function c_plan_allgather(plan, choice, count, counts, datatype, comm, &
        error) bind(C, name='qdrf_plan_allgather') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: count
      integer(int64), intent(in), optional :: counts(*)
      integer(c_int), value :: datatype, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_allgather

    function c_plan_reduce(plan, choice, count, datatype, op, root, comm, &
        error) bind(C, name='qdrf_plan_reduce') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: count
      integer(c_int), value :: datatype, op, root, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_reduce

    function c_plan_allreduce(plan, choice, count, datatype, op, comm, error) &
        bind(C, name='qdrf_plan_allreduce') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: count
      integer(c_int), value :: datatype, op, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_allreduce

    function c_plan_reduce_scatter(plan, choice, count, counts, datatype, op, &
        comm, error) bind(C, name='qdrf_plan_reduce_scatter') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: count
      integer(int64), intent(in), optional :: counts(*)
      integer(c_int), value :: datatype, op, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_reduce_scatter
  end interface

contains

  module procedure qdr_plan_bcast
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_bcast(plan%handle, choice_of(strings, algorithm, options), &
      bytes, root, comm, line)
    call report(status, line, error)
  end procedure qdr_plan_bcast

  module procedure qdr_plan_scatter
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_scatter(plan%handle, &
      choice_of(strings, algorithm, options), count, counts, datatype, root, &
      comm, line)
    call report(status, line, error)
  end procedure qdr_plan_scatter

  module procedure qdr_plan_gather
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_gather(plan%handle, &
      choice_of(strings, algorithm, options), count, counts, datatype, root, &
      comm, line)
    call report(status, line, error)
  end procedure qdr_plan_gather

  module procedure qdr_plan_allgather
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_allgather(plan%handle, &
      choice_of(strings, algorithm, options), count, counts, datatype, comm, &
      line)
    call report(status, line, error)
  end procedure qdr_plan_allgather

  module procedure qdr_plan_reduce
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_reduce(plan%handle, &
      choice_of(strings, algorithm, options), count, datatype, op, root, comm, &
      line)
    call report(status, line, error)
  end procedure qdr_plan_reduce

  module procedure qdr_plan_allreduce
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_allreduce(plan%handle, &
      choice_of(strings, algorithm, options), count, datatype, op, comm, line)
    call report(status, line, error)
  end procedure qdr_plan_allreduce

  module procedure qdr_plan_reduce_scatter
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_reduce_scatter(plan%handle, &
      choice_of(strings, algorithm, options), count, counts, datatype, op, &
      comm, line)
    call report(status, line, error)
  end procedure qdr_plan_reduce_scatter
end submodule quadrille_collectives
