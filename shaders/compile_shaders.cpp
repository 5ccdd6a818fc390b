// Compiles one HLSL file with D3DCompile (d3dcompiler_47.dll) and writes the DXBC as a C++ header.
// A Windows program; remake.sh builds it with MinGW-w64 and runs it under Wine.
//
//   compile_shaders SOURCE.hlsl TARGET SHA256 COMPILER OUTPUT.hpp
//
// TARGET is a shader model 5.0 profile (vs_5_0, ps_5_0), SHA256 the hash of SOURCE, COMPILER words that say
// whose d3dcompiler_47.dll this is; the last two are only written down. The entry point is `main`.
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// windows.h first
#include <d3dcompiler.h>

#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace {

/// `load_ps` -> `kLoadPs`.
std::string constant_name(std::string_view stem) {
  std::string name = "k";
  bool upper = true;
  for (const char c : stem) {
    if (c == '_') {
      upper = true;
    } else {
      name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      upper = false;
    }
  }
  return name;
}

void append_bytes(std::string& out, const unsigned char* bytes, std::size_t count) {
  constexpr std::size_t kPerLine = 18;
  for (std::size_t i = 0; i < count; ++i) {
    char digits[8];
    std::snprintf(digits, sizeof digits, "0x%02x,", bytes[i]);
    out += i % kPerLine == 0 ? "\n    " : " ";
    out += digits;
  }
}

int fail(const std::string& what) {
  std::fprintf(stderr, "compile_shaders: %s\n", what.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return fail("usage: compile_shaders SOURCE.hlsl TARGET SHA256 COMPILER OUTPUT.hpp");
  const std::string source_path = argv[1];
  const std::string target = argv[2];
  const std::string output_path = argv[5];

  std::ifstream source_file(source_path, std::ios::binary);
  if (!source_file) return fail("cannot read " + source_path);
  const std::string source((std::istreambuf_iterator<char>(source_file)), std::istreambuf_iterator<char>());

  const HMODULE compiler = LoadLibraryA("d3dcompiler_47.dll");
  if (compiler == nullptr) return fail("d3dcompiler_47.dll cannot be loaded");
  const auto compile =
      reinterpret_cast<pD3DCompile>(reinterpret_cast<void*>(GetProcAddress(compiler, "D3DCompile")));
  if (compile == nullptr) return fail("d3dcompiler_47.dll has no D3DCompile");

  const std::string file_name = source_path.substr(source_path.find_last_of("/\\") + 1);
  const std::string stem = file_name.substr(0, file_name.find('.'));
  ID3DBlob* code = nullptr;
  ID3DBlob* messages = nullptr;
  const HRESULT result =
      compile(source.data(), source.size(), file_name.c_str(), nullptr, nullptr, "main", target.c_str(),
              D3DCOMPILE_ENABLE_STRICTNESS | D3DCOMPILE_OPTIMIZATION_LEVEL3, 0, &code, &messages);
  if (messages != nullptr) {
    std::fwrite(messages->GetBufferPointer(), 1, messages->GetBufferSize(), stderr);
    messages->Release();
  }
  if (FAILED(result) || code == nullptr) return fail(file_name + " does not compile");

  std::string out = "// Made by shaders/remake.sh from shaders/" + file_name + "; do not edit.\n";
  out += "// source sha256: " + std::string(argv[3]) + "\n";
  out += "// compiler: " + std::string(argv[4]) + ", entry point main, target " + target + "\n";
  out += "#pragma once\n\n#include <cstdint>\n\nnamespace ferry::shaders {\n\n";
  out += "/// DXBC of " + file_name + " (" + target + ").\n";
  out += "inline constexpr std::uint8_t " + constant_name(stem) + "[] = {";
  append_bytes(out, static_cast<const unsigned char*>(code->GetBufferPointer()), code->GetBufferSize());
  out += "\n};\n\n}  // namespace ferry::shaders\n";
  code->Release();

  std::ofstream output(output_path, std::ios::binary);
  output << out;
  output.close();
  return output ? 0 : fail("cannot write " + output_path);
}
