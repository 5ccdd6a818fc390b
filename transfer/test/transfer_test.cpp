#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

TEST_F(TransferTest, ABufferGoesUpAndComesBack) {
  const auto bytes = noise(100000, 1);
  auto target = buffer(bytes.size());
  auto batch = manager_->begin_upload();
  ASSERT_TRUE(batch);
  ASSERT_TRUE(batch->upload_buffer(target.get(), 0, bytes));
  auto point = batch->submit();
  ASSERT_TRUE(point) << to_string(point.error());
  ReadbackOptions after;
  after.after = *point;
  EXPECT_EQ(read_back(target.get(), 0, bytes.size(), after), bytes);
}

TEST_F(TransferTest, ABatchOfTenTimesTheRing) {
  TransferOptions small;
  small.ring_bytes = 1_MiB;
  make_manager(small);
  const auto bytes = noise(10_MiB + 12345, 2);
  auto target = buffer(bytes.size());
  auto batch = manager_->begin_upload();
  ASSERT_TRUE(batch->upload_buffer(target.get(), 0, bytes));
  auto point = batch->submit();
  ASSERT_TRUE(point) << to_string(point.error());
  ReadbackOptions after;
  after.after = *point;
  EXPECT_EQ(read_back(target.get(), 0, bytes.size(), after), bytes);
  EXPECT_EQ(manager_->statistics().ring.dedicated, 0u);
}

TEST_F(TransferTest, ATextureWithMipsOnEachQueue) {
  for (const QueueKind kind : {QueueKind::kCopy, QueueKind::kDirect, QueueKind::kCompute}) {
    TextureDesc desc;
    desc.width = 333;
    desc.height = 77;
    desc.mip_levels = 5;
    desc.depth_or_array_size = 3;
    auto target = texture(desc);
    const std::uint32_t count = subresource_count(desc);
    auto batch = manager_->begin_upload(kind);
    std::vector<std::vector<std::byte>> data;
    for (std::uint32_t i = 0; i < count; ++i) {
      data.push_back(noise(static_cast<std::size_t>(*tight_bytes(desc, i, 1)), i));
      ASSERT_TRUE(batch->upload_texture(target.get(), i, TextureData{data[i].data()}));
    }
    auto point = batch->submit();
    ASSERT_TRUE(point) << to_string(point.error());
    TextureReadback request;
    request.source = target.get();
    request.subresource_count = count;
    ReadbackOptions options;
    options.after = *point;
    options.queue = kind;
    auto ticket = manager_->read_texture(request, options);
    ASSERT_TRUE(ticket) << to_string(ticket.error());
    auto all = ticket->take();
    ASSERT_TRUE(all) << to_string(all.error());
    std::vector<std::byte> expected;
    for (const auto& bytes : data) expected.insert(expected.end(), bytes.begin(), bytes.end());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), all->bytes().begin(), all->bytes().end()));
  }
}

}  // namespace
}  // namespace ferry::test
