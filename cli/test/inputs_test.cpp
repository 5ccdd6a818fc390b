#include "inputs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../../assets/test/scratch_folder.hpp"

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

namespace ferry::cli {
namespace {

namespace fs = std::filesystem;

class Inputs : public testing::Test {
 protected:
  void make(const fs::path& file) {
    fs::create_directories((folder_ / file).parent_path());
    test::write_text(folder_ / file, "x");
  }
  std::string at(const fs::path& path) { return (folder_ / path).string(); }

  /// `input -> output`, both below the scratch folder, or `input ! ` where there is a problem.
  std::vector<std::string> found(const std::vector<std::string>& typed, const std::string& output = "") {
    std::vector<std::string> lines;
    for (const Input& input : find_inputs(typed, output)) {
      std::string line = fs::relative(input.path, folder_.path()).generic_string();
      if (input.problem) {
        line += " !";
      } else if (!input.output.empty()) {
        line += " -> " + fs::relative(input.output, folder_.path()).generic_string();
      }
      lines.push_back(line);
    }
    return lines;
  }

  test::ScratchFolder folder_;
};

using Lines = std::vector<std::string>;

TEST_F(Inputs, FoldersAreSearchedAndSorted) {
  make("in/b.png");
  make("in/a.PNG");
  make("in/note.txt");
  make("in/sub/deep/c.png");
  make("in/sub.png/d.png");  // a folder by such a name
  EXPECT_EQ(found({at("in")}), (Lines{"in/a.PNG", "in/b.png", "in/sub/deep/c.png", "in/sub.png/d.png"}));
  EXPECT_EQ(found({at("in")}, at("out")),
            (Lines{"in/a.PNG -> out/a.png", "in/b.png -> out/b.png",
                   "in/sub/deep/c.png -> out/sub/deep/c.png", "in/sub.png/d.png -> out/sub.png/d.png"}));
}

TEST_F(Inputs, FilesAreTakenInTheOrderTypedWhateverTheirNames) {
  make("z.png");
  make("a.dat");
  EXPECT_EQ(found({at("z.png"), at("a.dat"), at("missing.png")}, at("out")),
            (Lines{"z.png -> out/z.png", "a.dat -> out/a.png", "missing.png -> out/missing.png"}));
}

TEST_F(Inputs, TheSameNameFromTwoFoldersGetsTwoOutputs) {
  make("one/x.png");
  make("two/x.png");
  make("three/X.png");
  make("four/x-2.png");
  EXPECT_EQ(found({at("one/x.png"), at("two/x.png"), at("three/X.png"), at("four/x-2.png")}, at("out")),
            (Lines{"one/x.png -> out/x.png", "two/x.png -> out/x-2.png", "three/X.png -> out/X-3.png",
                   "four/x-2.png -> out/x-2-2.png"}));
  EXPECT_EQ(found({at("one"), at("two")}, at("out")),
            (Lines{"one/x.png -> out/x.png", "two/x.png -> out/x-2.png"}));
}

TEST_F(Inputs, AnInputIsNeverOverwritten) {
  make("in/x.png");
  make("out/x.png");
  // Its own file, and another input's.
  EXPECT_EQ(found({at("in/x.png")}, at("in")), (Lines{"in/x.png !"}));
  EXPECT_EQ(found({at("in/x.png")}, at("in/../in")), (Lines{"in/x.png !"}));
  EXPECT_EQ(found({at("in/x.png"), at("out/x.png")}, at("out")),
            (Lines{"in/x.png !", "out/x.png -> out/x-2.png"}));
#if !defined(_WIN32)
  fs::create_directory_symlink(folder_ / "in", folder_ / "link");
  EXPECT_EQ(found({at("in/x.png")}, at("link")), (Lines{"in/x.png !"}));
#endif
}

TEST_F(Inputs, TheOutputFolderIsNoInput) {
  make("in/x.png");
  make("in/out/x.png");
  EXPECT_EQ(found({at("in")}, at("in/out")), (Lines{"in/x.png -> in/out/x.png"}));
}

TEST_F(Inputs, AFolderWithNothingInItIsAProblem) {
  make("in/note.txt");
  EXPECT_EQ(found({at("in")}), (Lines{"in !"}));
}

#if !defined(_WIN32)
TEST_F(Inputs, LinksToFoldersAreNotFollowed) {
  make("in/x.png");
  fs::create_directory_symlink(folder_ / "in", folder_ / "in" / "loop");
  fs::create_directory_symlink(folder_ / "in", folder_ / "in" / "loop.png");
  EXPECT_EQ(found({at("in")}), (Lines{"in/x.png"}));
}
#endif

#if !defined(_WIN32)
TEST_F(Inputs, APipeIsNamedAndNotOpened) {
  make("in/x.png");
  ASSERT_EQ(mkfifo((folder_ / "in/pipe.png").c_str(), 0600), 0);
  EXPECT_EQ(found({at("in"), "/dev/zero"}).size(), 3U);
  EXPECT_EQ(found({at("in")}), (Lines{"in/pipe.png !", "in/x.png"}));
}
#endif

}  // namespace
}  // namespace ferry::cli
