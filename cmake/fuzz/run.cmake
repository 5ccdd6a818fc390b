# cmake -DFUZZER=program -DSEEDS=program -DFOLDER=folder -P run.cmake
#
# Runs a fuzzer for FERRY_FUZZ_SECONDS of the environment (10 without it) from fresh seeds and from what earlier runs
# found. See cmake/ferry_fuzzer.cmake.
set(seconds 10)
if(NOT "$ENV{FERRY_FUZZ_SECONDS}" STREQUAL "")
  set(seconds $ENV{FERRY_FUZZ_SECONDS})
endif()
file(REMOVE_RECURSE ${FOLDER}/seeds)
file(MAKE_DIRECTORY ${FOLDER}/seeds ${FOLDER}/corpus)
execute_process(COMMAND ${SEEDS} ${FOLDER}/seeds RESULT_VARIABLE status)
file(GLOB seeds ${FOLDER}/seeds/*)
if(NOT status EQUAL 0 OR NOT seeds)
  message(FATAL_ERROR "${SEEDS} made no seeds")
endif()

# Ferry asks for big memory without throwing; where there is none it must see a null pointer, as without sanitizers.
set(ENV{ASAN_OPTIONS} "$ENV{ASAN_OPTIONS}:allocator_may_return_null=1")
execute_process(
  COMMAND ${FUZZER} -max_total_time=${seconds} -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
    -artifact_prefix=${FOLDER}/ ${FOLDER}/corpus ${FOLDER}/seeds
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "The fuzzer found something. Run it again with the file named above:\n  ${FUZZER} FILE")
endif()
