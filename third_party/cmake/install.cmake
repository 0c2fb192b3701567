# As ./quadrille install does; and the programs, for QUADRILLE_BUILT.
install(CODE "
  execute_process(RESULT_VARIABLE status COMMAND \"${CMAKE_COMMAND}\" -E env
    \"QUADRILLE_ROOT=${CMAKE_SOURCE_DIR}\" \"QUADRILLE_BUILT_DIR=${out}\"
    \"${CMAKE_SOURCE_DIR}/harness/install/install.sh\"
    --prefix \"\${CMAKE_INSTALL_PREFIX}\")
  if(NOT status EQUAL 0)
    message(FATAL_ERROR \" quadrille: not installed\")
  endif()")
install(DIRECTORY "${out}/" DESTINATION libexec/quadrille
  USE_SOURCE_PERMISSIONS)
