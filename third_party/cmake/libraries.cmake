# The library, static and shared, and the one that is preloaded.
include_directories("${CMAKE_SOURCE_DIR}")
set(out "${CMAKE_BINARY_DIR}/programs")
file(MAKE_DIRECTORY "${out}")

add_library(library_objects OBJECT ${library_sources})
add_library(quadrille_static STATIC $<TARGET_OBJECTS:library_objects>)
set_target_properties(quadrille_static PROPERTIES
  OUTPUT_NAME quadrille ARCHIVE_OUTPUT_DIRECTORY "${out}")
add_library(quadrille_shared SHARED $<TARGET_OBJECTS:library_objects>)
set_target_properties(quadrille_shared PROPERTIES OUTPUT_NAME quadrille)
target_link_libraries(quadrille_shared PRIVATE MPI::MPI_C)

# Its calls of MPI are PMPI's.
add_custom_command(OUTPUT librenamed.a DEPENDS quadrille_static
    kernels/preload/rename_calls.sh
  COMMAND "${CMAKE_SOURCE_DIR}/kernels/preload/rename_calls.sh"
    "$<TARGET_FILE:quadrille_static>" librenamed.a VERBATIM)
add_custom_target(renamed DEPENDS librenamed.a)
add_library(quadrille_preload SHARED ${preload_sources})
add_dependencies(quadrille_preload renamed)
target_link_libraries(quadrille_preload PRIVATE
  "${CMAKE_BINARY_DIR}/librenamed.a" MPI::MPI_C)

foreach(target shared preload)
  set_target_properties(quadrille_${target} PROPERTIES NO_SONAME TRUE
    BUILD_RPATH "")
endforeach()
target_link_options(quadrille_shared PRIVATE ${libquadrille.so_linkopts})
target_link_options(quadrille_preload PRIVATE
  ${libquadrille_preload.so_linkopts})

# The Fortran modules in one file, a source.
list(TRANSFORM module_srcs PREPEND "${CMAKE_SOURCE_DIR}/")
add_custom_command(OUTPUT "${out}/quadrille.f90" DEPENDS ${module_srcs}
  COMMAND cat ${module_srcs} > "${out}/quadrille.f90" VERBATIM)
add_custom_target(fortran_module ALL DEPENDS "${out}/quadrille.f90")
