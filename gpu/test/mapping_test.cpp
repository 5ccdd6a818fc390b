#include <ferry/gpu/mapping.hpp>

#include <gtest/gtest.h>

#include "fake_resource.hpp"
#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

using Range = FakeResource::Range;

TEST(ReadMapping, MapsWhatWillBeReadAndUnmapsAsUnwritten) {
  FakeResource buffer(FakeResource::buffer_of(1000));
  {
    auto mapping = ReadMapping::map(&buffer, 100, 50);
    ASSERT_TRUE(mapping);
    EXPECT_EQ(mapping->bytes().size(), 50u);
    EXPECT_EQ(mapping->bytes().data(), buffer.memory.data() + 100);
    EXPECT_EQ(buffer.references(), 2u);
    EXPECT_TRUE(buffer.unmaps.empty());
  }
  ASSERT_EQ(buffer.maps.size(), 1u);
  EXPECT_EQ(buffer.maps[0], (Range{true, 100, 150}));
  ASSERT_EQ(buffer.unmaps.size(), 1u);
  EXPECT_EQ(buffer.unmaps[0], (Range{true, 0, 0}));
  EXPECT_EQ(buffer.references(), 1u);
}

TEST(WriteMapping, MapsWithoutReadingAndUnmapsWhatWasWritten) {
  FakeResource buffer(FakeResource::buffer_of(1000));
  {
    auto mapping = WriteMapping::map(&buffer, 100, 50);
    ASSERT_TRUE(mapping);
    EXPECT_EQ(mapping->bytes().data(), buffer.memory.data() + 100);
  }
  EXPECT_EQ(buffer.maps.at(0), (Range{true, 0, 0}));
  EXPECT_EQ(buffer.unmaps.at(0), (Range{true, 100, 150}));
}

TEST(Mappings, OfNoBytesReachNoApi) {
  FakeResource buffer(FakeResource::buffer_of(1000));
  auto read = ReadMapping::map(&buffer, 5000, 0);
  auto write = WriteMapping::map(nullptr, 0, 0);
  ASSERT_TRUE(read && write);
  EXPECT_TRUE(read->bytes().empty());
  EXPECT_TRUE(write->bytes().empty());
  EXPECT_TRUE(buffer.maps.empty());
}

TEST(Mappings, OutsideTheBufferAreRefused) {
  FakeResource buffer(FakeResource::buffer_of(1000));
  for (const auto& [offset, bytes] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {0, 1001}, {1000, 1}, {999, 2}, {UINT64_MAX, 2}, {2, UINT64_MAX}}) {
    expect_error(ReadMapping::map(&buffer, offset, bytes), ErrorCode::kInvalidArgument, {"1000 bytes"});
    expect_error(WriteMapping::map(&buffer, offset, bytes), ErrorCode::kInvalidArgument, {"1000 bytes"});
  }
  EXPECT_TRUE(buffer.maps.empty());
  EXPECT_TRUE(ReadMapping::map(&buffer, 0, 1000));
  EXPECT_EQ(buffer.references(), 1u);
}

TEST(Mappings, ThatFailAreNotUnmapped) {
  FakeResource buffer(FakeResource::buffer_of(1000));
  buffer.map_result = E_OUTOFMEMORY;
  expect_error(ReadMapping::map(&buffer, 0, 10), ErrorCode::kOutOfMemory, {"reading"});
  expect_error(WriteMapping::map(&buffer, 0, 10), ErrorCode::kOutOfMemory, {"writing"});
  EXPECT_TRUE(buffer.unmaps.empty());
  EXPECT_EQ(buffer.references(), 1u);
}

TEST(Mappings, ThatAreMovedAreUnmappedOnce) {
  FakeResource buffer(FakeResource::buffer_of(1000));
  {
    auto first = ReadMapping::map(&buffer, 0, 10);
    ReadMapping second = *std::move(first);
    ReadMapping third;
    third = std::move(second);
    EXPECT_EQ(third.bytes().size(), 10u);
    auto write = WriteMapping::map(&buffer, 20, 10);
    WriteMapping other = *std::move(write);
    EXPECT_EQ(other.bytes().size(), 10u);
  }
  ASSERT_EQ(buffer.unmaps.size(), 2u);
  EXPECT_EQ(buffer.unmaps[0], (Range{true, 20, 30}));
  EXPECT_EQ(buffer.references(), 1u);
}

}  // namespace
}  // namespace ferry::test
