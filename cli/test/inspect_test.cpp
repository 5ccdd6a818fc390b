// `ferry inspect`: what it finds in a file, as text and as JSON.
#include "inspect.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <ferry/assets/png.hpp>

#include "../../assets/test/dds_making.hpp"
#include "../../assets/test/scratch_folder.hpp"
#include "arguments.hpp"
#include "file_kinds.hpp"
#include "load_files.hpp"

namespace ferry::cli {
namespace {

class Inspect : public testing::Test {
 protected:
  void make(const char* name, const test::Bytes& bytes) {
    test::write_text(folder_ / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  void make_png(const char* name) {
    const std::vector<std::uint8_t> pixels(5 * 3 * 4, 7);
    ASSERT_TRUE(save_png(folder_ / name, {pixels.data(), 20, 5, 3, Format::kR8G8B8A8Unorm}));
  }

  test::ScratchFolder folder_;
};

/// A cube of BC1, 8x8 with two mips.
test::Bytes cube() {
  test::DdsFile file = test::dx10_dds(71, 8, 8, test::counted_bytes(std::size_t{6} * (32 + 8)));
  file.flags |= 0x20000;  // says that mips are counted
  file.mips = 2;
  file.misc = 4;
  return file.bytes();
}

TEST_F(Inspect, TellsATexturesShapeAndEveryFootprint) {
  make("sky.dds", cube());
  const Inspection found = inspect_file(folder_ / "sky.dds", false);
  ASSERT_FALSE(found.error) << found.error->message;
  const nlohmann::ordered_json one = to_json(found);
  EXPECT_EQ(one["kind"], "DDS");
  EXPECT_EQ(one["file_bytes"], 148 + 240);
  EXPECT_EQ(one["stored"]["header"], "DX10");
  const auto& texture = one["texture"];
  EXPECT_EQ(texture["width"], 8);
  EXPECT_EQ(texture["height"], 8);
  EXPECT_EQ(texture["mips"], 2);
  EXPECT_EQ(texture["cube"], true);
  EXPECT_EQ(texture["array_length"], 1);
  EXPECT_EQ(texture["format"], "BC1_UNORM");
  EXPECT_EQ(texture["dxgi_format"], 71);
  EXPECT_EQ(texture["color_space"], "not said");
  EXPECT_EQ(texture["texture_bytes"], 240);
  ASSERT_EQ(texture["subresources"].size(), 12u);
  // Two rows of blocks of 16 bytes, 256 apart: the first mip ends at 272, the second begins at 512.
  const auto& second = texture["subresources"][1];
  EXPECT_EQ(texture["subresources"][0]["bytes"], 272);
  EXPECT_EQ(second["mip"], 1);
  EXPECT_EQ(second["offset"], 512);
  EXPECT_EQ(second["row_pitch"], 256);
  EXPECT_EQ(second["rows"], 1);
  EXPECT_EQ(second["bytes"], 8);
  EXPECT_EQ(texture["subresources"][11]["array_slice"], 5);
  EXPECT_EQ(texture["staging_bytes"], 11 * 512 + 8);

  const std::string text = inspection_text(found, false);
  EXPECT_NE(text.find("sky.dds: DDS, cube 8x8, 2 mips, BC1_UNORM\n"), std::string::npos) << text;
  EXPECT_NE(text.find("texture 240 B, staging 5.5 KiB"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4 + 1 + 12) << text;
}

TEST_F(Inspect, ManySubresourcesAreSummarisedUnlessAllAreAskedFor) {
  make("many.dds", [] {
    test::DdsFile file = test::dx10_dds(61, 4, 4, test::counted_bytes(std::size_t{16 + 4} * 50));
    file.mips = 2;
    file.array = 50;
    return file.bytes();
  }());
  const Inspection found = inspect_file(folder_ / "many.dds", false);
  ASSERT_FALSE(found.error) << found.error->message;
  const std::string some = inspection_text(found, false);
  EXPECT_NE(some.find("and 98 more subresources in 50 slices; --all"), std::string::npos) << some;
  EXPECT_NE(some.find("2D texture 4x4, array of 50, 2 mips, R8_UNORM"), std::string::npos) << some;
  const std::string all = inspection_text(found, true);
  EXPECT_EQ(all.find("more subresources"), std::string::npos);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n') - std::count(some.begin(), some.end(), '\n'), 97);
}

TEST_F(Inspect, GoesByTheContentAndFindsTheNameOdd) {
  make_png("picture.dds");
  const Inspection found = inspect_file(folder_ / "picture.dds", false);
  EXPECT_EQ(found.kind, FileKind::kPng);
  EXPECT_FALSE(found.error);
  ASSERT_EQ(found.oddities.size(), 1u);
  EXPECT_EQ(found.oddities[0], "the file is a PNG, though its name says DDS");
  EXPECT_EQ(to_json(found)["stored"]["bits_per_sample"], 8);
  EXPECT_NE(inspection_text(found, false).find("odd: the file is a PNG"), std::string::npos);
}

TEST_F(Inspect, SaysWhatIsWrong) {
  make("cut.dds", [] {
    test::Bytes bytes = cube();
    bytes.erase(bytes.end() - 200, bytes.end());
    return bytes;
  }());
  make("junk.png", test::counted_bytes(100));
  make("data.bin", test::counted_bytes(100));
  for (const char* const name : {"cut.dds", "junk.png", "missing.png"}) {
    const Inspection found = inspect_file(folder_ / name, false);
    ASSERT_TRUE(found.error) << name;
    const std::string text = inspection_text(found, false);
    EXPECT_NE(text.find(std::string(name) + ": failed: "), std::string::npos) << text;
    EXPECT_EQ(to_json(found)["error"]["message"], found.error->message);
  }
  const Inspection data = inspect_file(folder_ / "data.bin", false);
  EXPECT_FALSE(data.error);
  EXPECT_NE(inspection_text(data, false).find("100 B, loaded as a buffer"), std::string::npos);
}

TEST_F(Inspect, StrictRefusesWhatWasOdd) {
  test::DdsFile file = test::dx10_dds(28, 4, 4, test::counted_bytes(64));
  file.mips = 3;  // of which the file has one
  make("short.dds", file.bytes());
  const Inspection lenient = inspect_file(folder_ / "short.dds", false);
  EXPECT_FALSE(lenient.error);
  EXPECT_FALSE(lenient.oddities.empty());
  const Inspection strict = inspect_file(folder_ / "short.dds", true);
  ASSERT_TRUE(strict.error);
  EXPECT_EQ(strict.error->code, ErrorCode::kCorrupt);
}

TEST_F(Inspect, LoadingFollowsTheContentToo) {
  make_png("picture.dat");
  make("junk.png", test::counted_bytes(100));
  make("data.bin", test::counted_bytes(100));
  const auto item = [&](const char* name) {
    std::vector<LoadItem> items = items_for({folder_ / name, {}, {}}, {});
    EXPECT_EQ(items.size(), 1u);
    return std::move(items.front());
  };
  EXPECT_TRUE(item("picture.dat").texture);
  EXPECT_FALSE(item("data.bin").texture);
  EXPECT_FALSE(item("data.bin").input.problem);
  ASSERT_TRUE(item("junk.png").input.problem);
  EXPECT_NE(item("junk.png").input.problem->message.find("by its name it is a PNG"), std::string::npos);
  EXPECT_FALSE(item("missing.bin").texture) << "the loader says that it is missing";
}

TEST(InspectArguments, EveryOptionArrives) {
  const char* const words[] = {"ferry", "inspect", "a", "b", "--all", "--strict", "--json"};
  const Command command = parse_arguments(static_cast<int>(std::size(words)), words);
  const auto* options = std::get_if<InspectOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(options->all && options->strict && options->json);
}

}  // namespace
}  // namespace ferry::cli
