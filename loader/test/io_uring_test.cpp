#include "../src/io_uring.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <string>
#include <vector>

#include <ferry/loader/file_reader.hpp>

#include "../../assets/test/scratch_folder.hpp"

namespace ferry::test {
namespace {

/// Where the kernel lets us, the ring itself does the reading: nothing here falls back.
TEST(IoUring, ReadsAndSaysWhatItCouldNot) {
  const auto ring = IoUring::create();
  if (ring == nullptr) GTEST_SKIP() << "this kernel, or this container, has no io_uring";
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  const std::string text = "the quick brown fox";
  ASSERT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
  ASSERT_EQ(std::fflush(file), 0);
  const int descriptor = fileno(file);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::byte> quick(5);
    std::vector<std::byte> fox(10);
    std::vector<std::byte> none(1);
    ring->add(descriptor, 4, quick, 0);
    ring->add(descriptor, 16, fox, 1);
    ring->add(-1, 0, none, 2);
    ring->run();
    ASSERT_TRUE(ring->usable());
    EXPECT_EQ(ring->result(0), 5);
    EXPECT_EQ(ring->result(1), 3) << "as far as the file goes";
    EXPECT_EQ(ring->result(2), -9) << "EBADF";
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(quick.data()), 5), "quick");
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(fox.data()), 3), "fox");
  }
  std::fclose(file);
}

TEST(IoUring, TakesAsManyReadsAsItSays) {
  const auto ring = IoUring::create();
  if (ring == nullptr) GTEST_SKIP() << "this kernel, or this container, has no io_uring";
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  std::string text;
  for (int i = 0; i < 256; ++i) text.push_back(static_cast<char>(i));
  ASSERT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
  ASSERT_EQ(std::fflush(file), 0);
  for (std::size_t round = 0; round < 20; ++round) {
    std::vector<std::byte> bytes(IoUring::kDepth);
    for (std::size_t i = 0; i < bytes.size(); ++i) ring->add(fileno(file), i + round, {&bytes[i], 1}, i);
    ring->run();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      EXPECT_EQ(ring->result(i), 1);
      EXPECT_EQ(bytes[i], static_cast<std::byte>(i + round));
    }
  }
  std::fclose(file);
}

TEST(SystemFile, APipeIsRefusedAtOnceAndNotWaitedFor) {
  const ScratchFolder folder;
  const std::string path = (folder / "pipe").string();
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto opened = open_system_file(path);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kIo);
  EXPECT_NE(opened.error().message.find("is a pipe or a device"), std::string::npos)
      << opened.error().message;
}

}  // namespace
}  // namespace ferry::test
