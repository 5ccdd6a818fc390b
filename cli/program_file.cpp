#include "program_file.hpp"

#include <elf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace ferry::cli {

namespace {

std::string path_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = (folder.empty() ? "." : folder) + "/" + program;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return program;
}

/// True where the program runs with other rights than whoever starts it.
bool raises_rights(const std::string& path) {
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0) return false;
  return (about.st_mode & (S_ISUID | S_ISGID)) != 0 ||
         getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

template <typename Part>
bool read_at(std::ifstream& file, std::uint64_t offset, Part& part) {
  file.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(&part), sizeof part));
}

/// True for an executable that no dynamic loader starts.
bool is_static(std::ifstream& file) {
  Elf64_Ehdr head = {};
  if (!read_at(file, 0, head)) return false;
  for (std::uint64_t i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr segment = {};
    if (!read_at(file, head.e_phoff + i * head.e_phentsize, segment)) return false;
    if (segment.p_type == PT_INTERP) return false;
  }
  return true;
}

}  // namespace

std::string why_nothing_is_preloaded(const std::string& program) {
  const std::string path = path_of(program);
  if (raises_rights(path)) {
    return fmt::format(
        "'{}' runs with other rights than yours (setuid, setgid or capabilities), and into such "
        "programs the system preloads nothing; run a copy of it without them",
        program);
  }
  std::ifstream file(path, std::ios::binary);
  unsigned char ident[EI_NIDENT] = {};
  if (!read_at(file, 0, ident) || std::memcmp(ident, ELFMAG, SELFMAG) != 0) return "";
  if (ident[EI_CLASS] != ELFCLASS64) {
    return fmt::format(
        "'{}' is a 32-bit program, and the checker a 64-bit library; build the program for 64 bits", program);
  }
  if (is_static(file)) {
    return fmt::format(
        "'{}' is linked statically, so nothing can come between it and libvkd3d; link it to the shared "
        "libraries, or wrap the device in the program (docs/checker.md)",
        program);
  }
  return "";
}

}  // namespace ferry::cli
