# The programs. What they share is one archive: a program takes from it what it
# needs, and `quadrille` no MPI.

# The linker puts the stored meshes into the programs.
list(TRANSFORM embed_meshes_srcs REPLACE ".*/" "" OUTPUT_VARIABLE meshes)
list(GET embed_meshes_srcs 0 mesh)
get_filename_component(folder "${CMAKE_SOURCE_DIR}/${mesh}" DIRECTORY)
set(meshes_object "${CMAKE_BINARY_DIR}/airfoil_meshes.o")
add_custom_command(OUTPUT "${meshes_object}" DEPENDS ${embed_meshes_srcs}
  WORKING_DIRECTORY "${folder}"
  COMMAND "${CMAKE_LINKER}" -r -b binary -z noexecstack -o "${meshes_object}"
    ${meshes} VERBATIM)
set_source_files_properties("${meshes_object}" PROPERTIES
  EXTERNAL_OBJECT TRUE GENERATED TRUE)
add_library(parts STATIC ${program_sources} "${meshes_object}")
target_link_libraries(parts PUBLIC quadrille_static jansson yaml
  ${optional_libraries})

# Sources that are compiled in several ways; some for one processor only.
foreach(variant ${variants})
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" OR
      NOT "${${variant}_copts}" MATCHES ";-m")
    add_library(${variant} OBJECT ${${variant}_srcs})
    target_compile_options(${variant} PRIVATE ${${variant}_copts})
    target_sources(parts PRIVATE $<TARGET_OBJECTS:${variant}>)
  endif()
endforeach()

# glibc before 2.33 has the old name alone, for less than 2 GB.
include(CheckSymbolExists)
check_symbol_exists(mallinfo2 malloc.h HAS_MALLINFO2)
if(NOT HAS_MALLINFO2)
  set_source_files_properties(harness/self_tests/speed.c PROPERTIES
    COMPILE_DEFINITIONS mallinfo2=mallinfo)
endif()

foreach(program ${programs})
  add_executable(${program} ${${program}_srcs})
  target_link_options(${program} PRIVATE ${${program}_linkopts})
  target_link_libraries(${program} PRIVATE parts)
  if(NOT program STREQUAL quadrille)
    target_link_libraries(${program} PRIVATE MPI::MPI_C)
  endif()
endforeach()
# Before MPI, and with plans of its own that call PMPI.
set_target_properties(preload_speed PROPERTIES LINK_LIBRARIES
  "quadrille_preload;${CMAKE_BINARY_DIR}/librenamed.a;MPI::MPI_C;m;pthread")

# What results say of their programs.
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
add_custom_target(provenance ALL VERBATIM COMMAND
  "${CMAKE_SOURCE_DIR}/third_party/provenance.sh" "cmake -std=gnu11 \
${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} -UNDEBUG" > "${out}/provenance")
