# MPI for C, of the wrapper $MPICC or else mpicc, and its launcher $MPIEXEC or
# else mpirun.
if(DEFINED ENV{MPICC} AND NOT MPI_C_COMPILER)
  find_program(MPI_C_COMPILER NAMES "$ENV{MPICC}")
  if(NOT MPI_C_COMPILER)
    fail("MPICC is '$ENV{MPICC}', which is no program; accepted: the compiler "
      "wrapper of an MPI library, such as mpicc")
  endif()
endif()
set(MPI_SKIP_GUESSING TRUE)
find_package(MPI QUIET COMPONENTS C)
if(NOT MPI_C_COMPILER)
  fail("no mpicc on the PATH; accepted: an MPI library (module load openmpi, "
    "or Debian's libopenmpi-dev and openmpi-bin), or MPICC=WRAPPER")
endif()

# The wrapper's words, for an error line.
execute_process(COMMAND "${MPI_C_COMPILER}" -show
  OUTPUT_VARIABLE shown ERROR_VARIABLE shown RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT shown MATCHES "mpi")
  fail("${MPI_C_COMPILER} -show names no MPI library; accepted: MPICC with "
    "the compiler wrapper of one, such as mpicc")
elseif(NOT MPI_C_FOUND)
  fail("${MPI_C_COMPILER} compiles no program that includes mpi.h; accepted: "
    "an MPI library with its headers (Debian's libopenmpi-dev)")
endif()
include_directories(SYSTEM ${MPI_C_INCLUDE_DIRS})
add_compile_options(${MPI_C_COMPILE_OPTIONS})

# A launcher of another MPI starts as many programs of one rank each.
set(launcher "$ENV{MPIEXEC}")
if(NOT launcher)
  set(launcher mpirun)
endif()
separate_arguments(launcher UNIX_COMMAND "${launcher}")
list(GET launcher 0 launcher)
list(TRANSFORM MPI_C_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE includes)
execute_process(COMMAND "${CMAKE_C_COMPILER}" ${includes} -E -dM -include mpi.h
    -x c /dev/null OUTPUT_VARIABLE of_header ERROR_QUIET)
execute_process(COMMAND "${launcher}" --version
  OUTPUT_VARIABLE of_launcher ERROR_VARIABLE of_launcher RESULT_VARIABLE status)
set(library "an MPI library")
foreach(pair "Open MPI=OMPI_MAJOR_VERSION=Open MPI|OpenRTE|Open RTE|PRRTE|prte"
    "MPICH=MPICH_NUMVERSION=HYDRA|MPICH|Hydra|Intel|MVAPICH")
  string(REPLACE "=" ";" parts "${pair}")
  list(GET parts 1 macro)
  list(GET parts 2 words)
  if(of_header MATCHES "#define ${macro} ")
    list(GET parts 0 library)
  endif()
  if(status EQUAL 0 AND of_launcher MATCHES "${words}")
    list(GET parts 0 of_what)
  endif()
endforeach()
if(DEFINED of_what AND NOT of_what STREQUAL library)
  fail("${MPI_C_COMPILER} is ${library}'s, but ${launcher} is ${of_what}'s; "
    "accepted: MPICC=WRAPPER and MPIEXEC=LAUNCHER of one library")
endif()
message(STATUS "MPI: ${library}, of ${MPI_C_COMPILER}")
