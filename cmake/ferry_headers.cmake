# ferry_header_library(TARGET PACKAGE package FIND file HEADERS path... [DEFINITIONS definition...] [DEBIAN package])
#
# Makes TARGET, a library of headers alone. Where CMake's find_package(package) makes it (Linux, vcpkg), that is all;
# else where FIND lies in an include folder of the system that is built for, that folder.
#
# For another system than this one the folder of this system's headers may not be searched: its C library would come
# along. There HEADERS, of /usr/include, are linked into a folder of their own in the build tree.
function(ferry_header_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PACKAGE;FIND;DEBIAN" "HEADERS;DEFINITIONS")
  if(TARGET ${target})
    return()
  endif()
  find_package(${arg_PACKAGE} CONFIG QUIET)
  if(TARGET ${target})
    # Known where it is asked for, and not only where it was asked for first.
    set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
    return()
  endif()
  string(MAKE_C_IDENTIFIER ${target} name)
  find_path(FERRY_HEADERS_${name} ${arg_FIND})
  mark_as_advanced(FERRY_HEADERS_${name})
  set(folder ${FERRY_HEADERS_${name}})
  if(NOT folder AND CMAKE_CROSSCOMPILING AND EXISTS /usr/include/${arg_FIND})
    set(folder ${PROJECT_BINARY_DIR}/host_headers/${name})
    foreach(header IN LISTS arg_HEADERS)
      cmake_path(GET header PARENT_PATH parent)
      file(MAKE_DIRECTORY ${folder}/${parent})
      file(CREATE_LINK /usr/include/${header} ${folder}/${header} SYMBOLIC)
    endforeach()
  endif()
  if(NOT folder)
    message(FATAL_ERROR "${arg_FIND} is missing: Debian's package ${arg_DEBIAN}, or vcpkg (vcpkg.json lists what is needed).")
  endif()
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${folder})
  target_compile_definitions(${target} INTERFACE ${arg_DEFINITIONS})
endfunction()

# The header libraries of several rooms.
function(ferry_find_nlohmann_json)
  ferry_header_library(nlohmann_json::nlohmann_json PACKAGE nlohmann_json FIND nlohmann/json.hpp HEADERS nlohmann
    DEBIAN nlohmann-json3-dev)
endfunction()
function(ferry_find_cli11)
  ferry_header_library(CLI11::CLI11 PACKAGE CLI11 FIND CLI/CLI.hpp HEADERS CLI DEBIAN libcli11-dev)
endfunction()
function(ferry_find_fmt)
  ferry_header_library(fmt::fmt PACKAGE fmt FIND fmt/format.h HEADERS fmt DEFINITIONS FMT_HEADER_ONLY=1
    DEBIAN libfmt-dev)
endfunction()
function(ferry_find_xxhash)
  ferry_header_library(xxHash::xxhash PACKAGE xxHash FIND xxhash.h HEADERS xxhash.h xxh3.h DEFINITIONS XXH_INLINE_ALL
    DEBIAN libxxhash-dev)
endfunction()
function(ferry_find_tinygltf)
  ferry_header_library(tinygltf::tinygltf PACKAGE TinyGLTF FIND tiny_gltf.h HEADERS tiny_gltf.h DEBIAN libtinygltf-dev)
endfunction()
