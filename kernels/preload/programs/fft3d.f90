! kernels/preload/programs/fft3d.f90 -- a 3D Fourier transform over slabs.
!
! usage: mpirun -np P fft3d STEPS SIDE
!
! An ordinary Fortran program. The ranks hold slabs in z of a cube of SIDE^3
! complex numbers; SIDE is a power of two, and may be less than a multiple of P.
! A step transforms in x and y, transposes by MPI_Alltoallv, transforms in z,
! and goes all the way back. Rank 0 prints for each step the digest of all data
! received, the largest difference from the start, and the mean square in the
! transformed space; then time_us.
program fft3d
  use mpi
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  implicit none
  integer, parameter :: wide = real64
  integer :: ierror, rank, num_procs, n, num_steps, step, mine
  integer, allocatable :: first(:), length(:)
  complex(wide), allocatable :: slab(:, :, :), start(:, :, :), pencil(:, :, :)
  complex(wide), allocatable :: roots(:) ! of unity
  integer(int64) :: digest
  real(wide) :: begin_s

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, num_procs, ierror)
  num_steps = option(1)
  n = option(2)
  if (iand(n, n - 1) /= 0) call refuse('SIDE is no power of two')
  call divide
  mine = length(rank)
  allocate (slab(n, n, mine), pencil(n, n, mine), start(n, n, mine))
  call find_roots
  call fill(start)
  slab = start
  digest = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  begin_s = MPI_Wtime()
  do step = 0, num_steps - 1
    call transform(-1)
    call report
  end do
  call report_time
  call MPI_Finalize(ierror)

contains

  subroutine refuse(text)
    character(*), intent(in) :: text
    ! The others wait for the end here: one line, and only one.
    if (rank /= 0) call MPI_Barrier(MPI_COMM_WORLD, ierror)
    write (error_unit, '(3a)') 'fft3d: ', text, &
      '; accepted: STEPS and SIDE, a power of two up to 512'
    call MPI_Abort(MPI_COMM_WORLD, 2, ierror)
  end subroutine refuse

  integer function option(i)
    integer, intent(in) :: i
    character(16) :: text
    integer :: status
    call get_command_argument(i, text)
    read (text, *, iostat=status) option
    if (status /= 0) call refuse('argument ''' // trim(text) // '''')
    if (option < 1 .or. option > merge(1000000, 512, i == 1)) &
      call refuse('argument ''' // trim(text) // '''')
  end function option

  ! The planes of each rank; some have none if there are more ranks than planes.
  subroutine divide
    integer :: r
    allocate (first(0:num_procs - 1), length(0:num_procs - 1))
    do r = 0, num_procs - 1
      first(r) = n * r / num_procs
      length(r) = n * (r + 1) / num_procs - first(r)
    end do
  end subroutine divide

  subroutine find_roots
    integer :: k
    roots = [(exp(cmplx(0, 8 * atan(1.0_wide) * k / n, wide)), k=0, n - 1)]
  end subroutine find_roots

  subroutine fill(a)
    complex(wide), intent(out) :: a(:, :, :)
    integer :: x, y, z, id
    do z = 1, mine
      do y = 1, n
        do x = 1, n
          id = x + n * (y + n * (z + first(rank)))
          a(x, y, z) = cmplx(mod(id, 101), mod(id, 37), wide) / 128
        end do
      end do
    end do
  end subroutine fill

  ! Forward, and back with the mean square of what is between.
  subroutine transform(sign)
    integer, intent(in) :: sign
    call transform_planes(slab, sign)
    call transpose_to_pencils
    call transform_lines(pencil, sign)
    call report_spectrum
    call transform_lines(pencil, -sign)
    call transpose_to_slabs
    call transform_planes(slab, -sign)
    slab = slab / real(n, wide)**3
  end subroutine transform

  subroutine transform_planes(a, sign)
    complex(wide), intent(inout) :: a(:, :, :)
    integer, intent(in) :: sign
    integer :: i, z
    call transform_lines(a, sign)
    do z = 1, mine
      do i = 1, n
        call transform_line(a(i, :, z), sign)
      end do
    end do
  end subroutine transform_planes

  subroutine transform_lines(a, sign)
    complex(wide), intent(inout) :: a(:, :, :)
    integer, intent(in) :: sign
    integer :: i, j
    do j = 1, mine
      do i = 1, n
        call transform_line(a(:, i, j), sign)
      end do
    end do
  end subroutine transform_lines

  ! Stockham's radix 2: rounds that sort as they go, half * width = n / 2.
  subroutine transform_line(a, sign)
    complex(wide), intent(inout) :: a(0:n - 1)
    integer, intent(in) :: sign
    complex(wide) :: b(0:n - 1), root, difference
    integer :: half, width, j, k
    half = n / 2
    width = 1
    do while (half > 0)
      do j = 0, half - 1
        root = roots(1 + j * width)
        if (sign < 0) root = conjg(root)
        do k = j * width, (j + 1) * width - 1
          difference = a(k) - a(k + n / 2)
          b(k + j * width) = a(k) + a(k + n / 2)
          b(k + (j + 1) * width) = difference * root
        end do
      end do
      a = b
      half = half / 2
      width = width * 2
    end do
  end subroutine transform_line

  ! From (x, y, z of mine) to (z, x, y of mine).
  subroutine transpose_to_pencils
    complex(wide) :: sent(n * n * mine), received(n * n * mine)
    integer :: r, x, y, z, i
    i = 0
    do r = 0, num_procs - 1
      do y = first(r) + 1, first(r) + length(r)
        do x = 1, n
          sent(i + 1:i + mine) = slab(x, y, :)
          i = i + mine
        end do
      end do
    end do
    call exchange(sent, received)
    i = 0
    do r = 0, num_procs - 1
      do y = 1, mine
        do x = 1, n
          do z = first(r) + 1, first(r) + length(r)
            i = i + 1
            pencil(z, x, y) = received(i)
          end do
        end do
      end do
    end do
  end subroutine transpose_to_pencils

  subroutine transpose_to_slabs
    complex(wide) :: sent(n * n * mine), received(n * n * mine)
    integer :: r, x, y, z, i
    i = 0
    do r = 0, num_procs - 1
      do y = 1, mine
        do x = 1, n
          do z = first(r) + 1, first(r) + length(r)
            i = i + 1
            sent(i) = pencil(z, x, y)
          end do
        end do
      end do
    end do
    call exchange(sent, received)
    i = 0
    do r = 0, num_procs - 1
      do y = first(r) + 1, first(r) + length(r)
        do x = 1, n
          slab(x, y, :) = received(i + 1:i + mine)
          i = i + mine
        end do
      end do
    end do
  end subroutine transpose_to_slabs

  subroutine exchange(sent, received)
    complex(wide), intent(in) :: sent(:)
    complex(wide), intent(out) :: received(:)
    integer :: counts(0:num_procs - 1), places(0:num_procs - 1)
    counts = n * mine * length
    places = n * mine * first
    call MPI_Alltoallv(sent, counts, places, MPI_DOUBLE_COMPLEX, received, &
                       counts, places, MPI_DOUBLE_COMPLEX, MPI_COMM_WORLD, &
                       ierror)
    call add_to_digest(received)
  end subroutine exchange

  ! Each element passes through shifts that are one to one.
  subroutine add_to_digest(a)
    complex(wide), intent(in) :: a(:)
    integer(int64) :: bits(2)
    integer :: i, j
    do i = 1, size(a)
      bits = transfer(a(i), bits)
      do j = 1, 2
        digest = ieor(ishftc(digest, 5), bits(j))
        digest = ieor(digest, ishft(digest, 13))
        digest = ieor(digest, ishft(digest, -7))
        digest = ieor(digest, ishft(digest, 17))
      end do
    end do
  end subroutine add_to_digest

  subroutine report_spectrum
    real(wide) :: total
    call MPI_Reduce(sum(abs(pencil)**2) / real(n, wide)**3, total, 1, &
                    MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
    if (rank == 0) write (*, '(a, i0, a, es23.17)') 'step=', step, &
      ' spectrum=', total
  end subroutine report_spectrum

  subroutine report
    integer(int64) :: digests(0:num_procs - 1)
    real(wide) :: error, largest
    integer :: r
    error = 0
    if (mine > 0) error = maxval(abs(slab - start))
    call MPI_Gather(digest, 1, MPI_INTEGER8, digests, 1, MPI_INTEGER8, 0, &
                    MPI_COMM_WORLD, ierror)
    call MPI_Reduce(error, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, &
                    MPI_COMM_WORLD, ierror)
    if (rank /= 0) return
    do r = 1, num_procs - 1
      digests(0) = ieor(ishftc(digests(0), 11), digests(r))
    end do
    write (*, '(a, i0, a, z16.16, a, es23.17)') 'step=', step, ' digest=', &
      digests(0), ' error=', largest
    if (largest < 1e-12_wide * (step + 1)) return
    write (error_unit, '(a)') 'fft3d: the data did not come back'
    call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  end subroutine report

  subroutine report_time
    real(wide) :: mine_s, slowest_s
    mine_s = MPI_Wtime() - begin_s
    call MPI_Reduce(mine_s, slowest_s, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, &
                    MPI_COMM_WORLD, ierror)
    if (rank == 0) write (*, '(a, f0.3)') 'time_us=', &
      slowest_s * 1e6_wide / num_steps
  end subroutine report_time
end program fft3d
