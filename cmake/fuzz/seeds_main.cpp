// PROGRAM FOLDER: writes the seeds of one fuzzer into an existing folder.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "seeds.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "the folder of seeds is missing\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  for (const ferry::fuzz::Seed& seed : ferry::fuzz::make_seeds()) {
    const std::filesystem::path path = folder / seed.name;
    if (std::filesystem::exists(path)) {
      std::fprintf(stderr, "%s: two seeds have this name\n", seed.name.c_str());
      return 1;
    }
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(seed.bytes.data()),
               static_cast<std::streamsize>(seed.bytes.size()));
    if (!file.flush()) {
      std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
      return 1;
    }
  }
  return 0;
}
