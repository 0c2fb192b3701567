# MPI for C, of the wrapper $MPICC or else mpicc. A build folder keeps its
# wrapper until $MPICC names another.

# forget_mpi: CMake keeps what it finds, also when it fails.
function(forget_mpi)
  get_cmake_property(names CACHE_VARIABLES)
  foreach(name ${names})
    if(name MATCHES "^MPI")
      unset(${name} CACHE)
    endif()
  endforeach()
endfunction()
function(fail_mpi words)
  forget_mpi()
  fail("${words}")
endfunction()

set(wrapper "$ENV{MPICC}")
if(wrapper STREQUAL "")
  set(wrapper "${QUADRILLE_WRAPPER}")
elseif(DEFINED QUADRILLE_WRAPPER AND NOT wrapper STREQUAL QUADRILLE_WRAPPER)
  forget_mpi()
endif()
if(wrapper STREQUAL "")
  set(wrapper mpicc)
endif()
find_program(MPI_C_COMPILER NAMES "${wrapper}")
if(NOT MPI_C_COMPILER)
  fail_mpi("no program '${wrapper}' on the PATH; accepted: the compiler \
wrapper of an MPI library (module load openmpi, or Debian's libopenmpi-dev and \
openmpi-bin), or MPICC=WRAPPER")
endif()
execute_process(COMMAND "${MPI_C_COMPILER}" -E -dM -include mpi.h -x c /dev/null
  OUTPUT_VARIABLE of_header ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  fail_mpi("${MPI_C_COMPILER} finds no mpi.h; accepted: the compiler wrapper \
of an MPI library with its headers (Debian's libopenmpi-dev), or MPICC=WRAPPER")
endif()

# The mpirun of another MPI would start many programs of one rank each.
execute_process(COMMAND mpirun --version
  OUTPUT_VARIABLE of_launcher ERROR_VARIABLE of_launcher)
# library_of OUTPUT TEXT OPEN_MPI MPICH: whose words the text has.
function(library_of output text open_mpi mpich)
  set(${output} "" PARENT_SCOPE)
  if(text MATCHES "${open_mpi}")
    set(${output} "Open MPI" PARENT_SCOPE)
  elseif(text MATCHES "${mpich}")
    set(${output} "MPICH" PARENT_SCOPE)
  endif()
endfunction()
library_of(library "${of_header}" "#define OMPI_MAJOR_VERSION "
  "#define MPICH_NUMVERSION ")
library_of(launcher_library "${of_launcher}"
  "Open MPI|OpenRTE|Open RTE|PRRTE|prte" "HYDRA|Hydra|MPICH|MVAPICH|Intel")
if(library AND launcher_library AND NOT library STREQUAL launcher_library)
  fail_mpi("${MPI_C_COMPILER} is of ${library}, but the PATH's mpirun of \
${launcher_library}; accepted: MPICC=WRAPPER of mpirun's library, or another \
mpirun first on the PATH")
endif()

set(MPI_SKIP_GUESSING TRUE)
find_package(MPI QUIET COMPONENTS C)
if(NOT MPI_C_FOUND)
  fail_mpi("no program compiled by ${MPI_C_COMPILER} could be linked; \
accepted: the compiler wrapper of a whole MPI library, or MPICC=WRAPPER")
endif()
set(QUADRILLE_WRAPPER "${wrapper}" CACHE INTERNAL "the wrapper that works")
include_directories(SYSTEM ${MPI_C_INCLUDE_DIRS})
add_compile_options(${MPI_C_COMPILE_OPTIONS})
message(STATUS "MPI: ${library} (${MPI_C_COMPILER})")
