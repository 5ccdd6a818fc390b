# The layer around Direct3D 12. Included by check/CMakeLists.txt; paths are relative to check/.
file(GLOB layer_sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} layer/src/*.cpp
     layer/src/generated/*.cpp)
ferry_room(check
  SOURCES ${layer_sources}
  ROOMS base check_model
  LINKS ferry::d3d12)
target_include_directories(ferry_check PRIVATE layer/src)

if(FERRY_BUILD_TESTS)
  file(GLOB layer_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} test/layer_*.cpp)
  ferry_test(check_layer_test
    SOURCES ${layer_tests}
    LINKS ferry::check ferry::d3d12 ferry::shaders
    LABELS gpu)
  target_include_directories(check_layer_test PRIVATE layer/src)
endif()
