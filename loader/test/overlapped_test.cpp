// Reads past the system's file cache, on Windows.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <ferry/base/units.hpp>

#include "../../assets/test/scratch_folder.hpp"
#include "../src/batch_reader.hpp"
#include "../src/windows_file.hpp"

namespace ferry::test {
namespace {

class OverlappedTest : public testing::Test {
 protected:
  std::shared_ptr<FileReader> open(const std::string& name, const std::vector<std::byte>& content) {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
    auto file = open_system_file(path.string());
    EXPECT_TRUE(file);
    return file ? *file : nullptr;
  }
  std::vector<std::byte> bytes(std::size_t size) {
    std::vector<std::byte> content(size);
    for (std::byte& b : content) b = static_cast<std::byte>(random_());
    return content;
  }
  /// Memory that begins at a multiple of 64 KiB, as mapped staging memory does.
  static std::span<std::byte> aligned(std::vector<std::byte>& memory, std::size_t size) {
    memory.assign(size + 64_KiB, std::byte{0xcd});
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    return {memory.data() + (align_up(begin, 64_KiB) - begin), size};
  }

  std::mt19937 random_{11};
  ScratchFolder folder_;
};

TEST_F(OverlappedTest, TheFileIsOpenedPastTheCacheAndHasASector) {
  const auto file = open("any", bytes(10));
  ASSERT_NE(file->system_file(), nullptr);
  const auto past_cache = file->system_file()->past_cache();
  ASSERT_NE(past_cache.file, INVALID_HANDLE_VALUE);
  EXPECT_GE(past_cache.sector, 512u);
  EXPECT_EQ(past_cache.sector & (past_cache.sector - 1), 0u);
  EXPECT_EQ(file->system_file()->past_cache().file, past_cache.file) << "it is opened once";
}

TEST_F(OverlappedTest, SizesAndPlacesAroundSectorsAndParts) {
  const std::vector<std::byte> content = bytes(5_MiB + 777);
  const auto file = open("big", content);
  BatchReader reader(true, 1);
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{511}, std::size_t{512}, std::size_t{513}, std::size_t{4095},
        std::size_t{4096}, std::size_t{4097}, std::size_t{1_MiB - 1}, std::size_t{1_MiB},
        std::size_t{1_MiB + 1}, std::size_t{3_MiB + 4095}}) {
    for (const std::size_t offset : {std::size_t{0}, std::size_t{1}, std::size_t{4095}, std::size_t{4096},
                                     std::size_t{4097}, content.size() - size}) {
      for (const std::size_t shift : {std::size_t{0}, std::size_t{1}, std::size_t{512}, offset % 4096}) {
        std::vector<std::byte> memory;
        const std::span<std::byte> all = aligned(memory, size + 8192);
        const std::span<std::byte> out = all.subspan(shift, size);
        FileRead read{file.get(), offset, out};
        reader.read_all({&read, 1});
        ASSERT_TRUE(read.done) << read.done.error().message;
        const auto begin = content.begin() + static_cast<std::ptrdiff_t>(offset);
        ASSERT_TRUE(std::equal(out.begin(), out.end(), begin)) << size << " from " << offset << ", " << shift;
        const auto untouched = [](std::byte b) { return b == std::byte{0xcd}; };
        ASSERT_TRUE(std::all_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shift), untouched));
        ASSERT_TRUE(
            std::all_of(all.begin() + static_cast<std::ptrdiff_t>(shift + size), all.end(), untouched));
      }
    }
  }
}

TEST_F(OverlappedTest, ManyAtOnceFromManyThreads) {
  std::vector<std::vector<std::byte>> contents;
  std::vector<std::shared_ptr<FileReader>> files;
  for (int i = 0; i < 5; ++i) {
    contents.push_back(bytes(300'000 + static_cast<std::size_t>(i) * 77'777));
    files.push_back(open(std::to_string(i), contents.back()));
  }
  BatchReader reader(true, 1000);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int round = 0; round < 20; ++round) {
        std::vector<std::vector<std::byte>> memory(1 + random() % 40);
        std::vector<FileRead> reads;
        std::vector<const std::byte*> expected;
        for (auto& one : memory) {
          const std::size_t file = random() % files.size();
          const std::size_t offset = random() % contents[file].size();
          one.resize(random() % (contents[file].size() - offset) + 1);
          reads.push_back({files[file].get(), offset, one});
          expected.push_back(contents[file].data() + offset);
        }
        reader.read_all(reads);
        for (std::size_t i = 0; i < reads.size(); ++i) {
          if (!reads[i].done || !std::equal(memory[i].begin(), memory[i].end(), expected[i])) ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(OverlappedTest, AFileThatEndsTooEarlyIsNamedByTheByte) {
  const auto content = bytes(100'000);
  const auto file = open("short", content);
  BatchReader reader(true, 1);
  std::vector<std::byte> out(200'000);
  std::vector<std::byte> beyond(5'000);
  std::vector<std::byte> good(50'000);
  FileRead reads[] = {{file.get(), 0, out}, {file.get(), 150'000, beyond}, {file.get(), 7, good}};
  reader.read_all(reads);
  ASSERT_FALSE(reads[0].done);
  EXPECT_EQ(reads[0].done.error().code, ErrorCode::kIo);
  EXPECT_NE(reads[0].done.error().message.find("ends at byte 100000"), std::string::npos)
      << reads[0].done.error().message;
  EXPECT_FALSE(reads[1].done);
  ASSERT_TRUE(reads[2].done);
  EXPECT_TRUE(std::equal(good.begin(), good.end(), content.begin() + 7));
}

TEST_F(OverlappedTest, WhatWasWrittenThroughTheCacheIsRead) {
  const auto before = bytes(2_MiB);
  const auto after = bytes(2_MiB);
  for (const auto* content : {&before, &after}) {
    const auto file = open("changing", *content);
    std::vector<std::byte> out(2_MiB);
    FileRead read{file.get(), 0, out};
    BatchReader(true, 1).read_all({&read, 1});
    ASSERT_TRUE(read.done);
    EXPECT_TRUE(out == *content);
  }
}

TEST_F(OverlappedTest, WhatNobodyWantsIsNotRead) {
  const auto content = bytes(3_MiB);
  const auto file = open("unwanted", content);
  const std::atomic<bool> gone = true;
  const std::atomic<bool> wanted = false;
  std::vector<std::byte> first(3_MiB, std::byte{1});
  std::vector<std::byte> second(3_MiB);
  std::vector<std::byte> third(10, std::byte{1});
  FileRead reads[] = {
      {file.get(), 0, first, &gone}, {file.get(), 0, second, &wanted}, {file.get(), 0, third, &gone}};
  BatchReader(true, 1000).read_all(reads);
  for (const std::size_t unwanted : {0, 2}) {
    ASSERT_FALSE(reads[unwanted].done);
    EXPECT_EQ(reads[unwanted].done.error().code, ErrorCode::kCancelled);
  }
  EXPECT_EQ(first[0], std::byte{1});
  EXPECT_EQ(third[0], std::byte{1});
  ASSERT_TRUE(reads[1].done);
  EXPECT_TRUE(second == content);
}

/// Given up at any time: it comes whole, or ends as cancelled; nothing is written afterwards.
TEST_F(OverlappedTest, GivenUpOnTheWay) {
  const auto content = bytes(6_MiB);
  const auto file = open("given up", content);
  BatchReader reader(true, 1000);
  for (int delay = 0; delay < 12; ++delay) {
    std::atomic<bool> gone = false;
    std::vector<std::byte> out(6_MiB);
    FileRead read{file.get(), 0, out, &gone};
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(delay * 200));
      gone = true;
    });
    reader.read_all({&read, 1});
    other.join();
    if (read.done) {
      EXPECT_TRUE(out == content);
    } else {
      EXPECT_EQ(read.done.error().code, ErrorCode::kCancelled) << read.done.error().message;
    }
    const std::vector<std::byte> copy = out;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(out == copy);
  }
}

TEST_F(OverlappedTest, NeverPastTheCacheWhereThatIsNotWanted) {
  const auto content = bytes(100'000);
  const auto file = open("small", content);
  std::vector<std::byte> out(100'000);
  FileRead read{file.get(), 0, out};
  BatchReader(true).read_all({&read, 1});
  ASSERT_TRUE(read.done);
  EXPECT_TRUE(out == content);
  BatchReader(false, 1).read_all({&read, 1});
  ASSERT_TRUE(read.done);
}

}  // namespace
}  // namespace ferry::test
