# cmake -DHOUSE=source-folder -DWORK=folder -DCOMPILER=c++ -P house_rules.cmake
#
# Builds small houses out of the project's own rules and sees that those which break a rule are refused.
file(REMOVE_RECURSE ${WORK})

# house(NAME RESULT ROOMS): configures a project whose CMakeLists.txt holds ROOMS. RESULT is `good`, or a piece
# of the message with which it must be refused.
function(house name result rooms)
  set(folder ${WORK}/${name})
  file(WRITE ${folder}/empty.cpp "")
  file(WRITE ${folder}/CMakeLists.txt "
    cmake_minimum_required(VERSION 3.25)
    project(house LANGUAGES CXX)
    include(GNUInstallDirs)
    include(${HOUSE}/cmake/ferry_room.cmake)
    add_library(ferry_warnings INTERFACE)
    add_library(ferry_library_rules INTERFACE)
    add_library(ferry::d3d12 INTERFACE IMPORTED)
    add_library(other INTERFACE)
    ${rooms}
    ferry_check_house()
  ")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${folder} -B ${folder}/build -G Ninja -DCMAKE_CXX_COMPILER=${COMPILER}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(result STREQUAL "good")
    if(NOT status EQUAL 0)
      message(SEND_ERROR "${name}: a good house was refused: ${output}")
    endif()
  elseif(status EQUAL 0)
    message(SEND_ERROR "${name}: was taken; it should be refused with '${result}'")
  elseif(NOT output MATCHES "${result}")
    message(SEND_ERROR "${name}: refused, but not with '${result}': ${output}")
  endif()
endfunction()

house(downwards good "
  ferry_room(base SOURCES empty.cpp)
  ferry_room(ring SOURCES empty.cpp ROOMS base)
  ferry_room(gpu SOURCES empty.cpp ROOMS base ring PUBLIC_LINKS ferry::d3d12)
  ferry_room(assets SOURCES empty.cpp ROOMS base LINKS other)
  ferry_room(check SOURCES empty.cpp ROOMS base LINKS ferry::d3d12)")
house(upwards "Room 'ring' may not use 'gpu'" "
  ferry_room(gpu SOURCES empty.cpp)
  ferry_room(ring SOURCES empty.cpp ROOMS gpu)")
house(itself "Room 'ring' may not use 'ring'" "
  ferry_room(ring SOURCES empty.cpp)
  target_link_libraries(ferry_ring PRIVATE ferry::ring)")
house(round_the_back "Room 'layout' may not use 'transfer'" "
  ferry_room(layout SOURCES empty.cpp)
  ferry_room(transfer SOURCES empty.cpp)
  target_link_libraries(ferry_layout PRIVATE ferry_transfer)")
house(private_link "Room 'ring' may not link 'other'" "
  ferry_room(ring SOURCES empty.cpp LINKS other)")
house(public_link "Room 'gpu' may not link 'other'" "
  ferry_room(gpu SOURCES empty.cpp PUBLIC_LINKS ferry::d3d12 other)")
house(interface_link "Room 'gpu' may not link 'other'" "
  ferry_room(gpu SOURCES empty.cpp)
  target_link_libraries(ferry_gpu INTERFACE other)")
house(link_path "Room 'ring' may not link '/usr/lib/libz.so'" "
  ferry_room(ring SOURCES empty.cpp LINKS /usr/lib/libz.so)")
house(check_alone "Room 'check' knows nothing of Ferry" "
  ferry_room(base SOURCES empty.cpp)
  ferry_room(gpu SOURCES empty.cpp ROOMS base)
  ferry_room(check SOURCES empty.cpp ROOMS gpu)")
house(no_place "Room 'attic' is not in FERRY_ROOMS" "
  ferry_room(attic SOURCES empty.cpp)")

# headers(NAME RESULT HEADER TEXT): runs check_headers.cmake on one header that holds TEXT.
function(headers name result header text)
  set(folder ${WORK}/headers_${name})
  file(WRITE ${folder}/windows.h "")
  file(WRITE ${folder}/vulkan/vulkan.hpp "")
  file(WRITE ${folder}/inner.hpp "#include <windows.h>\n")
  file(WRITE ${folder}/${header} "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DCOMPILER=${COMPILER} -DHEADERS=${header} -DINCLUDES=${folder}
      -P ${HOUSE}/cmake/check_headers.cmake
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(result STREQUAL "good" AND NOT status EQUAL 0)
    message(SEND_ERROR "${name}: a good header was refused: ${output}")
  elseif(NOT result STREQUAL "good" AND (status EQUAL 0 OR NOT output MATCHES "${result}"))
    message(SEND_ERROR "${name}: should be refused with '${result}'; got ${status}: ${output}")
  endif()
endfunction()

headers(clean good clean.hpp "#include <mutex>\n#include <thread>\n#include <string>")
headers(direct "<direct.hpp> pulls in [^ ]*/windows.h" direct.hpp "#include <windows.h>")
headers(hidden "<hidden.hpp> pulls in [^ ]*/windows.h" hidden.hpp "#include <inner.hpp>")
headers(third_party "<third.hpp> pulls in [^ ]*/vulkan/vulkan.hpp" third.hpp "#include <vulkan/vulkan.hpp>")
headers(exception good ferry/gpu/d3d12.hpp "#include <windows.h>")
