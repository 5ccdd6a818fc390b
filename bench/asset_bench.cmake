# Loads files as the command does, with its own code; of the command only what decodes and compares.
if(TARGET ferry_assets)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(SPNG REQUIRED IMPORTED_TARGET spng)
  pkg_check_modules(JPEG REQUIRED IMPORTED_TARGET libjpeg)
  pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
  pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
  find_package(Threads REQUIRED)

  # The hand-written side of it, which decodes with the same libraries.
  add_library(bench_hand_textures STATIC hand/texture_decode.cpp hand/texture_files.cpp)
  target_link_libraries(bench_hand_textures
    PRIVATE ferry_warnings PkgConfig::SPNG PkgConfig::JPEG PkgConfig::ZSTD
    PUBLIC bench_hand Threads::Threads)

  add_executable(asset_bench asset_bench.cpp asset_files.cpp jpeg_of.cpp photo.cpp
    ${PROJECT_SOURCE_DIR}/cli/decode_texture.cpp ${PROJECT_SOURCE_DIR}/cli/verify.cpp)
  target_include_directories(asset_bench PRIVATE ${PROJECT_SOURCE_DIR}/cli)
  target_link_libraries(asset_bench PRIVATE ferry_warnings bench_hand_textures bench_compare
    ferry::assets ferry::loader ferry::transfer PkgConfig::JPEG PkgConfig::ZLIB PkgConfig::ZSTD)
endif()
