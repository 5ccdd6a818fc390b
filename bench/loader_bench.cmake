add_executable(loader_bench loader_bench.cpp)
target_link_libraries(loader_bench PRIVATE ferry_warnings bench_hand ferry::loader)
