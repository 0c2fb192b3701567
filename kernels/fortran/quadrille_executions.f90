! kernels/fortran/quadrille_executions.f90 -- what all plans do.
module quadrille_executions
  use quadrille_c
  implicit none
  private
  public :: qdr_plan_get_info, qdr_plan_execute, qdr_plan_start, &
    qdr_plan_wait, qdr_plan_free

  ! C's qdr_plan_info.
  type, bind(C) :: c_plan_info
    integer(c_size_t) :: size
    type(c_ptr) :: algorithm
    integer(int64) :: send_bytes, receive_bytes, send_begin, receive_begin
    integer(int64) :: num_sends, num_receives
    type(c_ptr) :: sends, receives
    integer(c_int) :: can_start, reserved
  end type c_plan_info

  interface
    function c_plan_get_info(plan, info, error) &
        bind(C, name='qdr_plan_get_info') result(status)
      import
      type(c_ptr), value :: plan
      type(c_plan_info), intent(inout) :: info
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_get_info

    function c_plan_wait(plan, error) &
        bind(C, name='qdr_plan_wait') result(status)
      import
      type(c_ptr), value :: plan
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_plan_wait

    subroutine c_plan_free(plan) bind(C, name='qdr_plan_free')
      import
      type(qdr_plan), intent(inout) :: plan
    end subroutine c_plan_free
  end interface

  abstract interface
    function c_move(plan, send, receive, error) bind(C) result(status)
      import
      type(c_ptr), value :: plan, send, receive
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_move
  end interface
  procedure(c_move), bind(C, name='qdr_plan_execute') :: c_plan_execute
  procedure(c_move), bind(C, name='qdr_plan_start') :: c_plan_start

contains

  function blocks_at(address, num_blocks) result(blocks)
    type(c_ptr), intent(in) :: address
    integer(int64), intent(in) :: num_blocks
    type(qdr_block), allocatable :: blocks(:)
    type(qdr_block), pointer :: at(:)
    allocate (blocks(num_blocks))
    if (num_blocks == 0) return
    call c_f_pointer(address, at, [num_blocks])
    blocks = at
  end function blocks_at

  subroutine qdr_plan_get_info(plan, info, status, error)
    type(qdr_plan), intent(in) :: plan
    type(qdr_plan_info), intent(inout) :: info
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    type(c_plan_info) :: found
    type(c_error) :: line
    found%size = c_sizeof(found)
    status = c_plan_get_info(qdr_handle(plan), found, line)
    call report(status, line, error)
    if (status /= QDR_OK) return
    info%algorithm = text_at(found%algorithm)
    info%send_bytes = found%send_bytes
    info%receive_bytes = found%receive_bytes
    info%send_begin = found%send_begin
    info%receive_begin = found%receive_begin
    info%sends = blocks_at(found%sends, found%num_sends)
    info%receives = blocks_at(found%receives, found%num_receives)
    info%can_start = found%can_start /= 0
  end subroutine qdr_plan_get_info

  subroutine qdr_plan_execute(plan, send, receive, status, error)
    type(qdr_plan), intent(in) :: plan
    type(*), dimension(..), target, asynchronous :: send, receive
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    type(buffer_addresses) :: at
    type(c_error) :: line
    call find_addresses(send, receive, at, status, error)
    if (status /= QDR_OK) return
    status = c_plan_execute(qdr_handle(plan), at%send, at%receive, line)
    call report(status, line, error)
  end subroutine qdr_plan_execute

  subroutine qdr_plan_start(plan, send, receive, status, error)
    type(qdr_plan), intent(in) :: plan
    type(*), dimension(..), target, asynchronous :: send, receive
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    type(buffer_addresses) :: at
    type(c_error) :: line
    call find_addresses(send, receive, at, status, error)
    if (status /= QDR_OK) return
    status = c_plan_start(qdr_handle(plan), at%send, at%receive, line)
    call report(status, line, error)
  end subroutine qdr_plan_start

  subroutine qdr_plan_wait(plan, status, error)
    type(qdr_plan), intent(in) :: plan
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    type(c_error) :: line
    status = c_plan_wait(qdr_handle(plan), line)
    call report(status, line, error)
  end subroutine qdr_plan_wait

  subroutine qdr_plan_free(plan)
    type(qdr_plan), intent(inout) :: plan
    call c_plan_free(plan)
  end subroutine qdr_plan_free
end module quadrille_executions
