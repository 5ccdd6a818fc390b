find_package(benchmark REQUIRED)
add_executable(ring_bench ring_bench.cpp)
target_link_libraries(ring_bench PRIVATE ferry_warnings ferry::ring benchmark::benchmark)
