! kernels/fortran/quadrille_messages.f90 -- plans of messages, and
! exchanges without a plan.
module quadrille_messages
  use quadrille_c
  implicit none

  private
  public :: qdr_plan_blocks, qdr_plan_alltoallv, qdr_plan_alltoallw
  public :: qdr_plan_update
  public :: qdr_exchange_blocks, qdr_exchange_blocks_unknown

  ! Other messages for a plan of the first three.
  interface qdr_plan_update
    procedure :: update_blocks, update_typed
  end interface qdr_plan_update

  integer(int64), parameter :: QDR_LEARN = -1
  integer(c_int), parameter :: ONE_TYPE = -1

  ! Without choice and comm the first two update the plan.
  interface
    function c_plan_blocks(plan, num_sends, sends, num_receives, receives, &
        error, choice, comm) bind(C, name='qdrf_plan_blocks') result(status)
      import
      type(qdr_plan), intent(inout) :: plan
      integer(int64), value :: num_sends, num_receives
      type(qdr_block), intent(in) :: sends(*)
      type(qdr_block), intent(in), optional :: receives(*)
      type(c_error), intent(inout) :: error
      type(c_choice), intent(in), optional :: choice
      integer(c_int), intent(in), optional :: comm
      integer(c_int) :: status
    end function c_plan_blocks

    ! num_types: ONE_TYPE for qdr_plan_alltoallv.
    function c_plan_typed(plan, num_types, send_counts, send_displacements, &
        send_types, receive_counts, receive_displacements, receive_types, &
        error, choice, comm) bind(C, name='qdrf_plan_typed') result(status)
      import
      type(qdr_plan), intent(inout) :: plan
      integer(c_int), value :: num_types
      integer(c_int), intent(in), optional :: send_counts(*)
      integer(c_int), intent(in), optional :: send_displacements(*)
      integer(c_int), intent(in), optional :: send_types(*)
      integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
      integer(c_int), intent(in) :: receive_types(*)
      type(c_error), intent(inout) :: error
      type(c_choice), intent(in), optional :: choice
      integer(c_int), intent(in), optional :: comm
      integer(c_int) :: status
    end function c_plan_typed

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

  ! Without receives they are learnt (QDR_LEARN).
  subroutine qdr_plan_blocks(plan, sends, receives, comm, status, &
      error, algorithm, options)
    type(qdr_plan), intent(inout) :: plan
    type(qdr_block), intent(in) :: sends(:)
    type(qdr_block), intent(in), optional :: receives(:)
    integer, intent(in) :: comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_blocks(plan, size(sends, kind=int64), sends, &
      num_blocks(receives), receives, line, &
      choice_of(strings, algorithm, options), comm)
    call report(status, line, error)
  end subroutine qdr_plan_blocks

  ! Counts and displacements in elements, one of each a rank. Without the
  ! three arguments of the sends: in place.
  subroutine qdr_plan_alltoallv(plan, send_counts, send_displacements, &
      send_type, receive_counts, receive_displacements, receive_type, comm, &
      status, error, algorithm, options)
    type(qdr_plan), intent(inout) :: plan
    integer(c_int), intent(in), optional :: send_counts(*)
    integer(c_int), intent(in), optional :: send_displacements(*)
    integer, intent(in), optional :: send_type
    integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
    integer, intent(in) :: receive_type, comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    integer(c_int), allocatable :: send_types(:)
    type(c_strings), target :: strings
    type(c_error) :: line
    if (present(send_type)) send_types = [send_type]
    status = c_plan_typed(plan, ONE_TYPE, send_counts, send_displacements, &
      send_types, receive_counts, receive_displacements, [receive_type], line, &
      choice_of(strings, algorithm, options), comm)
    call report(status, line, error)
  end subroutine qdr_plan_alltoallv

  ! As qdr_plan_alltoallv; one type a rank, displacements in bytes.
  subroutine qdr_plan_alltoallw(plan, send_counts, send_displacements, &
      send_types, receive_counts, receive_displacements, receive_types, comm, &
      status, error, algorithm, options)
    type(qdr_plan), intent(inout) :: plan
    integer(c_int), intent(in), optional :: send_counts(*)
    integer(c_int), intent(in), optional :: send_displacements(*)
    integer, intent(in), optional :: send_types(:)
    integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
    integer, intent(in) :: receive_types(:), comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    type(c_strings), target :: strings
    type(c_error) :: line
    status = c_plan_typed(plan, size(receive_types), send_counts, &
      send_displacements, send_types, receive_counts, receive_displacements, &
      receive_types, line, choice_of(strings, algorithm, options), comm)
    call report(status, line, error)
  end subroutine qdr_plan_alltoallw

  ! The updates take what their planning calls take.
  subroutine update_blocks(plan, sends, receives, status, error)
    type(qdr_plan), intent(in) :: plan
    type(qdr_block), intent(in) :: sends(:)
    type(qdr_block), intent(in), optional :: receives(:)
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    type(qdr_plan) :: same
    type(c_error) :: line
    same = plan
    status = c_plan_blocks(same, size(sends, kind=int64), sends, &
      num_blocks(receives), receives, line)
    call report(status, line, error)
  end subroutine update_blocks

  ! Types: one for a plan of qdr_plan_alltoallv, else one a rank.
  subroutine update_typed(plan, send_counts, send_displacements, send_types, &
      receive_counts, receive_displacements, receive_types, status, error)
    type(qdr_plan), intent(in) :: plan
    integer(c_int), intent(in), optional :: send_counts(*)
    integer(c_int), intent(in), optional :: send_displacements(*)
    integer, intent(in), optional :: send_types(:)
    integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
    integer, intent(in) :: receive_types(:)
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    type(qdr_plan) :: same
    type(c_error) :: line
    same = plan
    status = c_plan_typed(same, size(receive_types), send_counts, &
      send_displacements, send_types, receive_counts, receive_displacements, &
      receive_types, line)
    call report(status, line, error)
  end subroutine update_typed

  ! An exchange without a plan.
  subroutine qdr_exchange_blocks(send, sends, receive, receives, &
      comm, status, error)
    type(*), dimension(..), target, asynchronous :: send, receive
    type(qdr_block), intent(in) :: sends(:), receives(:)
    integer, intent(in) :: comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    type(buffer_addresses) :: at
    type(c_error) :: line
    call find_addresses(send, receive, at, status, error)
    if (status /= QDR_OK) return
    status = c_exchange_blocks(at%send, size(sends, kind=int64), sends, &
      at%receive, size(receives, kind=int64), receives, comm, line)
    call report(status, line, error)
  end subroutine qdr_exchange_blocks

  ! The first num_receives of receives are found out.
  subroutine qdr_exchange_blocks_unknown(send, sends, receive, &
      receive_bytes, num_receives, receives, comm, status, error)
    type(*), dimension(..), target, asynchronous :: send, receive
    type(qdr_block), intent(in) :: sends(:)
    integer(int64), intent(in) :: receive_bytes
    integer(int64), intent(inout) :: num_receives
    type(qdr_block), intent(inout) :: receives(:)
    integer, intent(in) :: comm
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
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
  end subroutine qdr_exchange_blocks_unknown
end module quadrille_messages
