#include <cstring>

#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

class UploadRowsTest : public TransferTest {
 protected:
  void SetUp() override {
    TransferOptions options;
    options.ring_bytes = 256_KiB;  // Pieces of 64 KiB.
    make_manager(options);
  }

  /// Writes the rows of `texels` and checks that they are asked for in order, once each.
  struct Rows {
    const std::vector<std::byte>& texels;
    std::uint64_t rows_of_slice;
    std::uint64_t next = 0;
    int bands = 0;

    Result<void> operator()(const RowBand& band) {
      EXPECT_EQ(band.slice * rows_of_slice + band.first_row, next);
      EXPECT_EQ(band.row_pitch % 256, 0u);
      EXPECT_GE(band.row_pitch, band.row_bytes);
      for (std::uint32_t row = 0; row < band.rows; ++row) {
        std::memcpy(band.memory + row * band.row_pitch, texels.data() + (next + row) * band.row_bytes,
                    static_cast<std::size_t>(band.row_bytes));
      }
      next += band.rows;
      ++bands;
      return {};
    }
  };
};

TEST_F(UploadRowsTest, ABigTextureIsAskedForBandByBand) {
  const TextureDesc desc = rgba8(333, 500);
  auto target = texture(desc);
  const auto texels = texels_of(desc, 0, 1);
  Rows rows{texels, 500};
  auto batch = begin();
  ASSERT_TRUE(batch.upload_rows(target.get(), 0, std::ref(rows)));
  EXPECT_EQ(rows.next, 500u);
  EXPECT_GT(rows.bands, 5);
  EXPECT_EQ(read_texture(target.get(), 0, 1, submit(batch)), texels);
}

TEST_F(UploadRowsTest, SlicesOf3dTexturesComeOneAfterTheOther) {
  TextureDesc desc = rgba8(50, 40);
  desc.dimension = Dimension::kTexture3D;
  desc.depth_or_array_size = 30;
  auto target = texture(desc);
  const auto texels = texels_of(desc, 0, 1);
  Rows rows{texels, 40};
  auto batch = begin();
  ASSERT_TRUE(batch.upload_rows(target.get(), 0, std::ref(rows)));
  EXPECT_EQ(rows.next, 1200u);
  EXPECT_EQ(read_texture(target.get(), 0, 1, submit(batch)), texels);
}

TEST_F(UploadRowsTest, BlocksCountAsRows) {
  TextureDesc desc = rgba8(1028, 516);
  desc.format = Format::kBc7Unorm;
  auto target = texture(desc);
  const auto texels = texels_of(desc, 0, 1);
  Rows rows{texels, 129};
  auto batch = begin(QueueKind::kDirect);
  ASSERT_TRUE(batch.upload_rows(target.get(), 0, std::ref(rows)));
  EXPECT_EQ(rows.next, 129u);
  EXPECT_EQ(read_texture(target.get(), 0, 1, submit(batch)), texels);
}

TEST_F(UploadRowsTest, ASourceThatFailsAtOnceChangesNothing) {
  const TextureDesc desc = rgba8(300, 500);
  auto target = texture(desc);
  const auto texels = texels_of(desc, 0, 1);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{texels.data()}));
  expect_error(
      batch.upload_rows(target.get(), 0,
                        [](const RowBand&) -> Result<void> { return fail(ErrorCode::kIo, "disk gone"); }),
      ErrorCode::kIo, {"disk gone"});
  EXPECT_EQ(read_texture(target.get(), 0, 1, submit(batch)), texels);
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
}

TEST_F(UploadRowsTest, ASourceThatFailsHalfWayBreaksTheBatchUntilItIsReported) {
  const TextureDesc desc = rgba8(300, 500);
  auto target = texture(desc);
  auto other = buffer(1000);
  auto batch = begin();
  int bands = 0;
  expect_error(batch.upload_rows(target.get(), 0,
                                 [&](const RowBand&) -> Result<void> {
                                   if (++bands == 4) return fail(ErrorCode::kCorrupt, "bad row");
                                   return {};
                                 }),
               ErrorCode::kCorrupt, {"bad row"});
  EXPECT_EQ(bands, 4);
  expect_error(batch.upload_buffer(other.get(), 0, noise(10, 1)), ErrorCode::kCorrupt, {"bad row"});
  expect_error(batch.stage_buffer(other.get(), 0, 10), ErrorCode::kCorrupt);
  expect_error(batch.upload_texture(target.get(), 0, TextureData{&bands}), ErrorCode::kCorrupt);
  expect_error(batch.submit(), ErrorCode::kCorrupt, {"bad row"});
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  const auto texels = texels_of(desc, 0, 1);
  ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{texels.data()}));
  EXPECT_EQ(read_texture(target.get(), 0, 1, submit(batch)), texels);
}

TEST_F(UploadRowsTest, CancelReportsABrokenBatchToo) {
  auto target = texture(rgba8(300, 500));
  auto other = buffer(1000);
  auto batch = begin();
  int bands = 0;
  ASSERT_FALSE(batch.upload_rows(target.get(), 0, [&](const RowBand&) -> Result<void> {
    if (++bands == 2) return fail(ErrorCode::kIo, "disk gone");
    return {};
  }));
  batch.cancel();
  ASSERT_TRUE(batch.upload_buffer(other.get(), 0, noise(1000, 1)));
  EXPECT_EQ(read_back(other.get(), 1000, submit(batch)), noise(1000, 1));
}

}  // namespace
}  // namespace ferry::test
