#include <ferry/assets/file.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>

#include "scratch_folder.hpp"

#if !defined(_WIN32)
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#endif

namespace ferry {
namespace {

namespace fs = std::filesystem;
using test::read_text;
using test::ScratchFolder;
using test::write_text;

std::string as_text(const ByteBuffer& buffer) {
  return {reinterpret_cast<const char*>(buffer.data()), static_cast<std::size_t>(buffer.size())};
}

std::span<const std::byte> as_bytes(const std::string& content) {
  return std::as_bytes(std::span(content));
}

TEST(ReadFile, GivesTheWholeContent) {
  const ScratchFolder folder;
  for (const std::size_t size : {0U, 1U, 4095U, 65536U, 200'000U}) {
    std::string content(size, '\0');
    for (std::size_t i = 0; i < size; ++i) content[i] = static_cast<char>(i * 7);
    write_text(folder / "file", content);
    const Result<ByteBuffer> read = read_file(folder / "file");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(as_text(*read), content);
  }
}

TEST(ReadFile, TakesExactlyTheMostBytesAllowed) {
  const ScratchFolder folder;
  write_text(folder / "file", "12345678");
  EXPECT_TRUE(read_file(folder / "file", 8));
  const Result<ByteBuffer> read = read_file(folder / "file", 7);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgument);
}

TEST(ReadFile, NamesWhatIsWrong) {
  const ScratchFolder folder;
  const Result<ByteBuffer> missing = read_file(folder / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().message, path_text(folder / "missing") + ": no such file or folder");

  const Result<ByteBuffer> directory = read_file(folder.path());
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().code, ErrorCode::kIo);
  EXPECT_NE(directory.error().message.find("is a directory"), std::string::npos);

  const Result<ByteBuffer> nameless = read_file({});
  ASSERT_FALSE(nameless);
  EXPECT_EQ(nameless.error().code, ErrorCode::kInvalidArgument);
}

TEST(Path, ComesThroughAsUtf8) {
  const ScratchFolder folder;
  const std::string name =
      "Gr\xc3\xbc\xc3\x9f"
      "e \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x9a\xa2.bin";
  const fs::path path = folder / path_from_utf8(name);
  EXPECT_EQ(path_text(path_from_utf8(name)), name);
  Result<FileWriter> writer = FileWriter::create(path);
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_TRUE(writer->write(as_bytes("hello")));
  ASSERT_TRUE(writer->commit());
  const Result<ByteBuffer> read = read_file(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(as_text(*read), "hello");
}

TEST(FileWriter, ReplacesOnlyOnCommit) {
  const ScratchFolder folder;
  write_text(folder / "file", "old");
  {
    Result<FileWriter> writer = FileWriter::create(folder / "file");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(as_bytes("half of the new")));
    EXPECT_EQ(folder.entries(), 2U);
  }
  EXPECT_EQ(read_text(folder / "file"), "old");
  EXPECT_EQ(folder.entries(), 1U);

  Result<FileWriter> writer = FileWriter::create(folder / "file");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write(as_bytes("the ")));
  ASSERT_TRUE(writer->write({}));
  ASSERT_TRUE(writer->write(as_bytes("new")));
  EXPECT_EQ(read_text(folder / "file"), "old");
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(read_text(folder / "file"), "the new");
  EXPECT_EQ(folder.entries(), 1U);
  EXPECT_FALSE(writer->commit());
  EXPECT_FALSE(writer->write(as_bytes("more")));
}

TEST(FileWriter, AssigningDropsTheFileBefore) {
  const ScratchFolder folder;
  Result<FileWriter> first = FileWriter::create(folder / "first");
  Result<FileWriter> second = FileWriter::create(folder / "second");
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  *first = *std::move(second);
  EXPECT_EQ(folder.entries(), 1U);
  ASSERT_TRUE(first->commit());
  EXPECT_TRUE(fs::exists(folder / "second"));
  EXPECT_FALSE(fs::exists(folder / "first"));
}

TEST(FileWriter, NamesWhatIsWrong) {
  const ScratchFolder folder;
  const Result<FileWriter> nowhere = FileWriter::create(folder / "no" / "such" / "file");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::kNotFound);
  const Result<FileWriter> directory = FileWriter::create(folder.path());
  ASSERT_FALSE(directory);
  EXPECT_NE(directory.error().message.find("is a directory"), std::string::npos);
  EXPECT_FALSE(FileWriter::create({}));
}

#if !defined(_WIN32)

TEST(ReadFile, ReadsWhatHasNoSizeBeforehand) {
  const ScratchFolder folder;
  const Result<ByteBuffer> status = read_file("/proc/self/status");
  if (fs::exists("/proc/self/status")) {
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_NE(as_text(*status).find("Pid:"), std::string::npos);
    EXPECT_EQ(read_file("/proc/self/status", 10).error().code, ErrorCode::kInvalidArgument);
  }

  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string content(300'000, 'x');
  std::thread writing([&] { write_text(pipe, content); });
  const Result<ByteBuffer> read = read_file(pipe);
  writing.join();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(as_text(*read), content);
}

TEST(ReadFile, SaysThatPermissionLacks) {
  const ScratchFolder folder;
  write_text(folder / "secret", "x");
  fs::permissions(folder / "secret", fs::perms::none);
  const bool root = geteuid() == 0;
  if (root) {
    ASSERT_EQ(seteuid(65534), 0);  // root may read everything
  }
  const Result<ByteBuffer> read = read_file(folder / "secret");
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kIo);
  EXPECT_NE(read.error().message.find("no permission to read"), std::string::npos) << read.error().message;
}

TEST(FileWriter, FollowsASymbolicLink) {
  const ScratchFolder folder;
  fs::create_directory(folder / "elsewhere");
  fs::create_symlink(folder / "elsewhere" / "file", folder / "link");
  for (const char* const content : {"one", "two"}) {
    Result<FileWriter> writer = FileWriter::create(folder / "link");
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->write(as_bytes(content)));
    ASSERT_TRUE(writer->commit());
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_text(folder / "elsewhere" / "file"), content);
  }
}

TEST(FileWriter, LeavesADeviceADevice) {
  Result<FileWriter> writer = FileWriter::create("/dev/null");
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_TRUE(writer->write(as_bytes("gone")));
  ASSERT_TRUE(writer->commit());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(FileWriter, ReportsAFullDisk) {
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  // Little enough to stay in the C library's buffer until the end, and more than that.
  for (const std::size_t size : {10U, 100'000U}) {
    Result<FileWriter> writer = FileWriter::create("/dev/full");
    ASSERT_TRUE(writer) << writer.error().message;
    Result<void> done = writer->write(as_bytes(std::string(size, 'x')));
    if (done) done = writer->commit();
    ASSERT_FALSE(done) << size;
    EXPECT_EQ(done.error().code, ErrorCode::kIo);
    EXPECT_EQ(done.error().message, "/dev/full: the disk is full");
  }
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(FileWriter, LeavesNothingBehindWhenTheDiskTakesNoMore) {
  const ScratchFolder folder;
  write_text(folder / "file", "old");
  // A limit on the size of files stands in for a full disk.
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 1000;
  for (const std::size_t size : {2000U, 1'000'000U}) {
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    Result<void> done;
    {
      Result<FileWriter> writer = FileWriter::create(folder / "file");
      done = writer ? writer->write(as_bytes(std::string(size, 'x'))) : Result<void>(fail(writer.error()));
      if (done) done = writer->commit();
    }
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kIo);
    EXPECT_EQ(read_text(folder / "file"), "old");
    EXPECT_EQ(folder.entries(), 1U);
  }
}

#endif

}  // namespace
}  // namespace ferry
