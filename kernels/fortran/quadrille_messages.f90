! kernels/fortran/quadrille_messages.f90 -- plans of messages, and
! exchanges without a plan.
submodule(quadrille:quadrille_c) quadrille_messages
  implicit none

  integer(int64), parameter :: QDR_LEARN = -1

  interface
    function c_plan_blocks(plan, choice, num_sends, sends, num_receives, &
        receives, comm, error) bind(C, name='qdrf_plan_blocks') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: num_sends, num_receives
      type(qdr_block), intent(in) :: sends(*)
      type(qdr_block), intent(in), optional :: receives(*)
      integer(c_int), value :: comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_blocks

    function c_plan_alltoallv(plan, choice, send_counts, send_displacements, &
        send_type, receive_counts, receive_displacements, receive_type, comm, &
        error) bind(C, name='qdrf_plan_alltoallv') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(c_int), intent(in), optional :: send_counts(*)
      integer(c_int), intent(in), optional :: send_displacements(*)
      integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
      integer(c_int), intent(in), optional :: send_type
      integer(c_int), value :: receive_type, comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_alltoallv

    function c_plan_alltoallw(plan, choice, num_types, send_counts, &
        send_displacements, send_types, receive_counts, receive_displacements, &
        receive_types, comm, error) &
        bind(C, name='qdrf_plan_alltoallw') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(c_int), intent(in), optional :: send_counts(*)
      integer(c_int), intent(in), optional :: send_displacements(*)
      integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
      integer(c_int), intent(in), optional :: send_types(*)
      integer(c_int), intent(in) :: receive_types(*)
      integer(c_int), value :: num_types
      integer(c_int), value :: comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_alltoallw

    function c_plan_alltoall(plan, choice, bytes, comm, error) &
        bind(C, name='qdrf_plan_alltoall') result(status)
      import
      type(c_ptr), intent(inout) :: plan
      type(c_choice), intent(in) :: choice
      integer(int64), value :: bytes
      integer(c_int), value :: comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_alltoall

    function c_plan_update(plan, num_sends, sends, num_receives, receives, &
        error) bind(C, name='qdrf_plan_update') result(status)
      import
      type(c_ptr), value :: plan
      integer(int64), value :: num_sends, num_receives
      type(qdr_block), intent(in) :: sends(*)
      type(qdr_block), intent(in), optional :: receives(*)
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_update

    function c_plan_update_typed(plan, num_types, send_counts, &
        send_displacements, send_types, receive_counts, receive_displacements, &
        receive_types, error) &
        bind(C, name='qdrf_plan_update_typed') result(status)
      import
      type(c_ptr), value :: plan
      integer(c_int), intent(in), optional :: send_counts(*)
      integer(c_int), intent(in), optional :: send_displacements(*)
      integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
      integer(c_int), intent(in), optional :: send_types(*)
      integer(c_int), intent(in) :: receive_types(*)
      integer(c_int), value :: num_types
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_update_typed

    function c_exchange_blocks(send, num_sends, sends, receive, num_receives, &
        receives, comm, error) bind(C, name='qdrf_exchange_blocks') &
        result(status)
      import
      type(c_ptr), value :: send, receive
      integer(int64), value :: num_sends, num_receives
      type(qdr_block), intent(in) :: sends(*), receives(*)
      integer(c_int), value :: comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_exchange_blocks

    function c_exchange_blocks_unknown(send, num_sends, sends, receive, &
        receive_bytes, num_receives, receives, comm, error) &
        bind(C, name='qdrf_exchange_blocks_unknown') result(status)
      import
      type(c_ptr), value :: send, receive
      integer(int64), value :: num_sends, receive_bytes
      type(qdr_block), intent(in) :: sends(*)
      integer(int64), intent(inout) :: num_receives
      type(qdr_block), intent(inout) :: receives(*)
      integer(c_int), value :: comm
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_exchange_blocks_unknown
  end interface

contains

  pure integer(int64) function num_blocks(receives)
    type(qdr_block), intent(in), optional :: receives(:)
    num_blocks = QDR_LEARN
    if (present(receives)) num_blocks = size(receives, kind=int64)
  end function num_blocks

  module procedure qdr_plan_blocks
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_blocks(plan%handle, &
      choice_of(strings, algorithm, options), size(sends, kind=int64), sends, &
      num_blocks(receives), receives, comm, line)
    call report(status, line, error)
  end procedure qdr_plan_blocks

  module procedure qdr_plan_alltoallv
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_alltoallv(plan%handle, &
      choice_of(strings, algorithm, options), send_counts, send_displacements, &
      send_type, receive_counts, receive_displacements, receive_type, comm, &
      line)
    call report(status, line, error)
  end procedure qdr_plan_alltoallv

  module procedure qdr_plan_alltoallw
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_alltoallw(plan%handle, &
      choice_of(strings, algorithm, options), size(receive_types), &
      send_counts, send_displacements, send_types, receive_counts, &
      receive_displacements, receive_types, comm, line)
    call report(status, line, error)
  end procedure qdr_plan_alltoallw

  module procedure qdr_plan_alltoall
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_alltoall(plan%handle, &
      choice_of(strings, algorithm, options), bytes, comm, line)
    call report(status, line, error)
  end procedure qdr_plan_alltoall

  module procedure update_blocks
    type(c_error) :: line
    status = c_plan_update(plan%handle, size(sends, kind=int64), sends, &
      num_blocks(receives), receives, line)
    call report(status, line, error)
  end procedure update_blocks

  module procedure update_typed
    type(c_error) :: line
    status = c_plan_update_typed(plan%handle, size(receive_types), &
      send_counts, send_displacements, send_types, receive_counts, &
      receive_displacements, receive_types, line)
    call report(status, line, error)
  end procedure update_typed

  module procedure qdr_exchange_blocks
    type(buffer_addresses) :: at
    type(c_error) :: line
    call find_addresses(send, receive, at, status, error)
    if (status /= QDR_OK) return
    status = c_exchange_blocks(at%send, size(sends, kind=int64), sends, &
      at%receive, size(receives, kind=int64), receives, comm, line)
    call report(status, line, error)
  end procedure qdr_exchange_blocks

  module procedure qdr_exchange_blocks_unknown
    type(buffer_addresses) :: at
    type(c_error) :: line
    integer(int64) :: room
    call find_addresses(send, receive, at, status, error)
    if (status /= QDR_OK) return
    room = size(receives, kind=int64)
    status = c_exchange_blocks_unknown(at%send, size(sends, kind=int64), &
      sends, at%receive, receive_bytes, room, receives, comm, line)
    if (status == QDR_OK) num_receives = room
    call report(status, line, error)
  end procedure qdr_exchange_blocks_unknown
end submodule quadrille_messages
