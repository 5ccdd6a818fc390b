# The layer around Direct3D 12. Included by check/CMakeLists.txt; paths are relative to check/.
file(GLOB layer_sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} layer/src/*.cpp
     layer/src/generated/*.cpp)
ferry_room(check
  SOURCES ${layer_sources}
  ROOMS base check_model
  LINKS ferry::d3d12)
target_include_directories(ferry_check PRIVATE layer/src)

# MinGW's header stops at ID3D12Device1. Where Microsoft's is at hand (Debian's package directx-headers-dev), the
# layer is compiled against it, too, as one source: with ID3D12Device9 and command lists 3 and 4.
if(FERRY_BUILD_TESTS AND MINGW AND CMAKE_CROSSCOMPILING)
  find_path(FERRY_DIRECTX_HEADERS directx/d3d12.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
  if(FERRY_DIRECTX_HEADERS)
    set(directx_copy ${CMAKE_CURRENT_BINARY_DIR}/directx_headers)
    file(COPY ${FERRY_DIRECTX_HEADERS}/directx ${FERRY_DIRECTX_HEADERS}/dxguids DESTINATION ${directx_copy})
    add_library(ferry_check_newer_headers OBJECT ${layer_sources})
    set_target_properties(ferry_check_newer_headers PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    target_compile_definitions(ferry_check_newer_headers PRIVATE FERRY_CHECK_DIRECTX_HEADERS)
    target_include_directories(ferry_check_newer_headers PRIVATE include layer/src)
    target_include_directories(ferry_check_newer_headers SYSTEM PRIVATE ${directx_copy})
    target_link_libraries(ferry_check_newer_headers
      PRIVATE ferry_warnings ferry_library_rules ferry::base ferry::check_model)
  endif()
endif()

if(FERRY_BUILD_TESTS)
  file(GLOB layer_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} test/layer_*.cpp)
  ferry_test(check_layer_test
    SOURCES ${layer_tests}
    LINKS ferry::check ferry::d3d12 ferry::shaders
    LABELS gpu)
  target_include_directories(check_layer_test PRIVATE layer/src)
endif()
