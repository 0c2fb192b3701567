! kernels/fortran/quadrille_algorithms.f90 -- calls that need no MPI.
module quadrille_algorithms
  use quadrille_c
  implicit none
  private
  public :: qdr_version, qdr_status_string, qdr_algorithm_next

  ! C's qdr_algorithm_info.
  type, bind(C) :: c_algorithm_info
    integer(c_size_t) :: size
    type(c_ptr) :: name, alias, label, collective, kind, paper, section
    character(kind=c_char) :: limits(64), mode(32), parameters(256)
  end type c_algorithm_info

  interface
    function c_version() bind(C, name='qdr_version') result(version)
      import
      type(c_ptr) :: version
    end function c_version

    function c_status_string(status) bind(C, name='qdr_status_string') &
        result(text)
      import
      integer(c_int), value :: status
      type(c_ptr) :: text
    end function c_status_string

    function c_algorithm_next(position, info) &
        bind(C, name='qdr_algorithm_next') result(is_there)
      import
      integer(c_int), intent(inout) :: position
      type(c_algorithm_info), intent(inout) :: info
      integer(c_int) :: is_there
    end function c_algorithm_next
  end interface

contains

  function qdr_version() result(version)
    character(:), allocatable :: version
    version = text_at(c_version())
  end function qdr_version

  function qdr_status_string(status) result(text)
    integer, intent(in) :: status
    character(:), allocatable :: text
    text = text_at(c_status_string(status))
  end function qdr_status_string

  ! The algorithm at `position`, 0 for the first, to which one is added;
  ! false: there is none.
  function qdr_algorithm_next(position, info) result(is_there)
    integer, intent(inout) :: position
    type(qdr_algorithm_info), intent(inout) :: info
    logical :: is_there
    type(c_algorithm_info), target :: at
    at%size = c_sizeof(at)
    is_there = c_algorithm_next(position, at) /= 0
    if (.not. is_there) return
    info%name = text_at(at%name)
    info%alias = text_at(at%alias)
    info%label = text_at(at%label)
    info%collective = text_at(at%collective)
    info%kind = text_at(at%kind)
    info%paper = text_at(at%paper)
    info%section = text_at(at%section)
    info%limits = text_at(c_loc(at%limits))
    info%mode = text_at(c_loc(at%mode))
    info%parameters = text_at(c_loc(at%parameters))
  end function qdr_algorithm_next
end module quadrille_algorithms
