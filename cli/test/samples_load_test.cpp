// Every sample file through `ferry load --verify --checked`: the same bytes in GPU memory, or the right
// reason.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "../../assets/test/samples.hpp"
#include "ferry_command.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

/// A file that is not loaded, and a part of the reason.
struct Refused {
  const char* part_of_path;
  const char* reason;
};

constexpr Refused kRefused[] = {
    {"alpha_simple_basis.ktx2", "Basis Universal"},
    {"rgba-mipmap-reference-basis.ktx2", "Basis Universal"},
    {"color_grid_uastc_zstd.ktx2", "Basis Universal"},
    {"astc_ldr_6x6_3dtex_7.ktx2", "ASTC"},
    {"pil_unimplemented_pixel_format.dds", "FourCC 0"},
    {"dxt5-simple-odd.dds", "5x9, and BC3_UNORM takes whole blocks"},
    {"png/corrupt/", ""},
    {"png/iphone/", "Xcode"},
};

const Refused* refusal(const std::string& path) {
  for (const Refused& one : kRefused) {
    if (path.find(one.part_of_path) != std::string::npos) return &one;
  }
  return nullptr;
}

/// Formats that this device may lack: what it says then is right too.
bool device_lacks(const std::string& reason) {
  return reason.find("this device has no") != std::string::npos;
}

class SamplesLoad : public CommandTest, public testing::WithParamInterface<const char*> {};

TEST_P(SamplesLoad, IsIdenticalOrRefusedForTheRightReason) {
  const std::vector<std::filesystem::path> files = test::samples(GetParam());
  if (files.empty()) GTEST_SKIP() << "there are no samples here";
  const std::string folder = files.front().parent_path().string();
  const Ran ran = run(text("load \"", folder, "\" --verify --checked --json"));
  ASSERT_TRUE(json::accept(ran.out)) << ran.out << ran.err;
  const json report = json::parse(ran.out);
  bool all_good = true;
  std::size_t identical = 0;
  std::size_t refused_files = 0;
  for (const json& file : report["files"]) {
    const auto path = file["path"].get<std::string>();
    const auto reason = file.contains("error") ? file["error"]["message"].get<std::string>() : std::string();
    if (const Refused* const refused = refusal(path)) {
      all_good = false;
      ++refused_files;
      EXPECT_EQ(file["state"], "failed") << path;
      EXPECT_NE(reason.find(refused->reason), std::string::npos) << path << ": " << reason;
    } else if (file["state"] == "failed" && device_lacks(reason)) {
      all_good = false;
    } else {
      EXPECT_EQ(file["state"], "ready") << path << ": " << reason;
      EXPECT_EQ(file["as"], "texture") << path;
      EXPECT_EQ(file.value("identical", false), true) << path;
      ++identical;
    }
  }
  EXPECT_EQ(ran.exit_code, all_good ? 0 : 1) << ran.err;
  EXPECT_EQ(ran.err.find("error: "), std::string::npos) << ran.err;
  EXPECT_GE(identical * 2, report["files"].size() - refused_files)
      << "most formats are there on every device";
}

INSTANTIATE_TEST_SUITE_P(Folders, SamplesLoad,
                         testing::Values("dds", "ktx2", "jpg", "png/primary", "png/16bit", "png/corrupt",
                                         "png/iphone", "png/unused"));

}  // namespace
}  // namespace ferry::cli
