! kernels/fortran/quadrille_types.f90 -- kernels/quadrille.h for Fortran.
!
! Each procedure has the name and the rules of its C function, which
! quadrille.h explains. Programs use module quadrille, which has all of them.
! The language is Fortran 2008 with TS 29113, which MPI's module mpi_f08 needs,
! too.
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
module quadrille_types
  use, intrinsic :: iso_c_binding, only: c_int, c_null_ptr, c_ptr, &
    int64 => c_int64_t
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

  ! What a C call takes by value is qdr_handle of it.
  type, bind(C), public :: qdr_plan
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

  public :: qdr_handle

contains

  pure type(c_ptr) function qdr_handle(plan)
    type(qdr_plan), intent(in) :: plan
    qdr_handle = plan%handle
  end function qdr_handle
end module quadrille_types
