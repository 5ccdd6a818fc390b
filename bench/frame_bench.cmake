# Draws with the command's own code.
if(TARGET ferry_cli)
  add_executable(frame_bench frame_bench.cpp)
  target_link_libraries(frame_bench PRIVATE ferry_warnings ferry_cli)
endif()
