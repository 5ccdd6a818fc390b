#include "advise_command.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <vector>

#include "argument_rules.hpp"
#include "exit_code.hpp"

namespace ferry::cli {
namespace {

using Words = std::vector<const char*>;

const Words kMesh = {"--size", "1MiB", "--kind", "buffer", "--cpu-writes", "once", "--cpu-reads", "never"};

Command parse(const Words& more) {
  Words words = {"ferry", "advise"};
  words.insert(words.end(), more.begin(), more.end());
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

Words mesh_and(const Words& more) {
  Words words = kMesh;
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(AdviseArguments, DefaultsAreAsDocumented) {
  const Command command = parse(kMesh);
  const auto* options = std::get_if<AdviseOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->use.bytes, 1U << 20);
  EXPECT_EQ(options->use.kind, ResourceKind::kBuffer);
  EXPECT_EQ(options->use.cpu_writes, HowOften::kOnce);
  EXPECT_EQ(options->use.cpu_reads, HowOften::kNever);
  EXPECT_FALSE(options->use.gpu_writes || options->use.gpu_reads || options->use.bind || options->use.from ||
               options->use.wish);
  EXPECT_EQ(options->use.frames_in_flight, 2U);
  EXPECT_EQ(options->adapter, "");
  EXPECT_FALSE(options->uma || options->gpu_upload || options->copy_engine || options->json);
}

TEST(AdviseArguments, EveryOptionArrives) {
  const Command command = parse({"--size",
                                 "4096",
                                 "--kind",
                                 "texture",
                                 "--cpu-writes",
                                 "per-frame",
                                 "--cpu-reads",
                                 "rarely",
                                 "--gpu-writes",
                                 "once",
                                 "--gpu-reads",
                                 "never",
                                 "--bind",
                                 "rtv",
                                 "--source",
                                 "generated",
                                 "--frames-in-flight",
                                 "3",
                                 "--heap",
                                 "gpu-upload",
                                 "--discrete",
                                 "--gpu-upload",
                                 "yes",
                                 "--copy-engine",
                                 "no",
                                 "--json"});
  const auto* options = std::get_if<AdviseOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->use.bytes, 4096U);
  EXPECT_EQ(options->use.kind, ResourceKind::kTexture);
  EXPECT_EQ(options->use.cpu_writes, HowOften::kPerFrame);
  EXPECT_EQ(options->use.cpu_reads, HowOften::kOnce);
  EXPECT_EQ(options->use.gpu_writes, HowOften::kOnce);
  EXPECT_EQ(options->use.gpu_reads, HowOften::kNever);
  EXPECT_EQ(options->use.bind, BindAs::kRenderTarget);
  EXPECT_EQ(options->use.from, BytesFrom::kGenerated);
  EXPECT_EQ(options->use.frames_in_flight, 3U);
  EXPECT_EQ(options->use.wish, MemoryPlace::kGpuUpload);
  EXPECT_EQ(options->uma, false);
  EXPECT_EQ(options->gpu_upload, true);
  EXPECT_EQ(options->copy_engine, false);
  EXPECT_TRUE(options->json);
  const Command uma = parse(mesh_and({"--uma"}));
  EXPECT_EQ(std::get<AdviseOptions>(uma).uma, true);
  const Command adapter = parse(mesh_and({"--adapter", "llvm"}));
  EXPECT_EQ(std::get<AdviseOptions>(adapter).adapter, "llvm");
}

TEST(AdviseArguments, WrongUsageIsNamed) {
  struct Case {
    Words words;
    const char* said;
  };
  for (const Case& c : std::vector<Case>{
           {{}, "--size"},
           {{"--size", "1MiB", "--kind", "buffer", "--cpu-writes", "once"}, "--cpu-reads"},
           {{"--size", "big", "--kind", "buffer", "--cpu-writes", "once", "--cpu-reads", "never"},
            "'big' is no size"},
           {mesh_and({"--bind", "texture"}), "texture"},
           {mesh_and({"--source", "disk"}), "disk"},
           {mesh_and({"--gpu-reads", "often"}), "often"},
           {mesh_and({"--heap", "vram"}), "vram"},
           {mesh_and({"--frames-in-flight", "0"}), "'0' is not a whole number from 1 to 16"},
           {mesh_and({"--frames-in-flight", "17"}), "17"},
           {mesh_and({"--gpu-upload", "maybe"}), "maybe"},
           {mesh_and({"--uma", "--discrete"}), "--uma"},
           {mesh_and({"--uma", "--adapter", "0"}), "--adapter"},
           {mesh_and({"--no-such"}), "--no-such"}}) {
    const Command command = parse(c.words);
    const auto* finished = std::get_if<Finished>(&command);
    ASSERT_NE(finished, nullptr) << c.said;
    EXPECT_EQ(finished->exit_code, kExitUsage);
    EXPECT_NE(finished->err.find(c.said), std::string::npos) << finished->err;
  }
}

TEST(AdviseArguments, SizesHaveUnits) {
  struct Case {
    const char* word;
    std::uint64_t bytes;
  };
  for (const Case& c :
       {Case{"0", 0}, Case{"17", 17}, Case{"17B", 17}, Case{"64KiB", 65536}, Case{"64 kib", 65536},
        Case{"64k", 65536}, Case{"4MiB", 4U << 20}, Case{"1g", 1U << 30},
        Case{"2TiB", std::uint64_t{2} << 40}, Case{"16777215TiB", std::uint64_t{16777215} << 40},
        Case{"18446744073709551615", UINT64_MAX}}) {
    EXPECT_EQ(read_byte_count(c.word), c.bytes) << c.word;
  }
  for (const char* const word : {"", "KiB", "-1", "+1", "1.5MiB", "1MB", "1 Mi B", "16777216TiB",
                                 "18446744073709551616", "1KiBx", " 1", "0x10"}) {
    EXPECT_FALSE(read_byte_count(word)) << word;
  }
}

AdvisedMachine any_discrete() {
  return {"any discrete GPU", {}};
}

Advice advice_on_constants() {
  ResourceUse use;
  use.bytes = 4096;
  use.cpu_writes = HowOften::kPerFrame;
  use.bind = BindAs::kConstant;
  use.wish = MemoryPlace::kReadback;
  return *advise(use, MemoryArchitecture());
}

TEST(AdviseReport, TextSaysAllOfIt) {
  const std::string text = advice_text(advice_on_constants(), any_discrete());
  for (const char* const part :
       {"A buffer of 4 KiB: the CPU writes it per-frame",
        "Machine: any discrete GPU; UMA no, GPU_UPLOAD heaps no",
        "Your wish for READBACK: impossible: ", "  heap      UPLOAD: the ring's memory",
        "  upload    UploadRing: ", "  readback  nothing to read back",
        "GENERIC_READ: ", "  - constant buffer alignment: 256 B: ", "   1. Does the GPU use it? yes: ",
        "What would change it:\n  - ", "    #include <ferry/transfer/transfer_manager.hpp>\n",
        "    auto block = (*ring)->reserve(bytes.size(), 256);\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("  flags"), std::string::npos) << "nothing is created";
}

TEST(AdviseReport, ProseIsNoWiderThanAPage) {
  const std::string text = advice_text(advice_on_constants(), any_discrete());
  const std::string prose = text.substr(0, text.find("Code:\n"));
  for (std::size_t begin = 0; begin < prose.size();) {
    const std::size_t end = prose.find('\n', begin);
    ASSERT_NE(end, std::string::npos);
    EXPECT_LE(end - begin, 100U) << prose.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(AdviseReport, JsonSaysTheSame) {
  const Advice advice = advice_on_constants();
  const nlohmann::ordered_json document = to_json(advice, any_discrete());
  EXPECT_EQ(document["use"]["kind"], "buffer");
  EXPECT_EQ(document["use"]["bytes"], 4096);
  EXPECT_EQ(document["use"]["gpu_reads"], "per-frame");
  EXPECT_EQ(document["heap"], "UPLOAD");
  EXPECT_EQ(document["creates_resource"], false);
  EXPECT_EQ(document["initial_state"], "GENERIC_READ");
  EXPECT_EQ(document["upload"], "ring memory");
  EXPECT_TRUE(document["upload_queue"].is_null());
  EXPECT_EQ(document["ring_bytes"], 65536);
  EXPECT_EQ(document["states"].size(), advice.states.size());
  EXPECT_EQ(document["sizes"].size(), advice.sizes.size());
  EXPECT_EQ(document["decisions"].size(), advice.decisions.size());
  EXPECT_EQ(document["changes"].size(), advice.changes.size());
  EXPECT_EQ(document["code"], advice.code);
  EXPECT_EQ(document["wish"]["heap"], "READBACK");
  EXPECT_EQ(document["wish"]["possible"], false);
}

}  // namespace
}  // namespace ferry::cli
