# The house, from the ground up: each room may use only what stands before it here.
set(FERRY_ROOMS base layout ring schedule gpu transfer diagnose assets loader check_model check)
# These may use libraries besides Direct3D 12 and the standard library; all the others are the core.
set(FERRY_ROOMS_WITH_LIBRARIES assets)

# ferry_room(NAME SOURCES file... [ROOMS room...] [LINKS library...] [PUBLIC_LINKS library...])
#
# A static library target ferry_NAME (alias ferry::NAME) with its public headers in NAME/include, linking
# publicly the rooms it names (each must stand below NAME) and PUBLIC_LINKS, and privately LINKS.
function(ferry_room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;ROOMS;LINKS;PUBLIC_LINKS")
  add_library(ferry_${name} STATIC ${arg_SOURCES})
  add_library(ferry::${name} ALIAS ferry_${name})
  set_target_properties(ferry_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(ferry_${name} PUBLIC cxx_std_20)
  target_include_directories(ferry_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM arg_ROOMS PREPEND ferry::)
  target_link_libraries(ferry_${name}
    PRIVATE $<BUILD_INTERFACE:ferry_warnings> $<BUILD_INTERFACE:ferry_library_rules> ${arg_LINKS}
    PUBLIC ${arg_ROOMS} ${arg_PUBLIC_LINKS})
  set_property(GLOBAL APPEND PROPERTY FERRY_BUILT_ROOMS ${name})
  if(FERRY_BUILD_TESTS)
    ferry_headers_alone(${name})
  endif()
endfunction()

# Refuses a house whose rooms link what they may not, however they came to link it. Called once, after every room.
function(ferry_check_house)
  get_property(built GLOBAL PROPERTY FERRY_BUILT_ROOMS)
  foreach(name IN LISTS built)
    list(FIND FERRY_ROOMS ${name} own_place)
    if(own_place LESS 0)
      message(FATAL_ERROR "Room '${name}' is not in FERRY_ROOMS (cmake/ferry_room.cmake): say there where it stands.")
    endif()
    get_target_property(links ferry_${name} LINK_LIBRARIES)
    get_target_property(public_links ferry_${name} INTERFACE_LINK_LIBRARIES)
    list(APPEND links ${public_links})
    list(FILTER links EXCLUDE REGEX "^::@|-NOTFOUND$|ferry_warnings|ferry_library_rules")
    list(REMOVE_DUPLICATES links)
    foreach(link IN LISTS links)
      string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
      string(REGEX REPLACE "^ferry(::|_)" "" room "${link}")
      list(FIND FERRY_ROOMS "${room}" place)
      if(place GREATER_EQUAL 0)
        if(NOT place LESS own_place)
          message(FATAL_ERROR "Room '${name}' may not use '${room}': dependencies point downwards only.")
        endif()
        if(name MATCHES "^check" AND NOT room MATCHES "^(base|check_model)$")
          message(FATAL_ERROR "Room '${name}' knows nothing of Ferry: it may use only 'base', not '${room}'.")
        endif()
      elseif(NOT link MATCHES "^(ferry::d3d12|Threads::Threads)$" AND NOT name IN_LIST FERRY_ROOMS_WITH_LIBRARIES)
        message(FATAL_ERROR "Room '${name}' may not link '${link}': "
                            "the core depends on Direct3D 12 and the standard library only.")
      endif()
    endforeach()
  endforeach()
endfunction()
