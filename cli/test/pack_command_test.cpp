// `ferry pack` from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <ferry/assets/pack.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/base/text.hpp>

#include "arguments.hpp"
#include "ferry_command.hpp"

namespace ferry::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class PackCommand : public CommandTest {
 protected:
  void write(const std::string& name, const std::string& content) {
    fs::create_directories(fs::path(at(name)).parent_path());
    std::ofstream(at(name), std::ios::binary) << content;
  }

  void write_png(const std::string& name, std::uint32_t width) {
    fs::create_directories(fs::path(at(name)).parent_path());
    std::vector<std::uint8_t> pixels(std::size_t{width} * width * 4);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 3 + i / 97);
    const auto saved = save_png(at(name), {pixels.data(), width * 4, width, width, Format::kR8G8B8A8Unorm});
    ASSERT_TRUE(saved) << to_string(saved.error());
  }

  /// A scene with one triangle and one picture, in two files beside it.
  void write_scene(const std::string& folder) {
    write(folder + "/town.gltf", R"({"asset": {"version": "2.0"},
      "buffers": [{"byteLength": 36, "uri": "town.bin"}],
      "bufferViews": [{"buffer": 0, "byteLength": 36}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
      "images": [{"uri": "unused.png"}, {"uri": "wall.png"}],
      "textures": [{"source": 1}],
      "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
      "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}]})");
    write(folder + "/town.bin", std::string(36, 'v'));
    write_png(folder + "/wall.png", 16);
    write_png(folder + "/unused.png", 4);
  }

  /// A folder of a bit of everything.
  void write_folder() {
    write("in/plain", std::string(70'000, 'p') + "end");
    write("in/empty", "");
    write_png("in/deep/down/photo.png", 33);
    write_png("in/icon.data", 8);  // what it is says its content
    write_scene("in/scene");
  }

  std::vector<std::string> names_in(const std::string& name) {
    std::vector<std::string> names;
    const auto pack = Pack::open(at(name));
    EXPECT_TRUE(pack) << (pack ? "" : to_string(pack.error()));
    if (!pack) return names;
    for (const PackEntry& entry : pack->entries()) {
      names.push_back(text(entry.name, entry.is_texture ? " texture" : " buffer"));
    }
    return names;
  }

  std::string content(const std::string& name) { return test::read_text(at(name)); }

  std::size_t files_beside_the_input() {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(at(""))) {
      const std::string name = entry.path().filename().string();
      if (name != "in" && name != ".out" && name != ".err") ++count;
    }
    return count;
  }
};

TEST_F(PackCommand, PacksAFolderThatLoadReads) {
  write_folder();
  const Ran ran = run(text("pack ", quoted("in"), " ", quoted("out.ferry"), " --mips --verify --json"));
  ASSERT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["textures"], 4);
  EXPECT_EQ(report["buffers"], 3);
  EXPECT_EQ(report["in_scenes"], 2);
  EXPECT_EQ(report["written"], true);
  EXPECT_EQ(report["file_bytes"], fs::file_size(at("out.ferry")));
  EXPECT_EQ(names_in("out.ferry"),
            (std::vector<std::string>{"deep/down/photo.png texture", "empty buffer", "icon.data texture",
                                      "plain buffer", "scene/town.gltf/buffers/0 buffer",
                                      "scene/town.gltf/images/1 texture", "scene/unused.png texture"}));
  const auto pack = Pack::open(at("out.ferry"));
  ASSERT_TRUE(pack);
  EXPECT_EQ(pack->find("scene/town.gltf/images/1")->desc.format, Format::kR8G8B8A8UnormSrgb);
  EXPECT_EQ(pack->find("deep/down/photo.png")->desc.mip_levels, 6);
  EXPECT_EQ(pack->find("plain")->bytes, 70'003u);
  const Ran loaded = run("load " + quoted("out.ferry") + " --verify --checked --json");
  EXPECT_EQ(loaded.exit_code, 0) << loaded.out << loaded.err;
  EXPECT_EQ(json::parse(loaded.out)["ready"], 7);
}

TEST_F(PackCommand, ShardsJoinedAreThePackOfOneRun) {
  write_folder();
  const std::string how = " --zstd 5 --piece 1 --threads ";
  ASSERT_EQ(run("pack " + quoted("in") + " " + quoted("whole.ferry") + how + "1").exit_code, 0);
  std::size_t assets = 0;
  std::string parts;
  for (int i = 2; i >= 0; --i) {
    const std::string part = text("part", i, ".ferry");
    const Ran ran = run(text("pack ", quoted("in"), " ", quoted(part), how, "3 --shard ", i, "/3"));
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    assets += names_in(part).size();
    parts.append(" ").append(quoted(part));
  }
  EXPECT_EQ(assets, 7u);
  const Ran merged = run("pack --merge" + parts + " " + quoted("merged.ferry"));
  ASSERT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_TRUE(content("merged.ferry") == content("whole.ferry"));
  EXPECT_LT(content("whole.ferry").size(), 70'000u) << "compressed";
}

TEST_F(PackCommand, WritesNothingWhereSomethingFailsButWhenAskedTo) {
  write_folder();
  write("in/damaged.png", "no picture");
  write("in/old.ferry", "FERRYPCK and then something else, long enough to look like a pack");
  const std::string command = "pack " + quoted("in") + " " + quoted("out.ferry");
  const Ran refused = run(command);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.out.find("damaged.png: failed: "), std::string::npos) << refused.out;
  EXPECT_NE(refused.out.find("old.ferry: failed: is a pack already"), std::string::npos) << refused.out;
  EXPECT_NE(refused.out.find("nothing written: 2 failed"), std::string::npos) << refused.out;
  EXPECT_EQ(files_beside_the_input(), 0u);
  const Ran kept_going = run(command + " --keep-going --json");
  EXPECT_EQ(kept_going.exit_code, 1);
  EXPECT_EQ(json::parse(kept_going.out)["failures"].size(), 2u);
  EXPECT_EQ(names_in("out.ferry").size(), 7u);
  EXPECT_EQ(files_beside_the_input(), 1u);
}

TEST_F(PackCommand, ATextureThatTheDeviceLacksIsLoadedAsItIsFromItsFile) {
  // A DDS of 2x2 texels of B5G6R5, which lavapipe does not have.
  std::string dds("DDS \x7c\0\0\0\x07\x10\0\0\x02\0\0\0\x02\0\0\0", 20);
  dds += std::string(56, '\0');
  dds += std::string("\x20\0\0\0\x40\0\0\0\0\0\0\0\x10\0\0\0\0\xf8\0\0\xe0\x07\0\0\x1f\0\0\0\0\0\0\0", 32);
  dds += std::string("\0\x10\0\0", 4) + std::string(16, '\0') + "redgreen";
  write("in/small.dds", dds);
  for (const std::string how : {"", " --zstd 1"}) {
    ASSERT_EQ(run("pack " + quoted("in") + " " + quoted("out.ferry") + how).exit_code, 0);
    const auto pack = Pack::open(at("out.ferry"));
    ASSERT_TRUE(pack);
    EXPECT_EQ(pack->find("small.dds")->desc.format, Format::kB5G6R5Unorm);
    for (const std::string input : {"in", "out.ferry"}) {
      const Ran loaded = run("load " + quoted(input) + " --verify --checked --json");
      EXPECT_EQ(loaded.exit_code, 0) << loaded.out << loaded.err;
      EXPECT_EQ(json::parse(loaded.out)["files"][0]["identical"], true);
    }
  }
}

TEST_F(PackCommand, SaysThatBlocksThatAreNotWholeAreNotForEveryDevice) {
  std::string dds("DDS \x7c\0\0\0\x07\x10\0\0\x05\0\0\0\x06\0\0\0", 20);
  dds += std::string(56, '\0');
  dds += std::string("\x20\0\0\0\x04\0\0\0DXT1", 12) + std::string(20, '\0');
  dds += std::string("\0\x10\0\0", 4) + std::string(16, '\0') + std::string(32, 'b');
  write("in/odd.dds", dds);
  const Ran ran = run("pack " + quoted("in") + " " + quoted("out.ferry"));
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_NE(ran.out.find("odd.dds: is 6x5, and most devices take BC1_UNORM only in whole blocks"),
            std::string::npos)
      << ran.out;
}

#if !defined(_WIN32)
TEST_F(PackCommand, NamesAreUtf8) {
  write("in/good \xc3\xa4", "x");
  write("in/bad \xff", "x");
  const Ran ran = run("pack " + quoted("in") + " " + quoted("out.ferry") + " --keep-going");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.out.find("no UTF-8; rename it"), std::string::npos) << ran.out;
  EXPECT_EQ(names_in("out.ferry"), (std::vector<std::string>{"good \xc3\xa4 buffer"}));
}
#endif

TEST_F(PackCommand, PassesOverItsOwnEarlierVersion) {
  write_folder();
  const std::string command = "pack " + quoted("in") + " " + quoted("in/all.ferry");
  ASSERT_EQ(run(command).exit_code, 0);
  const std::string first = content("in/all.ferry");
  const Ran again = run(command);
  EXPECT_EQ(again.exit_code, 0) << again.out;
  EXPECT_TRUE(content("in/all.ferry") == first);
}

TEST_F(PackCommand, SaysWhatIsWrongWithItsArguments) {
  write("in/file", "x");
  ASSERT_EQ(run("pack " + quoted("in") + " " + quoted("a.ferry")).exit_code, 0);
  ASSERT_EQ(run("pack " + quoted("in") + " " + quoted("b.ferry") + " --piece 1").exit_code, 0);
  const auto refuses = [&](const std::string& arguments, int code, const std::string& words) {
    const Ran ran = run("pack " + arguments);
    EXPECT_EQ(ran.exit_code, code) << arguments;
    EXPECT_NE(ran.err.find(words), std::string::npos) << arguments << ": " << ran.err;
  };
  const std::string in = quoted("in") + " ";
  refuses("", 2, "PATH is required");
  refuses(in, 2, "OUT is required");
  refuses(in + quoted("pack"), 2, "does not end in .ferry");
  refuses(in + in + quoted("c.ferry"), 2, "one folder is packed at a time");
  refuses(quoted("in/file") + " " + quoted("c.ferry"), 2, "is a file; a folder is packed");
  refuses(quoted("nothing") + " " + quoted("c.ferry"), 2, "no such folder");
  for (const char* const shard : {"3/3", "x/2", "1", "-1/2", "1/", "0/0"}) {
    refuses(in + quoted("c.ferry") + " --shard " + shard, 2, "is no shard");
  }
  refuses(in + quoted("c.ferry") + " --zstd 23", 2, "whole number from 1 to 22");
  refuses("--merge --mips " + quoted("a.ferry") + " " + quoted("c.ferry"), 2, "excludes");
  refuses("--merge " + quoted("a.ferry") + " " + quoted("a.ferry"), 2, "to be joined and to be written");
  refuses("--merge " + quoted("a.ferry") + " " + quoted("b.ferry") + " " + quoted("c.ferry"), 1,
          "all parts need the same options");
  ASSERT_EQ(run("pack " + in + quoted("mips.ferry") + " --mips").exit_code, 0);
  refuses("--merge " + quoted("a.ferry") + " " + quoted("mips.ferry") + " " + quoted("c.ferry"), 1,
          "made with other options (recipe 1)");
  refuses("--merge " + quoted("in/file") + " " + quoted("c.ferry"), 1, "in/file");
  refuses(in + quoted("no/folder/c.ferry"), 1, "no/folder/c.ferry: cannot be written");
  EXPECT_FALSE(fs::exists(at("c.ferry")));
}

}  // namespace
}  // namespace ferry::cli
