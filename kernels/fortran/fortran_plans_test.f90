! kernels/fortran/fortran_plans_test.f90 -- algorithms, options and errors in
! Fortran.
program fortran_plans_test
  use, intrinsic :: iso_fortran_env, only: int64
  use fortran_checks
  implicit none

  call begin
  call test_algorithms
  call test_start
  call test_options
  call test_errors
  call end_all

contains

  subroutine test_algorithms
    type(qdr_algorithm_info) :: info
    integer :: i
    logical :: is_found
    is_found = .false.
    i = 0
    do while (qdr_algorithm_next(i, info))
      call expect(info%name /= '', 'an algorithm')
      if (info%name /= 'drs_n_polling') cycle
      is_found = .true.
      call expect(info%label == 'Distributed random, polling', info%label)
      call expect(info%collective == 'alltoallv', info%collective)
      call expect(info%kind == 'dynamic', info%kind)
      call expect(info%limits == 'seeded', info%limits)
      call expect(info%mode == '', info%mode)
      call expect(info%paper == 'ranka1995', info%paper)
      call expect(info%parameters == 'delay_us=0;improvements=both', &
        info%parameters)
    end do
    call expect(is_found, 'drs_n_polling is there')
    call expect(qdr_version() == '0.1.0', qdr_version())
    call expect(qdr_status_string(QDR_OK) /= qdr_status_string(QDR_ERROR_MPI), &
      qdr_status_string(QDR_ERROR_MPI))
  end subroutine test_algorithms

  subroutine test_start
    type(qdr_plan_info) :: info
    integer, asynchronous :: sent(0:p - 1), received(0:p - 1)
    sent = rank * p + ranks
    call qdr_plan_alltoall(plan, 4_int64, comm, status, error, 'scattered', &
      qdr_plan_options(mode='persistent'))
    call qdr_plan_get_info(plan, info, status, error)
    call expect(info%can_start .and. info%algorithm == 'scattered', 'can_start')
    call qdr_plan_start(plan, sent, received, status, error)
    call expect(status == QDR_OK, 'a start')
    call qdr_plan_wait(plan, status, error)
    call expect(status == QDR_OK .and. all(received == ranks * p + rank), &
      'a wait')
    call qdr_plan_wait(plan, status, error)
    call expect_error(QDR_ERROR_INPUT, 'start')
    call qdr_plan_free(plan)
  end subroutine test_start

  ! Each option reaches the library: a wrong one is named.
  subroutine test_options
    type(qdr_plan_options) :: options
    character(80) :: line
    options%mode = 'window:4'
    options%seed = 3
    write (line, '(a, i0)') &
      'alpha_us=1;beta_ns=1;topology=mesh;rows=1;columns=', p
    options%network = trim(line)
    options%nodes = 0 * ranks
    call qdr_plan_bcast(plan, 8_int64, 0, comm, status, error, options=options)
    call expect(status == QDR_OK, 'options')
    call qdr_plan_free(plan)
    options%seed = rank
    if (p > 1) call try(options, 'seed')
    options%seed = 3
    options%network = 'alpha_us=1;beta_ns=-5'
    call try(options, &
      'network: beta_ns: -5; accepted: numbers above 0 to 1000000000')
    deallocate (options%network)
    options%nodes(p) = -9
    call try(options, '-9')
    deallocate (options%nodes)
    options%parameters = 'sheep=3'
    call try(options, 'parameter ''sheep''')
    options%parameters = ' '
    options%mode = 'windy'
    call try(options, 'windy')
  end subroutine test_options

  subroutine try(options, words)
    type(qdr_plan_options), intent(in) :: options
    character(*), intent(in) :: words
    call qdr_plan_alltoallv(plan, 0 * ranks, ranks, MPI_INTEGER, &
      0 * ranks, ranks, MPI_INTEGER, comm, status, error, 'rs_n', options)
    call expect_error(QDR_ERROR_INPUT, words)
  end subroutine try

  subroutine test_errors
    character(10) :: short
    integer :: numbers(4)
    numbers = rank
    call qdr_plan_bcast(plan, 8_int64, p, comm, status, error)
    call expect_error(QDR_ERROR_INPUT, 'root')
    call qdr_plan_bcast(plan, 8_int64, 0, comm, status, error, 'no such')
    call expect_error(QDR_ERROR_INPUT, 'no such')
    call qdr_plan_bcast(plan, 8_int64, 0, comm, status, algorithm='no such')
    call expect(status == QDR_ERROR_INPUT, 'an error without a text')
    call qdr_plan_bcast(plan, 8_int64, 0, MPI_COMM_NULL, status, short)
    call expect(status /= QDR_OK .and. len_trim(short) > 5, 'a short text')
    call qdr_plan_execute(plan, numbers, numbers, status, error)
    call expect_error(QDR_ERROR_INPUT, 'plan')
    error = 'as before'
    call qdr_plan_bcast(plan, 8_int64, 0, comm, status, error)
    call expect(status == QDR_OK .and. error == 'as before', 'no text')
    call qdr_plan_execute(plan, numbers(::2), numbers(::2), status, error)
    call expect_error(QDR_ERROR_INPUT, 'send is not contiguous')
    call qdr_plan_execute(plan, numbers(:2), numbers(::2), status, error)
    call expect_error(QDR_ERROR_INPUT, 'receive is not contiguous')
    call qdr_plan_execute(plan, numbers(2:3), numbers(2:3), status, error)
    call expect(status == QDR_OK, 'a part of an array')
    call expect(all(numbers(2:3) == 0) .and. numbers(1) == rank, 'this part')
    call qdr_plan_free(plan)
    call qdr_plan_execute(plan, numbers, numbers, status, error)
    call expect_error(QDR_ERROR_INPUT, 'plan')
    call qdr_plan_free(plan)
  end subroutine test_errors
end program fortran_plans_test
