! kernels/fortran/quadrille.f90 -- kernels/quadrille.h for Fortran.
!
! Each procedure has the name and the rules of its C function, which
! quadrille.h explains. The bodies are in submodules, by topic. The language is
! Fortran 2008 with TS 29113, which MPI's module mpi_f08 needs, too.
!
! Arguments that are the same everywhere:
! - status: QDR_OK, or the kind of error. The other results are then untouched.
! - error: receives one line if status is not QDR_OK, else nothing.
! - algorithm, options: absent, or blank: the default.
! - comm, datatype, op: handles as in module mpi and mpif.h, which are integers.
!   With module mpi_f08 pass the component: comm%MPI_VAL.
! - Counts and bytes are integer(int64), but integer where MPI_Alltoallv has
!   integers. Ranks, places of bytes and displacements start at 0.
! - send, receive: contiguous arrays or scalars of any type; MPI_IN_PLACE and
!   MPI_BOTTOM are recognised. Where C accepts NULL pass anything, as [integer
!   ::]. They have no intent, as one array may be both. Declare what you pass to
!   qdr_plan_start `asynchronous`, until qdr_plan_wait.
! - plan: a handle. A copy is another name of the same plan.
module quadrille
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char, &
    c_null_ptr, c_ptr, int64 => c_int64_t
  implicit none
  private

  ! Values of status.
  integer, parameter, public :: QDR_OK = 0
  integer, parameter, public :: QDR_ERROR_INPUT = 1
  integer, parameter, public :: QDR_ERROR_CHECK = 2
  integer, parameter, public :: QDR_ERROR_MEMORY = 3
  integer, parameter, public :: QDR_ERROR_SYSTEM = 4
  integer, parameter, public :: QDR_ERROR_MPI = 5

  ! The place of a message in a buffer, both in bytes.
  type, bind(C), public :: qdr_block
    integer(c_int) :: peer
    integer(int64) :: displacement
    integer(int64) :: bytes
  end type qdr_block

  ! The other options. What is not allocated has its default:
  ! qdr_plan_options(mode='persistent').
  type, public :: qdr_plan_options
    character(:), allocatable :: mode
    integer(int64) :: seed = 0
    character(:), allocatable :: parameters
    character(:), allocatable :: network ! 'alpha_us=1.5;beta_ns=0.1'
    integer(c_int), allocatable :: nodes(:) ! [size of comm]
    ! [sends] and [receives] of qdr_plan_blocks.
  end type qdr_plan_options

  type, public :: qdr_plan
    private
    type(c_ptr) :: handle = c_null_ptr
  end type qdr_plan

  type, public :: qdr_plan_info
    character(:), allocatable :: algorithm
    integer(int64) :: send_bytes, receive_bytes ! min lengths of the buffers
    integer(int64) :: send_begin, receive_begin ! first byte's place in a vector
    type(qdr_block), allocatable :: sends(:), receives(:)
    logical :: can_start ! qdr_plan_start accepts the plan
  end type qdr_plan_info

  type, public :: qdr_algorithm_info
    ! alias is empty if there is none.
    character(:), allocatable :: name, alias, label, collective, kind, paper, &
      section, limits, mode, parameters
  end type qdr_algorithm_info

  ! The text of C's qdr_error.
  type, bind(C) :: c_error
    character(kind=c_char) :: text(1024)
  end type c_error

  public :: qdr_version, qdr_status_string, qdr_algorithm_next
  public :: qdr_plan_blocks, qdr_plan_alltoallv, qdr_plan_alltoallw, &
    qdr_plan_alltoall
  public :: qdr_plan_update
  public :: qdr_exchange_blocks, qdr_exchange_blocks_unknown
  public :: qdr_plan_bcast, qdr_plan_scatter, qdr_plan_gather, &
    qdr_plan_allgather, qdr_plan_reduce, qdr_plan_allreduce, &
    qdr_plan_reduce_scatter
  public :: qdr_plan_get_info, qdr_plan_execute, qdr_plan_start, &
    qdr_plan_wait, qdr_plan_free

  ! Other messages for a plan of the first three.
  interface qdr_plan_update
    procedure :: update_blocks, update_typed
  end interface qdr_plan_update

  ! Without MPI: quadrille_algorithms.f90.
  interface
    module function qdr_version() result(version)
      character(:), allocatable :: version
    end function qdr_version

    module function qdr_status_string(status) result(text)
      integer, intent(in) :: status
      character(:), allocatable :: text
    end function qdr_status_string

    ! The algorithm at `position`, 0 for the first, to which one is added;
    ! false: there is none.
    module function qdr_algorithm_next(position, info) result(is_there)
      integer, intent(inout) :: position
      type(qdr_algorithm_info), intent(inout) :: info
      logical :: is_there
    end function qdr_algorithm_next
  end interface

  ! Messages: quadrille_messages.f90.
  interface
    ! Without receives they are learnt (QDR_LEARN).
    module subroutine qdr_plan_blocks(plan, sends, receives, comm, status, &
        error, algorithm, options)
      type(qdr_plan), intent(inout) :: plan
      type(qdr_block), intent(in) :: sends(:)
      type(qdr_block), intent(in), optional :: receives(:)
      integer, intent(in) :: comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
    end subroutine qdr_plan_blocks

    ! Counts and displacements in elements, one of each a rank. Without the
    ! three arguments of the sends: in place.
    module subroutine qdr_plan_alltoallv(plan, send_counts, &
        send_displacements, send_type, receive_counts, receive_displacements, &
        receive_type, comm, status, error, algorithm, options)
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
    end subroutine qdr_plan_alltoallv

    ! As qdr_plan_alltoallv; one type a rank, displacements in bytes.
    module subroutine qdr_plan_alltoallw(plan, send_counts, &
        send_displacements, send_types, receive_counts, &
        receive_displacements, receive_types, comm, status, error, algorithm, &
        options)
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
    end subroutine qdr_plan_alltoallw

    module subroutine qdr_plan_alltoall(plan, bytes, comm, status, error, &
        algorithm, options)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: bytes
      integer, intent(in) :: comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
    end subroutine qdr_plan_alltoall

    ! The updates take what their planning calls take.
    module subroutine update_blocks(plan, sends, receives, status, error)
      type(qdr_plan), intent(in) :: plan
      type(qdr_block), intent(in) :: sends(:)
      type(qdr_block), intent(in), optional :: receives(:)
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine update_blocks

    ! Types: one for a plan of qdr_plan_alltoallv, else one a rank.
    module subroutine update_typed(plan, send_counts, &
        send_displacements, send_types, receive_counts, &
        receive_displacements, receive_types, status, error)
      type(qdr_plan), intent(in) :: plan
      integer(c_int), intent(in), optional :: send_counts(*)
      integer(c_int), intent(in), optional :: send_displacements(*)
      integer, intent(in), optional :: send_types(:)
      integer(c_int), intent(in) :: receive_counts(*), receive_displacements(*)
      integer, intent(in) :: receive_types(:)
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine update_typed

    ! An exchange without a plan.
    module subroutine qdr_exchange_blocks(send, sends, receive, receives, &
        comm, status, error)
      type(*), dimension(..), target, asynchronous :: send, receive
      type(qdr_block), intent(in) :: sends(:), receives(:)
      integer, intent(in) :: comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine qdr_exchange_blocks

    ! The first num_receives of receives are found out.
    module subroutine qdr_exchange_blocks_unknown(send, sends, receive, &
        receive_bytes, num_receives, receives, comm, status, error)
      type(*), dimension(..), target, asynchronous :: send, receive
      type(qdr_block), intent(in) :: sends(:)
      integer(int64), intent(in) :: receive_bytes
      integer(int64), intent(inout) :: num_receives
      type(qdr_block), intent(inout) :: receives(:)
      integer, intent(in) :: comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine qdr_exchange_blocks_unknown
  end interface

  ! Collectives on a vector: quadrille_collectives.f90. `bytes` and `count`
  ! are of the whole vector; counts, one a rank, are of its parts, and without
  ! them the parts are equal.
  interface
    module subroutine qdr_plan_bcast(plan, bytes, root, comm, status, error, &
        algorithm, options)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: bytes
      integer, intent(in) :: root, comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
    end subroutine qdr_plan_bcast

    module subroutine qdr_plan_scatter(plan, count, datatype, root, comm, &
        status, error, algorithm, options, counts)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: count
      integer, intent(in) :: datatype, root, comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
      integer(int64), intent(in), optional :: counts(*)
    end subroutine qdr_plan_scatter

    module subroutine qdr_plan_gather(plan, count, datatype, root, comm, &
        status, error, algorithm, options, counts)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: count
      integer, intent(in) :: datatype, root, comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
      integer(int64), intent(in), optional :: counts(*)
    end subroutine qdr_plan_gather

    module subroutine qdr_plan_allgather(plan, count, datatype, comm, status, &
        error, algorithm, options, counts)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: count
      integer, intent(in) :: datatype, comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
      integer(int64), intent(in), optional :: counts(*)
    end subroutine qdr_plan_allgather

    module subroutine qdr_plan_reduce(plan, count, datatype, op, root, comm, &
        status, error, algorithm, options)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: count
      integer, intent(in) :: datatype, op, root, comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
    end subroutine qdr_plan_reduce

    module subroutine qdr_plan_allreduce(plan, count, datatype, op, comm, &
        status, error, algorithm, options)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: count
      integer, intent(in) :: datatype, op, comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
    end subroutine qdr_plan_allreduce

    module subroutine qdr_plan_reduce_scatter(plan, count, datatype, op, comm, &
        status, error, algorithm, options, counts)
      type(qdr_plan), intent(inout) :: plan
      integer(int64), intent(in) :: count
      integer, intent(in) :: datatype, op, comm
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
      character(*), intent(in), optional :: algorithm
      type(qdr_plan_options), intent(in), target, optional :: options
      integer(int64), intent(in), optional :: counts(*)
    end subroutine qdr_plan_reduce_scatter
  end interface

  ! What all plans do: quadrille_executions.f90.
  interface
    module subroutine qdr_plan_get_info(plan, info, status, error)
      type(qdr_plan), intent(in) :: plan
      type(qdr_plan_info), intent(inout) :: info
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine qdr_plan_get_info

    module subroutine qdr_plan_execute(plan, send, receive, status, error)
      type(qdr_plan), intent(in) :: plan
      type(*), dimension(..), target, asynchronous :: send, receive
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine qdr_plan_execute

    module subroutine qdr_plan_start(plan, send, receive, status, error)
      type(qdr_plan), intent(in) :: plan
      type(*), dimension(..), target, asynchronous :: send, receive
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine qdr_plan_start

    module subroutine qdr_plan_wait(plan, status, error)
      type(qdr_plan), intent(in) :: plan
      integer, intent(out) :: status
      character(*), intent(inout), optional :: error
    end subroutine qdr_plan_wait

    module subroutine qdr_plan_free(plan)
      type(qdr_plan), intent(inout) :: plan
    end subroutine qdr_plan_free
  end interface
end module quadrille
