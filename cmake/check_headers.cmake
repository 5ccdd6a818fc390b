# cmake -DCOMPILER=... -DHEADERS=a;b -DINCLUDES=dir;dir -P check_headers.cmake
#
# Fails where a public header pulls in Windows, Direct3D 12, Vulkan or any third-party header. A program that
# includes Ferry gets none of their macros. <ferry/gpu/d3d12.hpp> is there to include them and is left out.
set(forbidden "/(windows|unknwn|objbase|wtypes|d3d12[a-z0-9_]*|d3dcommon|dxgi[a-z0-9_]*|vulkan[a-z_]*|vkd3d[a-z0-9_]*)\\.h$")
string(APPEND forbidden "|/(vkd3d|directx|dxguids|wsl|vulkan|gtest|gmock|rapidcheck|benchmark)/")
string(APPEND forbidden "|/(png|spng|jpeglib|turbojpeg|zlib|zstd|ktx|stb_image)[a-z0-9_]*\\.h$")

list(REMOVE_ITEM HEADERS ferry/gpu/d3d12.hpp)
if(NOT HEADERS)
  return()
endif()
list(TRANSFORM INCLUDES PREPEND -I)

# The files that a translation unit including `headers` reads, in `out`.
function(files_read headers out)
  set(unit "")
  foreach(header IN LISTS headers)
    string(APPEND unit "#include <${header}>\n")
  endforeach()
  string(SHA1 stem "${INCLUDES};${headers}")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/check_headers_${stem}.cpp)
  file(WRITE ${source} "${unit}")
  execute_process(COMMAND ${COMPILER} -std=c++20 -M ${INCLUDES} ${source}
    OUTPUT_VARIABLE rule ERROR_VARIABLE errors RESULT_VARIABLE status)
  file(REMOVE ${source})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${headers} cannot be preprocessed:\n${errors}")
  endif()
  string(REGEX REPLACE "[ \\\n]+" ";" files "${rule}")
  list(FILTER files INCLUDE REGEX "^/")
  if(NOT files)
    message(FATAL_ERROR "${COMPILER} -M named no file for ${headers}: this check would see nothing.")
  endif()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# All headers at once is quick; only where that finds something is each looked at alone, to name the culprit.
files_read("${HEADERS}" files)
list(FILTER files INCLUDE REGEX "${forbidden}")
if(files)
  foreach(header IN LISTS HEADERS)
    files_read(${header} files)
    list(FILTER files INCLUDE REGEX "${forbidden}")
    if(files)
      message(SEND_ERROR "<${header}> pulls in ${files}; public headers may not.")
    endif()
  endforeach()
  message(FATAL_ERROR "Forward declare what is needed, or move it to a source file.")
endif()
