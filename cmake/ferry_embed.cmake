# ferry_embed(TARGET SYMBOL FILE): gives TARGET's sources the bytes of FILE, at build time, so that the program needs
# no file beside it: `#include <SYMBOL.hpp>` has `ferry::embedded::SYMBOL`, a std::string_view.
#
# An array of numbers, and not a string literal: a compiler may refuse literals above 64 KiB.
function(ferry_embed target symbol file)
  cmake_path(ABSOLUTE_PATH file NORMALIZE)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  add_custom_command(OUTPUT ${folder}/${symbol}.hpp
    COMMAND ${CMAKE_COMMAND} -DFILE=${file} -DSYMBOL=${symbol} -DOUTPUT=${folder}/${symbol}.hpp
      -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${file} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    VERBATIM)
  target_sources(${target} PRIVATE ${folder}/${symbol}.hpp)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(READ ${FILE} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))"
                       "\\1\n" bytes "${bytes}")
  get_filename_component(name ${FILE} NAME)
  file(WRITE ${OUTPUT} "// Made from ${name}.
#pragma once
#include <string_view>
namespace ferry::embedded {
namespace detail {
inline constexpr unsigned char ${SYMBOL}_bytes[] = {
${bytes}};
}
inline const std::string_view ${SYMBOL}(reinterpret_cast<const char*>(detail::${SYMBOL}_bytes), sizeof detail::${SYMBOL}_bytes);
}  // namespace ferry::embedded
")
endif()
