# cmake -DFUZZER=program -DFOLDER=folder -P run_wrongdoer.cmake
#
# Sees that each kind of wrong that wrongdoer.cpp does is found and named.
file(MAKE_DIRECTORY ${FOLDER})
function(expect content message)
  file(WRITE ${FOLDER}/input ${content})
  execute_process(COMMAND ${FUZZER} -timeout=1 -artifact_prefix=${FOLDER}/ ${FOLDER}/input
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(message STREQUAL "good")
    if(NOT status EQUAL 0)
      message(SEND_ERROR "'${content}' is no wrong, but was found: ${output}")
    endif()
  elseif(status EQUAL 0 OR NOT output MATCHES "${message}")
    message(SEND_ERROR "'${content}' is a wrong that was not found as '${message}': ${output}")
  endif()
endfunction()

expect("x" good)
expect("a" good)
expect("r" "heap-buffer-overflow")
expect("m" "an allocation of 65537 bytes; 65536 are the most")
expect("h" "ERROR: libFuzzer: timeout")
