include(GoogleTest)

if(CMAKE_CROSSCOMPILING)
  # No distribution has GoogleTest built for another system; Debian's googletest package has the sources.
  set(FERRY_GOOGLETEST_SOURCES /usr/src/googletest CACHE PATH "GoogleTest's sources, for cross-compiling")
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  add_subdirectory(${FERRY_GOOGLETEST_SOURCES} googletest EXCLUDE_FROM_ALL SYSTEM)
  set_target_properties(gtest gtest_main PROPERTIES COMPILE_WARNING_AS_ERROR OFF)
else()
  find_package(GTest REQUIRED)
  find_library(FERRY_RAPIDCHECK rapidcheck REQUIRED)
endif()

# ferry_test(NAME SOURCES file... LINKS library... [LABELS label...] [TIMEOUT seconds] [RAPIDCHECK])
#
# One GoogleTest program; each test in it is a ctest test, or for another system the whole program is one (to start it
# takes longer than most tests). Labels: `gpu` for tests that need a D3D12 device,
# `full` for sweeps too long for every day (only `ctest --preset full` runs them).
#
# RAPIDCHECK links RapidCheck. Where there is none (cross-compiling: no package has it for Windows), the
# sources that include it are left out, and a program with no other sources is not built; CMake says which.
function(ferry_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RAPIDCHECK" "TIMEOUT" "SOURCES;LINKS;LABELS")
  if(arg_RAPIDCHECK AND NOT FERRY_RAPIDCHECK)
    foreach(source IN LISTS arg_SOURCES)
      file(STRINGS ${source} uses REGEX "#include <rapidcheck" LIMIT_COUNT 1)
      if(uses)
        message(STATUS "No RapidCheck for this system: ${name} is built without ${source}.")
        list(REMOVE_ITEM arg_SOURCES ${source})
      endif()
    endforeach()
    if(NOT arg_SOURCES)
      return()
    endif()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ferry_warnings ${arg_LINKS} GTest::gtest GTest::gtest_main)
  if(arg_RAPIDCHECK AND FERRY_RAPIDCHECK)
    target_link_libraries(${name} PRIVATE ${FERRY_RAPIDCHECK})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(CMAKE_CROSSCOMPILING)
    if(CMAKE_CROSSCOMPILING_EMULATOR)
      add_test(NAME ${name} COMMAND ${name})
      set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
    endif()
    return()
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 120
    PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
endfunction()

# Each public header of a room is compiled alone and twice, under the library's own rules; and a test looks at
# what it pulls in (cmake/check_headers.cmake). Once is enough: not for sanitizers, nor for another system.
function(ferry_headers_alone room)
  if(FERRY_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/include
       ${CMAKE_CURRENT_SOURCE_DIR}/include/*.hpp)
  set(sources "")
  foreach(header IN LISTS headers)
    string(MAKE_C_IDENTIFIER ${header} stem)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers_alone/${stem}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <${header}>\n#include <${header}>\n" @ONLY)
    list(APPEND sources ${source})
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_library(ferry_${room}_headers_alone OBJECT ${sources})
  target_link_libraries(ferry_${room}_headers_alone PRIVATE ferry_warnings ferry_library_rules ferry::${room})
  if(NOT MSVC)
    add_test(NAME house.headers.${room}
      COMMAND ${CMAKE_COMMAND} -DCOMPILER=${CMAKE_CXX_COMPILER} "-DHEADERS=${headers}"
        "-DINCLUDES=$<TARGET_PROPERTY:ferry_${room}_headers_alone,INCLUDE_DIRECTORIES>"
        -P ${PROJECT_SOURCE_DIR}/cmake/check_headers.cmake)
    set_tests_properties(house.headers.${room} PROPERTIES LABELS house)
  endif()
endfunction()

# Proves that the house refuses what it must refuse (cmake/test/).
function(ferry_house_tests)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  add_test(NAME house.rules
    COMMAND ${CMAKE_COMMAND} -DHOUSE=${PROJECT_SOURCE_DIR} -DWORK=${PROJECT_BINARY_DIR}/house_rules
      -DCOMPILER=${CMAKE_CXX_COMPILER} -P ${PROJECT_SOURCE_DIR}/cmake/test/house_rules.cmake)
  set_tests_properties(house.rules PROPERTIES LABELS house)
endfunction()
