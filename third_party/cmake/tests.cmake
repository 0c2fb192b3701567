# The tests that need no more than the build: units, plans under mpirun, the
# command line's contract, a sweep.
set(tests "${CMAKE_BINARY_DIR}/tests")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${tests}")
file(MAKE_DIRECTORY "${tests}")
# Each with a main of its own.
add_library(unit_testing STATIC ${unit_test_sources})
target_link_libraries(unit_testing PUBLIC parts cmocka)
add_library(mpi_testing STATIC ${mpi_test_sources})
target_link_libraries(mpi_testing PUBLIC unit_testing MPI::MPI_C)
foreach(kind unit mpi)
  set(test_programs ${${kind}_tests})
  if(kind STREQUAL mpi)
    set(test_programs ${mpi_test_programs})
  endif()
  foreach(test ${test_programs})
    add_executable(${test} ${${test}_srcs})
    target_link_libraries(${test} PRIVATE ${kind}_testing MPI::MPI_C)
    target_link_options(${test} PRIVATE ${${test}_linkopts})
  endforeach()
endforeach()

foreach(test ${unit_tests})
  add_test(NAME ${test} COMMAND ${test} WORKING_DIRECTORY "${tests}")
endforeach()
foreach(test ${mpi_tests})
  add_test(NAME ${test} COMMAND
    "${CMAKE_SOURCE_DIR}/harness/testing/run_mpi.sh"
    "$<TARGET_FILE:${test}_program>" ${${test}_args})
endforeach()
set_tests_properties(${mpi_tests} PROPERTIES ENVIRONMENT MAX_PROCS=8)

set(scripts harness/cli/cli_contract_test
  third_party/cmake/smoke_sweep_test)
if(HAS_LZMA AND HAS_METIS)
  list(APPEND scripts harness/cli/meshes_contract_test)
endif()
foreach(script ${scripts})
  get_filename_component(test "${script}" NAME)
  # In an empty folder of its own.
  add_test(NAME ${test} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" COMMAND bash -c
    "rm -rf \"$TEST_TMPDIR\" && mkdir \"$TEST_TMPDIR\" && bash ${script}.sh")
  set_tests_properties(${test} PROPERTIES ENVIRONMENT
    "TEST_TMPDIR=${tests}/${test};QUADRILLE_TESTED=${out}")
  list(APPEND mpi_tests ${test})
endforeach()
# Ranks that share cores with another test are very slow.
set_tests_properties(${mpi_tests} PROPERTIES RUN_SERIAL TRUE)
set_tests_properties(${mpi_tests} ${unit_tests} PROPERTIES TIMEOUT 900)
