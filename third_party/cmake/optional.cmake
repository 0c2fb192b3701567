# Libraries that the build can do without. Each has a file that calls it, and
# one of the same functions without it, NAME_absent.c.
find_path(LZMA_INCLUDE lzma.h)
find_path(METIS_INCLUDE metis.h)
find_path(ARPACK_INCLUDE arpack.h PATH_SUFFIXES arpack)
find_library(LZMA_LIBRARY NAMES liblzma.a lzma)
find_library(METIS_LIBRARY metis)
find_library(ARPACK_LIBRARY arpack)

# choose NAME FILE WITHOUT: takes the file if the library is there. Portable
# programs take archives alone.
set(optional_libraries)
set(left_out)
macro(choose name file without)
  set(HAS_${name} FALSE)
  if(NOT "${file}" IN_LIST program_sources)
    fail("${file} is not in third_party/cmake/sources.cmake")
  elseif(${name}_INCLUDE AND ${name}_LIBRARY AND
      (NOT QUADRILLE_PORTABLE OR ${name}_LIBRARY MATCHES "[.]a$"))
    set(HAS_${name} TRUE)
    list(APPEND optional_libraries "${${name}_LIBRARY}")
    include_directories(SYSTEM "${${name}_INCLUDE}")
    message(STATUS "${name}: ${${name}_LIBRARY}")
  else()
    string(REGEX REPLACE "[.]c$" "_absent.c" absent "${file}")
    list(TRANSFORM program_sources REPLACE "^${file}$" "${absent}")
    list(APPEND left_out "${without}")
    message(STATUS "${name}: not linked; without ${without}")
  endif()
endmacro()
choose(LZMA workloads/text/unpack.c "stored meshes and packed results")
choose(METIS workloads/partition/metis_methods.c
  "the partitions recursive and kway")
choose(ARPACK workloads/partition/fiedler_arpack.c "the partition spectral")
# For the list of what a bundle needs.
list(JOIN left_out "; " left_out)
file(WRITE "${CMAKE_BINARY_DIR}/left_out" "${left_out}")
