#include "../src/batch_reader.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../../assets/test/scratch_folder.hpp"
#include "fake_files.hpp"

namespace ferry::test {
namespace {

/// Files of random bytes, and reads of random pieces of them.
class BatchReaderTest : public testing::TestWithParam<bool> {
 protected:
  void add_file(std::size_t bytes) {
    std::vector<std::byte> content(bytes);
    for (std::byte& b : content) b = static_cast<std::byte>(random_());
    const std::string path = (folder_ / std::to_string(contents_.size())).string();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(bytes));
    auto file = open_system_file(path);
    ASSERT_TRUE(file);
    files_.push_back(*file);
    contents_.push_back(std::move(content));
  }

  struct Wanted {
    std::size_t file = 0;
    std::size_t offset = 0;
    std::vector<std::byte> got;
  };

  /// Reads `count` random pieces at once and compares them.
  void read_some(BatchReader& reader, std::size_t count, std::mt19937& random) {
    std::vector<Wanted> wanted(count);
    std::vector<FileRead> reads;
    for (Wanted& one : wanted) {
      one.file = random() % contents_.size();
      const std::size_t size = contents_[one.file].size();
      one.offset = random() % size;
      one.got.resize(1 + random() % (size - one.offset));
      reads.push_back({files_[one.file].get(), one.offset, one.got});
    }
    reader.read_all(reads);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_TRUE(reads[i].done) << reads[i].done.error().message;
      const Wanted& one = wanted[i];
      const auto begin = contents_[one.file].begin() + static_cast<std::ptrdiff_t>(one.offset);
      ASSERT_TRUE(std::equal(one.got.begin(), one.got.end(), begin));
    }
  }

  std::mt19937 random_{7};
  ScratchFolder folder_;
  std::vector<std::shared_ptr<FileReader>> files_;
  std::vector<std::vector<std::byte>> contents_;
};

TEST_P(BatchReaderTest, EveryByteOfEveryPieceIsRight) {
  for (const std::size_t bytes : {1u, 100u, 4096u, 70000u, 3000000u}) add_file(bytes);
  BatchReader reader(GetParam());
  for (std::size_t count = 0; count < 100; ++count) read_some(reader, count, random_);
}

TEST_P(BatchReaderTest, ThreadsReadAtOnce) {
  for (int i = 0; i < 4; ++i) add_file(20000);
  BatchReader reader(GetParam());
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([this, &reader, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 50; ++i) read_some(reader, 1 + random() % 70, random);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(BatchReaderTest, AFileThatEndsTooEarlyIsNamedAndTheOthersAreRead) {
  add_file(5000);
  add_file(5000);
  std::vector<std::byte> all(5000);
  std::vector<std::byte> more(6000);
  std::vector<std::byte> beyond(10);
  std::vector<FileRead> reads;
  reads.push_back({files_[0].get(), 0, more});
  reads.push_back({files_[1].get(), 0, all});
  reads.push_back({files_[1].get(), 7000, beyond});
  BatchReader(GetParam()).read_all(reads);
  ASSERT_FALSE(reads[0].done);
  EXPECT_EQ(reads[0].done.error().code, ErrorCode::kIo);
  EXPECT_NE(reads[0].done.error().message.find("ends at byte 5000"), std::string::npos)
      << reads[0].done.error().message;
  EXPECT_TRUE(reads[1].done);
  EXPECT_EQ(all, contents_[1]);
  EXPECT_FALSE(reads[2].done);
}

TEST_P(BatchReaderTest, FilesOfTheApplicationAreReadBesideThoseOfTheSystem) {
  add_file(3000);
  add_file(3000);
  FakeFiles fake;
  std::vector<std::byte> content(2000, std::byte{42});
  fake.add("fake", content);
  auto opened = fake.opener()("fake");
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)->descriptor(), -1);
  std::vector<std::byte> a(3000);
  std::vector<std::byte> b(2000);
  std::vector<std::byte> c(1000);
  std::vector<FileRead> reads;
  reads.push_back({files_[0].get(), 0, a});
  reads.push_back({opened->get(), 0, b});
  reads.push_back({files_[1].get(), 2000, c});
  BatchReader(GetParam()).read_all(reads);
  for (const FileRead& read : reads) EXPECT_TRUE(read.done);
  EXPECT_EQ(a, contents_[0]);
  EXPECT_EQ(b, content);
  EXPECT_TRUE(std::equal(c.begin(), c.end(), contents_[1].begin() + 2000));
}

TEST_P(BatchReaderTest, WhatNobodyWantsIsNotRead) {
  FakeFiles fake;
  fake.add("fake", std::vector<std::byte>(2000, std::byte{42}));
  auto opened = fake.opener()("fake");
  ASSERT_TRUE(opened);
  const std::atomic<bool> gone = true;
  const std::atomic<bool> wanted = false;
  std::vector<std::byte> a(2000);
  std::vector<std::byte> b(2000);
  FileRead reads[] = {{opened->get(), 0, a, &gone}, {opened->get(), 0, b, &wanted}};
  BatchReader(GetParam()).read_all(reads);
  ASSERT_FALSE(reads[0].done);
  EXPECT_EQ(reads[0].done.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(a[0], std::byte{0});
  EXPECT_TRUE(reads[1].done);
  EXPECT_EQ(fake.reads().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Ways, BatchReaderTest, testing::Bool(),
                         [](const auto& way) { return way.param ? "Together" : "OneByOne"; });

}  // namespace
}  // namespace ferry::test
