# What is built. Inside another project (add_subdirectory) only the core library is.
option(FERRY_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(FERRY_BUILD_ASSETS "Build the file formats (needs libpng, libjpeg, ...)" ${PROJECT_IS_TOP_LEVEL})
option(FERRY_BUILD_CLI "Build the ferry command" ${PROJECT_IS_TOP_LEVEL})
option(FERRY_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(FERRY_BUILD_BENCH "Build the benchmarks" OFF)
option(FERRY_BUILD_FUZZERS "Build the fuzzers of the file formats (needs clang; best with FERRY_SANITIZE)" OFF)
option(FERRY_INSTALL "Make install rules" ${PROJECT_IS_TOP_LEVEL})
option(FERRY_JOIN_SOURCES "Compile the command's sources ten at a time, which is quicker where none is edited" OFF)
set(FERRY_SANITIZE "" CACHE STRING "Sanitizers for everything, as for -fsanitize= (address,undefined or thread)")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(FERRY_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # It warns of its own library where sanitizers are on; the other builds have warnings as errors.
    set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
  endif()
  add_compile_options(-fsanitize=${FERRY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${FERRY_SANITIZE})
  if(FERRY_SANITIZE MATCHES "undefined")
    # The library has no RTTI and the tests do: the check of vtables would take the one's objects for broken ones.
    add_compile_options(-fno-sanitize=vptr)
  endif()
endif()

if(FERRY_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "FERRY_BUILD_FUZZERS needs clang (-DCMAKE_CXX_COMPILER=clang++), not ${CMAKE_CXX_COMPILER_ID}.")
  endif()
  # The fuzzers see by this which way the library went.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

add_library(ferry_warnings INTERFACE)
if(MSVC)
  target_compile_options(ferry_warnings INTERFACE /W4 /permissive- /utf-8)
else()
  target_compile_options(ferry_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
endif()

# Any engine must be able to take the library in: no exceptions, no RTTI.
add_library(ferry_library_rules INTERFACE)
if(MSVC)
  target_compile_options(ferry_library_rules INTERFACE /GR- /EHs-c-)
  target_compile_definitions(ferry_library_rules INTERFACE _HAS_EXCEPTIONS=0)
else()
  target_compile_options(ferry_library_rules INTERFACE -fno-exceptions -fno-rtti)
endif()
