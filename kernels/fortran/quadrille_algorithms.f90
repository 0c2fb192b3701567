! kernels/fortran/quadrille_algorithms.f90 -- calls that need no MPI.
submodule(quadrille:quadrille_c) quadrille_algorithms
  implicit none

  ! C's qdr_algorithm_info.
  type, bind(C) :: c_algorithm_info
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

    function c_algorithm_count() bind(C, name='qdr_algorithm_count') &
        result(num_algorithms)
      import
      integer(c_int) :: num_algorithms
    end function c_algorithm_count

    function c_algorithm_at(index, info, error) &
        bind(C, name='qdr_algorithm_at') result(status)
      import
      integer(c_int), value :: index
      type(c_algorithm_info), intent(inout) :: info
      type(c_error), intent(inout) :: error
      integer(c_int) :: status
    end function c_algorithm_at
  end interface

contains

  module procedure qdr_version
    version = text_at(c_version())
  end procedure qdr_version

  module procedure qdr_status_string
    text = text_at(c_status_string(status))
  end procedure qdr_status_string

  module procedure qdr_algorithm_count
    num_algorithms = c_algorithm_count()
  end procedure qdr_algorithm_count

  module procedure qdr_algorithm_at
    type(c_algorithm_info), target :: at
    type(c_error) :: line
    status = c_algorithm_at(index, at, line)
    call report(status, line, error)
    if (status /= QDR_OK) return
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
  end procedure qdr_algorithm_at
end submodule quadrille_algorithms
