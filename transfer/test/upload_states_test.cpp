#include "spy_list.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

constexpr std::uint32_t kPixelShaderResource = 0x80;
constexpr std::uint32_t kAnyShaderResource = 0xc0;
constexpr std::uint32_t kUnorderedAccess = 0x8;

/// Bytes come back right whatever the states; that the barriers were the right ones is for the validation
/// layer and the checker to say, which run beneath these tests, and for copy_plan_test.
class UploadStatesTest : public TransferTest {};

TEST_F(UploadStatesTest, OnDirectATextureGoesFromAnyStateToAnyState) {
  const TextureDesc desc = rgba8(64, 32, 3);
  auto target = texture(desc, 0x4 /* ALLOW_UNORDERED_ACCESS */, kPixelShaderResource);
  std::uint32_t state = kPixelShaderResource;
  std::uint64_t seed = 0;
  for (const std::uint32_t next :
       {kPixelShaderResource, kStateCommon, kAnyShaderResource, kUnorderedAccess, kStateCopyDest,
        kStateCopyDest, kStateCopySource, kPixelShaderResource, kStateCommon}) {
    auto batch = begin(QueueKind::kDirect);
    std::vector<std::byte> expected;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto texels = texels_of(desc, i, ++seed);
      ASSERT_TRUE(batch.upload_texture(target.get(), i, TextureData{texels.data()}, {state, next}));
      expected.insert(expected.end(), texels.begin(), texels.end());
    }
    submit(batch);
    EXPECT_EQ(read_texture(target.get(), 0, 3, {}, next), expected) << Hex{next}.value;
    state = next;
  }
}

TEST_F(UploadStatesTest, OneSubresourceChangesAndTheOthersStayAsTheyAre) {
  const TextureDesc desc = rgba8(32, 32, 2, 2);
  auto target = texture(desc, 0, kPixelShaderResource);
  std::vector<std::byte> expected;
  auto batch = begin(QueueKind::kDirect);
  std::vector<std::vector<std::byte>> texels;
  for (std::uint32_t i = 0; i < 4; ++i) {
    texels.push_back(texels_of(desc, i, i));
    ASSERT_TRUE(
        batch.upload_texture(target.get(), i, TextureData{texels[i].data()},
                             {kPixelShaderResource, i == 2 ? kStateCopySource : kPixelShaderResource}));
  }
  submit(batch);
  EXPECT_EQ(read_texture(target.get(), 2, 1, {}, kStateCopySource), texels[2]);
  EXPECT_EQ(read_texture(target.get(), 3, 1, {}, kPixelShaderResource), texels[3]);
}

TEST_F(UploadStatesTest, UploadsOfOneSubresourceInOneBatchHandTheStateOn) {
  const TextureDesc desc = rgba8(16, 16);
  auto target = texture(desc, 0, kPixelShaderResource);
  const auto first = texels_of(desc, 0, 1);
  const auto second = texels_of(desc, 0, 2);
  auto batch = begin(QueueKind::kDirect);
  ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{first.data()}, {kPixelShaderResource, 0}));
  expect_error(batch.upload_texture(target.get(), 0, TextureData{second.data()}, {kPixelShaderResource, 0}),
               ErrorCode::kInvalidArgument,
               {"'test texture'", "subresource 0", "state COMMON", " PIXEL_SHADER_RESOURCE"});
  ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{second.data()}, {0, kPixelShaderResource}));
  submit(batch);
  EXPECT_EQ(read_texture(target.get(), 0, 1, {}, kPixelShaderResource), second);
}

TEST_F(UploadStatesTest, ACopyQueueRefusesOtherStatesAndNothingChanges) {
  const TextureDesc desc = rgba8(256, 256);
  TransferOptions options;
  options.ring_bytes = 256_KiB;  // Pieces of 64 KiB: four of them make this texture.
  make_manager(options);
  auto target = texture(desc);
  const auto old_texels = texels_of(desc, 0, 1);
  const auto new_texels = texels_of(desc, 0, 2);
  auto batch = begin(QueueKind::kCopy);
  ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{old_texels.data()}));
  FencePoint point = submit(batch);
  const auto submissions = manager_->statistics().submissions;
  expect_error(
      batch.upload_texture(target.get(), 0, TextureData{new_texels.data()}, {0, kPixelShaderResource}),
      ErrorCode::kInvalidArgument,
      {"'test texture'", " PIXEL_SHADER_RESOURCE", "after", "COPY queue", "COMMON", "kDirect"});
  expect_error(
      batch.upload_texture(target.get(), 0, TextureData{new_texels.data()}, {kPixelShaderResource, 0}),
      ErrorCode::kInvalidArgument, {" PIXEL_SHADER_RESOURCE", "before"});
  int calls = 0;
  expect_error(batch.upload_rows(target.get(), 0,
                                 [&](const RowBand&) -> Result<void> {
                                   ++calls;
                                   return {};
                                 },
                                 {0, kPixelShaderResource}),
               ErrorCode::kInvalidArgument, {"after"});
  EXPECT_EQ(calls, 0);
  ASSERT_TRUE(batch.submit());
  EXPECT_EQ(manager_->statistics().submissions, submissions);
  EXPECT_EQ(read_texture(target.get(), 0, 1, point), old_texels);
}

TEST_F(UploadStatesTest, CopyStatesOfOtherQueuesAreNotForACopyQueue) {
  const TextureDesc desc = rgba8(64, 64);
  auto target = texture(desc, 0, kStateCopyDest);
  const auto texels = texels_of(desc, 0, 3);
  auto batch = begin(QueueKind::kCopy);
  expect_error(batch.upload_texture(target.get(), 0, TextureData{texels.data()}, {kStateCopyDest, 0}),
               ErrorCode::kInvalidArgument, {"'test texture'", "COPY_DEST", "before", "COMMON", "kDirect"});
  auto direct = begin(QueueKind::kDirect);
  ASSERT_TRUE(
      direct.upload_texture(target.get(), 0, TextureData{texels.data()}, {kStateCopyDest, kStateCopySource}));
  const FencePoint point = submit(direct);
  TextureReadback request;
  request.source = target.get();
  request.state = kStateCopySource;
  ReadbackOptions on_copy;
  on_copy.queue = QueueKind::kCopy;
  expect_error(manager_->read_texture(request, on_copy), ErrorCode::kInvalidArgument,
               {"'test texture'", "COPY_SOURCE", "COMMON"});
  EXPECT_EQ(read_texture(target.get(), 0, 1, point, kStateCopySource), texels);
}

TEST_F(UploadStatesTest, ATextureInManyPiecesKeepsItsStatesOnBothQueues) {
  TransferOptions options;
  options.ring_bytes = 256_KiB;
  make_manager(options);
  const TextureDesc desc = rgba8(300, 400, 2);
  for (const QueueKind kind : {QueueKind::kCopy, QueueKind::kDirect}) {
    const std::uint32_t after = kind == QueueKind::kDirect ? kPixelShaderResource : kStateCommon;
    auto target = texture(desc);
    const auto big = texels_of(desc, 0, 1);
    const auto mip_texels = texels_of(desc, 1, 2);
    auto batch = begin(kind);
    ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{big.data()}, {0, after}));
    ASSERT_TRUE(batch.upload_texture(target.get(), 1, TextureData{mip_texels.data()}, {0, after}));
    const FencePoint point = submit(batch);
    EXPECT_GT(manager_->statistics().submissions, 4u);
    EXPECT_EQ(read_texture(target.get(), 0, 1, point, after), big);
    EXPECT_EQ(read_texture(target.get(), 1, 1, point, after), mip_texels);
  }
}

TEST_F(UploadStatesTest, AReadbackFindsTheTextureInItsStateAndLeavesItThere) {
  TransferOptions options;
  options.ring_bytes = 256_KiB;
  make_manager(options);
  const TextureDesc desc = rgba8(300, 400);
  auto target = texture(desc);
  const auto texels = texels_of(desc, 0, 1);
  auto batch = begin(QueueKind::kDirect);
  ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{texels.data()}, {0, kAnyShaderResource}));
  submit(batch);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(read_texture(target.get(), 0, 1, {}, kAnyShaderResource), texels);
  }
  TextureReadback request;
  request.source = target.get();
  request.state = kAnyShaderResource;
  ReadbackOptions on_copy;
  on_copy.queue = QueueKind::kCopy;
  expect_error(manager_->read_texture(request, on_copy), ErrorCode::kInvalidArgument,
               {"'test texture'", "NON_PIXEL_SHADER_RESOURCE|PIXEL_SHADER_RESOURCE", "COPY queue"});
}

}  // namespace
}  // namespace ferry::test
