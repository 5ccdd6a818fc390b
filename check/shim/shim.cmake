# libferry-check.so: what `ferry check` preloads into other programs. Included by check/CMakeLists.txt; paths are relative
# to check/. Its options are a library of their own, because the command writes what the shim reads.
add_library(ferry_check_shim_options STATIC shim/shim_options.cpp)
target_include_directories(ferry_check_shim_options PUBLIC shim)
target_link_libraries(ferry_check_shim_options
  PRIVATE ferry_warnings ferry_library_rules
  PUBLIC ferry::check_model)

# A sanitizer's runtime has to be in a program from its start: there is nothing to preload then.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR FERRY_SANITIZE)
  return()
endif()

add_library(ferry_check_shim MODULE
  shim/dlsym.cpp shim/functions.cpp shim/presents.cpp shim/real_function.cpp shim/session.cpp)
# Beside the command in the build folder, where it looks first.
set_target_properties(ferry_check_shim PROPERTIES
  OUTPUT_NAME ferry-check LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/cli
  LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/shim/exports.map)
target_include_directories(ferry_check_shim PRIVATE layer/src)
target_link_libraries(ferry_check_shim
  PRIVATE ferry_warnings ferry_library_rules ferry_check_shim_options ferry::check ferry::d3d12)
# Whoever is preloaded brings nothing with it: no libvkd3d (--as-needed: the shim defines what the checker calls), and a
# C++ library of its own, for the program may have another one.
target_link_options(ferry_check_shim PRIVATE
  LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/shim/exports.map
  LINKER:--as-needed LINKER:-z,defs LINKER:-Bsymbolic -static-libstdc++ -static-libgcc)
# dlsym must hand on by a jump, in every kind of build.
set_source_files_properties(shim/dlsym.cpp shim/real_function.cpp PROPERTIES COMPILE_OPTIONS "-O2")
if(FERRY_INSTALL)
  install(TARGETS ferry_check_shim LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ferry)
endif()
