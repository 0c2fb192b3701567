! kernels/fortran/quadrille_c.f90 -- the arguments of module quadrille as C has
! them.
module quadrille_c
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, &
    c_int, c_loc, c_null_char, c_null_ptr, c_ptr, c_size_t, c_sizeof, &
    int64 => c_int64_t
  use quadrille_types
  implicit none

  ! The text of C's qdr_error.
  type, bind(C) :: c_error
    character(kind=c_char) :: text(1024)
  end type c_error

  ! C's qdr_plan_options.
  type, bind(C) :: c_options
    integer(c_size_t) :: size = 0
    type(c_ptr) :: mode = c_null_ptr
    integer(int64) :: seed = 0
    type(c_ptr) :: parameters = c_null_ptr, network = c_null_ptr, &
      nodes = c_null_ptr
  end type c_options

  ! qdrf_choice of quadrille_fortran.c: what every planning call takes.
  type, bind(C) :: c_choice
    type(c_ptr) :: algorithm = c_null_ptr
    type(c_options) :: options
  end type c_choice

  ! The strings that a c_choice points to.
  type :: c_strings
    character(kind=c_char), allocatable :: algorithm(:), mode(:), &
      parameters(:), network(:)
  end type c_strings

  type :: buffer_addresses
    type(c_ptr) :: send, receive
  end type buffer_addresses

  character(*), parameter :: not_contiguous = &
    ' is not contiguous; accepted: a contiguous array, or a scalar'

  ! C's values, from quadrille_fortran.c.
  type(c_ptr), bind(C, name='qdrf_bottom') :: c_bottom
  type(c_ptr), bind(C, name='qdrf_in_place') :: c_in_place

  interface
    pure function c_strlen(text) bind(C, name='strlen') result(length)
      import
      type(c_ptr), value, intent(in) :: text
      integer(c_size_t) :: length
    end function c_strlen
  end interface

contains

  ! The choice points into `strings` and `options`.
  function choice_of(strings, algorithm, options) result(choice)
    type(c_strings), intent(inout), target :: strings
    character(*), intent(in), optional :: algorithm
    type(qdr_plan_options), intent(in), target, optional :: options
    type(c_choice) :: choice
    choice%options%size = c_sizeof(choice%options)
    if (present(algorithm)) &
      call set_string(choice%algorithm, strings%algorithm, algorithm)
    if (.not. present(options)) return
    if (allocated(options%mode)) &
      call set_string(choice%options%mode, strings%mode, options%mode)
    choice%options%seed = options%seed
    if (allocated(options%parameters)) &
      call set_string(choice%options%parameters, strings%parameters, &
      options%parameters)
    if (allocated(options%network)) &
      call set_string(choice%options%network, strings%network, options%network)
    if (allocated(options%nodes)) choice%options%nodes = c_loc(options%nodes)
  end function choice_of

  ! A blank text is NULL.
  subroutine set_string(address, string, text)
    type(c_ptr), intent(inout) :: address
    character(kind=c_char), allocatable, intent(inout), target :: string(:)
    character(*), intent(in) :: text
    if (len_trim(text) == 0) return
    string = transfer(trim(text) // c_null_char, [c_null_char])
    address = c_loc(string)
  end subroutine set_string

  ! The text at an address, to its zero byte; empty at NULL.
  function text_at(address) result(text)
    type(c_ptr), intent(in) :: address
    character(:), allocatable :: text
    character(kind=c_char), pointer :: string(:)
    text = ''
    if (.not. c_associated(address)) return
    call c_f_pointer(address, string, [c_strlen(address)])
    text = repeat(' ', size(string))
    text = transfer(string, text)
  end function text_at

  subroutine report(status, line, error)
    integer, intent(in) :: status
    type(c_error), intent(in), target :: line
    character(*), intent(inout), optional :: error
    if (status /= QDR_OK .and. present(error)) error = text_at(c_loc(line))
  end subroutine report

  subroutine find_addresses(send, receive, addresses, status, error)
    type(*), dimension(..), target, asynchronous :: send, receive
    type(buffer_addresses), intent(out) :: addresses
    integer, intent(out) :: status
    character(*), intent(inout), optional :: error
    status = QDR_ERROR_INPUT
    if (has_gaps(send)) then
      if (present(error)) error = 'send' // not_contiguous
    else if (has_gaps(receive)) then
      if (present(error)) error = 'receive' // not_contiguous
    else
      status = QDR_OK
      addresses = buffer_addresses(c_buffer(send), c_buffer(receive))
    end if
  end subroutine find_addresses

  function has_gaps(buffer)
    type(*), dimension(..), target, asynchronous :: buffer
    logical :: has_gaps
    has_gaps = .not. is_contiguous(buffer)
    if (has_gaps) has_gaps = size(buffer) > 0
  end function has_gaps

  function c_buffer(buffer) result(address)
    type(*), dimension(..), target, asynchronous :: buffer
    type(c_ptr) :: address
    address = c_loc(buffer)
    if (is_in_place(address)) then
      address = c_in_place
    else if (is_bottom(address)) then
      address = c_bottom
    end if
  end function c_buffer

  ! Some MPI libraries give each module constants of its own.
  function is_in_place(address)
    use mpi, only: MPI_IN_PLACE
    use mpi_f08, only: in_place_of_f08 => MPI_IN_PLACE
    type(c_ptr), intent(in) :: address
    logical :: is_in_place
    is_in_place = any([c_associated(address, address_of(MPI_IN_PLACE)), &
      c_associated(address, address_of(in_place_of_f08))])
  end function is_in_place

  function is_bottom(address)
    use mpi, only: MPI_BOTTOM
    use mpi_f08, only: bottom_of_f08 => MPI_BOTTOM
    type(c_ptr), intent(in) :: address
    logical :: is_bottom
    is_bottom = any([c_associated(address, address_of(MPI_BOTTOM)), &
      c_associated(address, address_of(bottom_of_f08))])
  end function is_bottom

  ! MPI's constants are not targets.
  function address_of(constant) result(address)
    type(*), dimension(..), target, asynchronous :: constant
    type(c_ptr) :: address
    address = c_loc(constant)
  end function address_of
end module quadrille_c
