#include <limits>

#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

/// Each refusal names the thing, the value and the remedy; afterwards the batch goes on as if nothing had
/// been.
class UploadErrorsTest : public TransferTest {
 protected:
  void SetUp() override {
    TransferTest::SetUp();
    batch_ = std::make_unique<UploadBatch>(begin());
    ASSERT_TRUE(batch_->upload_buffer(buffer_.get(), 0, before_));
    ASSERT_TRUE(batch_->upload_texture(texture_.get(), 0, TextureData{texels_.data()}));
    calls_ = manager_->statistics().upload_calls;
    staged_ = batch_->staged_bytes();
  }
  void TearDown() override {
    EXPECT_EQ(batch_->staged_bytes(), staged_);
    EXPECT_EQ(manager_->statistics().upload_calls, calls_);
    const FencePoint point = submit(*batch_);
    EXPECT_EQ(read_back(buffer_.get(), before_.size(), point), before_);
    EXPECT_EQ(read_texture(texture_.get(), 0, 1, point), texels_);
    manager_->poll();
    EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 0u);
    batch_.reset();
    TransferTest::TearDown();
  }

  const std::vector<std::byte> before_ = noise(1000, 1);
  const std::vector<std::byte> texels_ = noise(40 * 20 * 4, 2);
  const std::vector<std::byte> other_ = noise(4000, 3);
  ComPtr<ID3D12Resource> buffer_ = buffer(1000, "my buffer");
  ComPtr<ID3D12Resource> texture_ = texture(rgba8(40, 20, 2));
  std::unique_ptr<UploadBatch> batch_;
  std::uint64_t calls_ = 0;
  std::uint64_t staged_ = 0;
};

TEST_F(UploadErrorsTest, NullDestinations) {
  expect_error(batch_->upload_buffer(nullptr, 0, other_), ErrorCode::kInvalidArgument, {"buffer", "null"});
  expect_error(batch_->stage_buffer(nullptr, 0, 4), ErrorCode::kInvalidArgument, {"buffer", "null"});
  expect_error(batch_->upload_texture(nullptr, 0, TextureData{other_.data()}), ErrorCode::kInvalidArgument,
               {"texture", "null"});
  const TextureData one[] = {{other_.data()}};
  expect_error(batch_->upload_texture(nullptr, 0, one), ErrorCode::kInvalidArgument, {"null"});
  expect_error(batch_->upload_region(nullptr, 0, {}, TextureData{other_.data()}), ErrorCode::kInvalidArgument,
               {"null"});
  expect_error(batch_->upload_rows(nullptr, 0, [](const RowBand&) { return Result<void>(); }),
               ErrorCode::kInvalidArgument, {"null"});
}

TEST_F(UploadErrorsTest, ABufferInAnUploadHeapIsNoDestination) {
  auto staging = *device_->create_buffer(HeapKind::kUpload, 64_KiB, "my staging");
  expect_error(batch_->upload_buffer(staging.get(), 0, other_), ErrorCode::kInvalidArgument,
               {"'my staging'", "UPLOAD heap", "DEFAULT"});
  expect_error(batch_->stage_buffer(staging.get(), 0, 4), ErrorCode::kInvalidArgument, {"UPLOAD heap"});
  expect_error(batch_->upload_buffer(staging.get(), 0, other_), ErrorCode::kInvalidArgument, {"UPLOAD heap"});
}

TEST_F(UploadErrorsTest, BytesOutsideTheBuffer) {
  const std::span<const std::byte> some = other_;
  for (const auto& [offset, size] : std::vector<std::pair<std::uint64_t, std::size_t>>{
           {0, 1001}, {1000, 1}, {999, 2}, {UINT64_MAX, 1}, {UINT64_MAX - 3, 4}}) {
    expect_error(batch_->upload_buffer(buffer_.get(), offset, some.first(size)), ErrorCode::kInvalidArgument,
                 {"'my buffer'", std::to_string(offset), std::to_string(size), "1000 bytes"});
    expect_error(batch_->stage_buffer(buffer_.get(), offset, size), ErrorCode::kInvalidArgument,
                 {"'my buffer'", "1000 bytes"});
  }
  expect_error(batch_->stage_buffer(buffer_.get(), 8, UINT64_MAX), ErrorCode::kInvalidArgument,
               {"'my buffer'"});
}

TEST_F(UploadErrorsTest, TheWrongKindOfResource) {
  expect_error(batch_->upload_buffer(texture_.get(), 0, other_), ErrorCode::kInvalidArgument,
               {"'test texture'", "2D texture", "upload_texture"});
  expect_error(batch_->upload_texture(buffer_.get(), 0, TextureData{other_.data()}),
               ErrorCode::kInvalidArgument, {"'my buffer'", "upload_buffer"});
  expect_error(batch_->upload_region(buffer_.get(), 0, {0, 0, 0, 4, 1, 1}, TextureData{other_.data()}),
               ErrorCode::kInvalidArgument, {"'my buffer'", "upload_buffer"});
  expect_error(batch_->upload_rows(buffer_.get(), 0, [](const RowBand&) { return Result<void>(); }),
               ErrorCode::kInvalidArgument, {"'my buffer'", "upload_buffer"});
}

TEST_F(UploadErrorsTest, MoreInPlaceThanAQuarterOfTheRing) {
  auto big = buffer(32_MiB);
  expect_error(batch_->stage_buffer(big.get(), 0, batch_->max_in_place() + 1), ErrorCode::kInvalidArgument,
               {std::to_string(8_MiB + 1), std::to_string(8_MiB), "pieces"});
}

TEST_F(UploadErrorsTest, SubresourcesThatDoNotExist) {
  expect_error(batch_->upload_texture(texture_.get(), 2, TextureData{other_.data()}),
               ErrorCode::kInvalidArgument, {"'test texture'", "2"});
  expect_error(
      batch_->upload_region(texture_.get(), UINT32_MAX, {0, 0, 0, 1, 1, 1}, TextureData{other_.data()}),
      ErrorCode::kInvalidArgument, {"'test texture'"});
  expect_error(batch_->upload_rows(texture_.get(), 2, [](const RowBand&) { return Result<void>(); }),
               ErrorCode::kInvalidArgument, {"'test texture'", "2"});
  const TextureData two[] = {{other_.data()}, {other_.data()}};
  expect_error(batch_->upload_texture(texture_.get(), 1, two), ErrorCode::kInvalidArgument,
               {"2 subresources", "number 1", "has 2"});
  expect_error(batch_->upload_texture(texture_.get(), UINT32_MAX, two), ErrorCode::kInvalidArgument);
}

TEST_F(UploadErrorsTest, BoxesThatReachOutsideOrAreInsideOut) {
  const TextureData data{other_.data()};
  for (const Box& box :
       {Box{0, 0, 0, 41, 1, 1}, Box{0, 0, 0, 1, 21, 1}, Box{0, 0, 0, 1, 1, 2}, Box{5, 0, 0, 4, 1, 1},
        Box{0, 5, 0, 1, 4, 1}, Box{UINT32_MAX, 0, 0, UINT32_MAX, 1, 1}}) {
    expect_error(batch_->upload_region(texture_.get(), 0, box, data), ErrorCode::kInvalidArgument,
                 {"'test texture'"});
  }
  // The small mip is 20x10.
  expect_error(batch_->upload_region(texture_.get(), 1, {0, 0, 0, 21, 1, 1}, data),
               ErrorCode::kInvalidArgument);
}

TEST_F(UploadErrorsTest, BoxesThatCutBlocks) {
  TextureDesc desc = rgba8(64, 64);
  desc.format = Format::kBc1Unorm;
  auto blocks = texture(desc);
  for (const Box& box : {Box{2, 0, 0, 8, 4, 1}, Box{0, 0, 0, 6, 4, 1}, Box{0, 1, 0, 4, 8, 1}}) {
    expect_error(batch_->upload_region(blocks.get(), 0, box, TextureData{other_.data()}),
                 ErrorCode::kInvalidArgument, {"'test texture'"});
  }
}

TEST_F(UploadErrorsTest, PitchesThatAreTooSmallOrTooBig) {
  TextureData narrow{other_.data(), 159};
  expect_error(batch_->upload_texture(texture_.get(), 0, narrow), ErrorCode::kInvalidArgument,
               {"row pitch 159", "160 bytes", "'test texture'", "0 for no padding"});
  TextureData wide{other_.data(), UINT64_MAX / 2};
  expect_error(batch_->upload_texture(texture_.get(), 0, wide), ErrorCode::kInvalidArgument, {"row pitch"});
  TextureDesc volume = rgba8(4, 4);
  volume.dimension = Dimension::kTexture3D;
  volume.depth_or_array_size = 4;
  auto solid = texture(volume);
  TextureData flat{other_.data(), 16, 63};
  expect_error(batch_->upload_texture(solid.get(), 0, flat), ErrorCode::kInvalidArgument,
               {"slice pitch 63", "4 rows", "16 bytes"});
}

TEST_F(UploadErrorsTest, NoDataAndNoSource) {
  expect_error(batch_->upload_texture(texture_.get(), 0, TextureData{}), ErrorCode::kInvalidArgument,
               {"null"});
  expect_error(batch_->upload_region(texture_.get(), 0, {0, 0, 0, 1, 1, 1}, TextureData{}),
               ErrorCode::kInvalidArgument, {"null"});
  expect_error(batch_->upload_rows(texture_.get(), 0, RowSource()), ErrorCode::kInvalidArgument,
               {"RowSource"});
}

TEST_F(UploadErrorsTest, OneBadSubresourceOfSeveralLeavesAllAlone) {
  const TextureData second_is_null[] = {{other_.data()}, {nullptr}};
  expect_error(batch_->upload_texture(texture_.get(), 0, second_is_null), ErrorCode::kInvalidArgument,
               {"null"});
  const TextureData second_is_narrow[] = {{other_.data()}, {other_.data(), 79}};
  expect_error(batch_->upload_texture(texture_.get(), 0, second_is_narrow), ErrorCode::kInvalidArgument,
               {"row pitch 79"});
}

TEST_F(UploadErrorsTest, MultisampledTextures) {
  TextureDesc desc = rgba8(16, 16);
  desc.sample_count = 4;
  auto target = texture(desc, 0x1 /* ALLOW_RENDER_TARGET */);
  if (!target) GTEST_SKIP() << "no multisampling here";
  EXPECT_FALSE(batch_->upload_texture(target.get(), 0, TextureData{other_.data()}));
  TextureReadback request;
  request.source = target.get();
  expect_error(manager_->read_texture(request), ErrorCode::kInvalidArgument,
               {"4 samples", "ResolveSubresource"});
}

TEST_F(TransferTest, AManagerWithoutDeviceOrPiecesOrWithTheWrongQueueIsRefused) {
  expect_error(TransferManager::create(std::shared_ptr<Device>()), ErrorCode::kInvalidArgument, {"null"});
  expect_error(TransferManager::create(static_cast<ID3D12Device*>(nullptr)), ErrorCode::kInvalidArgument,
               {"null"});
  TransferOptions options;
  options.piece_bytes = 0;
  expect_error(TransferManager::create(device_, options), ErrorCode::kInvalidArgument, {"piece_bytes"});
  options = {};
  options.ring_bytes = 1000;
  expect_error(TransferManager::create(device_, options), ErrorCode::kInvalidArgument, {"1000", "64 KiB"});
  options = {};
  auto direct = queue(QueueKind::kDirect);
  options.copy_queue = direct->d3d();
  expect_error(TransferManager::create(device_, options), ErrorCode::kInvalidArgument,
               {"DIRECT queue", "COPY queue belongs"});
}

}  // namespace
}  // namespace ferry::test
