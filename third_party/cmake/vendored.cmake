# Copies of other projects' sources, unchanged; third_party/vendored/README.md.
# The programs hide their names from the libraries of MPI.
set(vendored "${CMAKE_SOURCE_DIR}/third_party/vendored")
function(add_vendored name)
  file(GLOB files "${vendored}/${name}/src/*.c")
  add_library(${name} STATIC ${files})
  set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET hidden)
  target_compile_options(${name} PRIVATE -w)
  target_include_directories(${name} PUBLIC "${vendored}/${name}/include")
  target_compile_definitions(${name} PRIVATE ${ARGN})
endfunction()

add_vendored(yaml YAML_VERSION_STRING="0.2.5" YAML_VERSION_MAJOR=0
  YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5)

# jansson's templates of headers, with what Linux has.
foreach(name ENDIAN_H FCNTL_H SCHED_H UNISTD_H SYS_PARAM_H SYS_STAT_H SYS_TIME_H
    SYS_TYPES_H STDINT_H CLOSE GETPID GETTIMEOFDAY OPEN READ SCHED_YIELD
    SYNC_BUILTINS ATOMIC_BUILTINS LOCALE_H SETLOCALE INT32_T UINT32_T UINT16_T
    UINT8_T SSIZE_T)
  set(HAVE_${name} 1)
endforeach()
set(USE_URANDOM 1)
set(JANSSON_INITIAL_HASHTABLE_ORDER 3)
set(json_inline inline)
foreach(name long_long localeconv atomic_builtins sync_builtins)
  set(json_have_${name} 1)
endforeach()
configure_file("${vendored}/jansson/src/jansson_config.h.in"
  jansson/jansson_config.h)
configure_file("${vendored}/jansson/src/jansson_private_config.h.cmake"
  jansson/jansson_private_config.h)
add_vendored(jansson HAVE_CONFIG_H)
target_include_directories(jansson PUBLIC "${vendored}/jansson/src"
  "${CMAKE_BINARY_DIR}/jansson")

if(BUILD_TESTING)
  add_vendored(cmocka HAVE_MALLOC_H HAVE_INTTYPES_H HAVE_SIGNAL_H
    HAVE_STRINGS_H HAVE_SIGLONGJMP HAVE_STRSIGNAL HAVE_STRUCT_TIMESPEC
    HAVE_CLOCK_REALTIME HAVE_GCC_THREAD_LOCAL_STORAGE HAVE_SNPRINTF
    HAVE_VSNPRINTF HAVE_UINTPTR_T)
endif()
