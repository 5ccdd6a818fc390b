add_executable(growth_bench growth_bench.cpp growth_plot.cpp)
target_link_libraries(growth_bench PRIVATE ferry_warnings ferry::loader ferry_sampling)
