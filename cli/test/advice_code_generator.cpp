// Writes the code of every advice that there is into a source file, each once, as a function: whether it
// compiles and what it does is seen by advice_code_test.
#include <cstdio>
#include <fstream>
#include <set>
#include <string>

#include "../../transfer/test/advise_sweep.hpp"

namespace {

using namespace ferry;

/// The resource that the code fills, as it calls it; `nullptr` where it has none.
std::string resource_of(const Advice& advice) {
  switch (advice.upload) {
    case UploadWay::kNone:
    case UploadWay::kRingMemory:
      return "nullptr";
    case UploadWay::kDirectWrite:
      return "filled->buffer.get()";
    case UploadWay::kRotation:
      return "copy.resource.get()";
    case UploadWay::kLoader:
    case UploadWay::kLoaderPack:
      return "resource.get()";
    default:
      return advice.use.kind == ResourceKind::kBuffer ? "buffer->get()" : "texture->get()";
  }
}

/// The state that the code leaves a texture in: that of the last barrier which is its own or Ferry's.
std::uint32_t state_of(const Advice& advice) {
  if (advice.use.kind == ResourceKind::kBuffer) return 0;
  const bool barrier = advice.code.find("record_barriers") != std::string::npos;
  if (advice.upload != UploadWay::kRecording && !barrier) return 0;
  bool copied = false;
  for (const StateStep& step : advice.states) {
    if (copied && step.state != 0) return step.state;
    copied = copied || step.queue.has_value();
  }
  return 0;
}

void write_function(std::ofstream& out, std::size_t number, const Advice& advice) {
  out << "Result<void> run_" << number << "(Given& given) {\n";
  for (const char* const name :
       {"device", "manager", "loader", "queue", "list", "fence", "fence_value", "frame", "bytes", "size",
        "desc", "texels", "write_bytes", "write_rows", "path", "name", "decode", "queries"}) {
    out << "[[maybe_unused]] auto& " << name << " = given." << name << ";\n";
  }
  out << "[[maybe_unused]] const auto look_at = [&](std::span<const std::byte> seen) {\n"
         "  given.looked_at.insert(given.looked_at.end(), seen.begin(), seen.end());\n};\n"
      << "// What the advice says begins here.\n"
      << advice.code << "// What the advice says ends here.\n"
      << "return given.finish(" << resource_of(advice) << ", " << state_of(advice) << ");\n}\n\n";
}

void write_case(std::ofstream& out, std::size_t number, const Advice& advice, const std::string& words) {
  out << "{\"" << words << "\", " << advice.use.bytes << ", ResourceKind{"
      << static_cast<int>(advice.use.kind) << "}, BindAs{" << static_cast<int>(*advice.use.bind)
      << "}, BytesFrom{" << static_cast<int>(*advice.use.from) << "}, UploadWay{"
      << static_cast<int>(advice.upload) << "}, ReadbackWay{" << static_cast<int>(advice.readback)
      << "}, &run_" << number << "},\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  std::set<std::string> seen;
  std::set<std::string> headers;
  std::vector<std::pair<Advice, std::string>> all;
  ferry::test::every_use([&](const ResourceUse& use, const MemoryArchitecture& machine) {
    Result<Advice> advice = advise(use, machine);
    if (!advice || advice->code.empty() || !seen.insert(advice->code).second) return;
    for (const std::string_view header : advice->headers) headers.emplace(header);
    all.emplace_back(*std::move(advice), ferry::test::shown(use, machine));
  });
  std::ofstream out(argv[1], std::ios::binary);
  out << "// Made by advice_code_generator.\n#include \"advice_given.hpp\"\n";
  for (const std::string& header : headers) out << "#include " << header << "\n";
  out << "\nnamespace ferry::advice_code {\nnamespace {\n\n";
  for (std::size_t i = 0; i < all.size(); ++i) write_function(out, i, all[i].first);
  out << "constexpr Case kCases[] = {\n";
  for (std::size_t i = 0; i < all.size(); ++i) write_case(out, i, all[i].first, all[i].second);
  out << "};\n\n}  // namespace\n\nstd::span<const Case> cases() { return kCases; }\n\n}  // namespace "
         "ferry::advice_code\n";
  out.close();
  if (!out) {
    std::fprintf(stderr, "%s cannot be written\n", argv[1]);
    return 1;
  }
  std::printf("%zu pieces of code\n", all.size());
  return 0;
}
