! kernels/fortran/quadrille_algorithms.f90 -- calls that need no MPI.
submodule(quadrille:quadrille_c) quadrille_algorithms
  implicit none

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

  module procedure qdr_version
    version = text_at(c_version())
  end procedure qdr_version

  module procedure qdr_status_string
    text = text_at(c_status_string(status))
  end procedure qdr_status_string

  module procedure qdr_algorithm_next
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
  end procedure qdr_algorithm_next
end submodule quadrille_algorithms
