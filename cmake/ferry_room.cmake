# The house: each room may use only what stands before it here. `check` knows nothing of Ferry but base.
set(FERRY_ROOMS base layout ring schedule gpu transfer assets loader check)

# ferry_room(NAME SOURCES file... [ROOMS room...] [LINKS library...])
#
# A static library target ferry_NAME (alias ferry::NAME) with its public headers in NAME/include, linking
# publicly the rooms it names (each must stand below NAME) and privately LINKS.
function(ferry_room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;ROOMS;LINKS;PUBLIC_LINKS")
  list(FIND FERRY_ROOMS ${name} own_place)
  foreach(room IN LISTS arg_ROOMS)
    list(FIND FERRY_ROOMS ${room} place)
    if(place LESS 0 OR NOT place LESS own_place)
      message(FATAL_ERROR "Room '${name}' may not use '${room}': dependencies point downwards only.")
    endif()
    if(name STREQUAL "check" AND NOT room STREQUAL "base")
      message(FATAL_ERROR "Room 'check' knows nothing of Ferry: it may use only 'base', not '${room}'.")
    endif()
  endforeach()

  add_library(ferry_${name} STATIC ${arg_SOURCES})
  add_library(ferry::${name} ALIAS ferry_${name})
  set_target_properties(ferry_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(ferry_${name} PUBLIC cxx_std_20)
  target_include_directories(ferry_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(ferry_${name}
    PRIVATE $<BUILD_INTERFACE:ferry_warnings> $<BUILD_INTERFACE:ferry_library_rules> ${arg_LINKS}
    PUBLIC ${arg_PUBLIC_LINKS})
  foreach(room IN LISTS arg_ROOMS)
    target_link_libraries(ferry_${name} PUBLIC ferry::${room})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY FERRY_ROOM_TARGETS ferry_${name})
  if(FERRY_BUILD_TESTS)
    ferry_headers_alone(${name})
  endif()
endfunction()
