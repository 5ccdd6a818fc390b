# ferry_fuzzer(NAME SOURCES file... SEEDS seeds.cpp [LINKS library...])
#
# A libFuzzer program NAME_fuzz (only with FERRY_BUILD_FUZZERS, which needs clang and its libFuzzer):
#
# - SOURCES define `extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t)`. It makes a
#   ferry::fuzz::Allowance of the input's size before anything else (cmake/fuzz/allowance.hpp), so that an allocation
#   of more than 16 times the input ends the program, and raises it only by what the input's header plausibly asks for.
# - SEEDS defines `ferry::fuzz::make_seeds()` (cmake/fuzz/seeds.hpp): small good files of every kind the parser knows,
#   made by code. No binary file is kept in the repository.
#
# Both find their helpers as "allowance.hpp" and "seeds.hpp". For example:
#
#   ferry_fuzzer(png SOURCES png_fuzz.cpp SEEDS png_seeds.cpp LINKS ferry::assets PkgConfig::SPNG)
#
# The ctest test `fuzz.NAME` makes the seeds anew and lets the fuzzer run for FERRY_FUZZ_SECONDS of the environment
# (10 without it). It fails on a crash, a sanitizer's report, a leak, an input that takes more than 10 seconds, or an
# allocation that is too big. The failing input is then build/fuzz/fuzz/NAME/crash-*, timeout-* or the like; the program
# with that file as its argument does it again. What was found interesting stays in build/fuzz/fuzz/NAME/corpus, so that
# the next run goes on from there.
#
#   cmake --preset fuzz && cmake --build --preset fuzz && ctest --preset fuzz
#   FERRY_FUZZ_SECONDS=3600 ctest --preset fuzz --tests-regex '^fuzz.png$'
add_library(ferry_fuzzing STATIC ${CMAKE_CURRENT_LIST_DIR}/fuzz/allowance.cpp)
target_include_directories(ferry_fuzzing PUBLIC ${CMAKE_CURRENT_LIST_DIR}/fuzz)
target_link_libraries(ferry_fuzzing PRIVATE ferry_warnings)
add_library(ferry_fuzz_seeds STATIC ${CMAKE_CURRENT_LIST_DIR}/fuzz/seeds_main.cpp)
target_include_directories(ferry_fuzz_seeds PUBLIC ${CMAKE_CURRENT_LIST_DIR}/fuzz)
target_link_libraries(ferry_fuzz_seeds PRIVATE ferry_warnings)
# What `cmake --build --preset fuzz` builds.
add_custom_target(ferry_fuzzers)

function(ferry_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;SEEDS;LINKS")
  add_executable(${name}_fuzz ${arg_SOURCES})
  target_link_libraries(${name}_fuzz PRIVATE ferry_warnings ferry_fuzzing ${arg_LINKS})
  target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
  add_executable(${name}_seeds ${arg_SEEDS})
  target_link_libraries(${name}_seeds PRIVATE ferry_warnings ferry_fuzz_seeds ${arg_LINKS})
  add_dependencies(ferry_fuzzers ${name}_fuzz ${name}_seeds)
  add_test(NAME fuzz.${name}
    COMMAND ${CMAKE_COMMAND} -DFUZZER=$<TARGET_FILE:${name}_fuzz> -DSEEDS=$<TARGET_FILE:${name}_seeds>
      -DFOLDER=${PROJECT_BINARY_DIR}/fuzz/${name} -P ${PROJECT_SOURCE_DIR}/cmake/fuzz/run.cmake)
  # The fuzzer keeps the time itself; it may be told to run for hours.
  set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 100000 LABELS fuzz)
endfunction()

# Proves that a fuzzer finds what it must find: a program that does wrong on purpose.
function(ferry_fuzzer_tests)
  add_executable(ferry_fuzz_wrongdoer ${PROJECT_SOURCE_DIR}/cmake/fuzz/wrongdoer.cpp)
  target_link_libraries(ferry_fuzz_wrongdoer PRIVATE ferry_warnings ferry_fuzzing)
  target_link_options(ferry_fuzz_wrongdoer PRIVATE -fsanitize=fuzzer)
  add_dependencies(ferry_fuzzers ferry_fuzz_wrongdoer)
  add_test(NAME fuzz.wrongdoer
    COMMAND ${CMAKE_COMMAND} -DFUZZER=$<TARGET_FILE:ferry_fuzz_wrongdoer>
      -DFOLDER=${PROJECT_BINARY_DIR}/fuzz/wrongdoer -P ${PROJECT_SOURCE_DIR}/cmake/fuzz/run_wrongdoer.cmake)
  set_tests_properties(fuzz.wrongdoer PROPERTIES LABELS fuzz)
endfunction()
