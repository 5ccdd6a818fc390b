// `ferry roundtrip` ended by a signal while it writes.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <ferry/assets/png.hpp>

#include "../../assets/test/scratch_folder.hpp"

namespace ferry::cli {
namespace {

TEST(Interrupt, LeavesNoHalfWrittenFileAndSaysWhatWasDone) {
  const test::ScratchFolder folder;
  const std::string in = (folder / "in").string();
  const std::string out = (folder / "out").string();
  std::filesystem::create_directory(in);
  constexpr std::uint32_t kSide = 3000;
  std::vector<std::uint8_t> pixels(std::size_t{kSide} * kSide * 4);
  std::mt19937 random(1);
  for (std::uint8_t& byte : pixels) byte = static_cast<std::uint8_t>(random() >> 24);
  for (const char* const name : {"a.png", "b.png"}) {
    ASSERT_TRUE(save_png(folder / "in" / name, {pixels.data(), kSide * 4, kSide, kSide},
                         {.compression = 0, .adaptive_filter = false}));
  }
  // Not SIGINT: a shell has what it starts in the background ignore it.
  const std::string script = "\"" FERRY_COMMAND "\" roundtrip " + in + " -o " + out + " > " + out +
                             ".txt 2>&1 & pid=$!; until [ -n \"$(ls -A " + out +
                             " 2>/dev/null)\" ]; do sleep 0.01; done; kill -TERM $pid; wait $pid";
  const int status = std::system(script.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM) << "ended by the signal, as a shell says it";
  EXPECT_TRUE(std::filesystem::is_empty(out));
  const std::string said = test::read_text(out + ".txt");
  EXPECT_NE(said.find("a.png: failed: interrupted"), std::string::npos) << said;
  EXPECT_NE(said.find("0 identical, 0 different, 1 failed, 1 not sent (interrupted)"), std::string::npos)
      << said;
}

}  // namespace
}  // namespace ferry::cli
#endif
