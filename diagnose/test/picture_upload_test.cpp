// The picture test against real uploads by Direct3D 12, right ones and wrong ones.
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <ferry/diagnose/picture_test.hpp>

#include "../../gpu/test/gated_queue.hpp"
#include "../../transfer/test/transfer_fixture.hpp"

namespace ferry::test {
namespace {

/// How a program may go about its upload.
struct Way {
  std::uint64_t written_pitch = 0;  ///< 0: the footprint's.
  std::uint64_t written_at = 0;
  std::uint64_t read_at = 0;
  std::uint32_t rows_copied = 0;  ///< In texels; 0: all.
  bool execute = true;
  bool swap_channels = false;
  /// One piece of staging memory for all uploads, with no wait before it is written again.
  bool reuse_staging = false;
  /// Says that it has waited, and has not.
  bool forget_to_wait = false;
};

/// A program with an upload of its own.
class Program {
 public:
  Program(std::shared_ptr<Device> device, Way way, std::shared_ptr<Queue> queue)
      : device_(std::move(device)), way_(way), queue_(std::move(queue)) {}
  ~Program() { EXPECT_TRUE(queue_->wait_idle()); }

  Result<FencePoint> upload(const PictureUpload& upload) {
    TextureDesc desc = describe(upload.texture);
    const Footprint at = *footprint(desc, 0, way_.read_at);
    const std::uint64_t pitch = way_.written_pitch != 0 ? way_.written_pitch : at.row_pitch;
    constexpr std::uint64_t kBytes = 1_MiB;
    if (staging_.empty() || !way_.reuse_staging) {
      auto made = device_->create_buffer(HeapKind::kUpload, kBytes, "the program's staging");
      if (!made) return fail(std::move(made).error());
      staging_.push_back(*std::move(made));
    }
    ID3D12Resource* const staging = staging_.back().get();
    void* mapped = nullptr;
    const D3D12_RANGE nothing = {0, 0};
    EXPECT_EQ(staging->Map(0, &nothing, &mapped), S_OK);
    auto* const memory = static_cast<std::byte*>(mapped);
    std::memset(memory, 0xee, kBytes);
    for (std::uint32_t row = 0; row < upload.rows; ++row) {
      std::byte* const to = memory + way_.written_at + row * pitch;
      std::memcpy(to, upload.bytes.data() + row * upload.row_bytes, upload.row_bytes);
      for (std::uint64_t i = 0; way_.swap_channels && i < upload.row_bytes; i += 4)
        std::swap(to[i], to[i + 2]);
    }
    staging->Unmap(0, nullptr);

    ComPtr<ID3D12CommandAllocator> allocator;
    ComPtr<ID3D12GraphicsCommandList> list;
    const auto type = static_cast<D3D12_COMMAND_LIST_TYPE>(queue_->kind());
    EXPECT_EQ(
        device_->d3d()->CreateCommandAllocator(type, iid_of<ID3D12CommandAllocator>(), allocator.put_void()),
        S_OK);
    EXPECT_EQ(device_->d3d()->CreateCommandList(0, type, allocator.get(), nullptr,
                                                iid_of<ID3D12GraphicsCommandList>(), list.put_void()),
              S_OK);
    D3D12_TEXTURE_COPY_LOCATION to = {};
    to.pResource = upload.texture;
    to.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
    D3D12_TEXTURE_COPY_LOCATION from = {};
    from.pResource = staging;
    from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
    from.PlacedFootprint.Offset = at.offset;
    from.PlacedFootprint.Footprint = {static_cast<DXGI_FORMAT>(at.format), at.width, at.height, 1,
                                      static_cast<UINT>(at.row_pitch)};
    const D3D12_BOX box = {0, 0, 0, at.width, way_.rows_copied != 0 ? way_.rows_copied : at.height, 1};
    list->CopyTextureRegion(&to, 0, 0, 0, &from, &box);
    EXPECT_EQ(list->Close(), S_OK);
    allocators_.push_back(std::move(allocator));
    lists_.push_back(list);
    if (!way_.execute) return FencePoint{};
    ID3D12CommandList* const lists[] = {list.get()};
    auto point = queue_->execute(lists, "the program's upload");
    return way_.forget_to_wait ? Result<FencePoint>(FencePoint{}) : point;
  }

 private:
  std::shared_ptr<Device> device_;
  Way way_;
  std::shared_ptr<Queue> queue_;
  std::vector<ComPtr<ID3D12Resource>> staging_;
  std::vector<ComPtr<ID3D12CommandAllocator>> allocators_;
  std::vector<ComPtr<ID3D12GraphicsCommandList>> lists_;
};

class PictureUploadTest : public TransferTest {
 protected:
  PictureTestReport test(const Way& way, const PictureTestOptions& options = {}) {
    Program program(device_, way, queue(QueueKind::kCopy));
    auto report = test_picture_upload(
        *manager_, [&](const PictureUpload& one) { return program.upload(one); }, options);
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? *report : PictureTestReport{};
  }
};

#define EXPECT_FAULT(found, wanted) EXPECT_EQ(to_string((found).fault), to_string(wanted)) << (found).sentence

TEST_F(PictureUploadTest, ARightUploadIsRight) {
  const PictureTestReport report = test({});
  EXPECT_FAULT(report.verdict, PictureFault::kSame);
  EXPECT_FAULT(report.solid, PictureFault::kSame);
  EXPECT_NE(report.solid.blind, "");
  EXPECT_EQ(report.verdict.blind, "");
  EXPECT_EQ(report.at_once.size(), 8u);
  for (const PictureDiagnosis& one : report.at_once) EXPECT_FAULT(one, PictureFault::kSame);
  EXPECT_NE(report.to_text().find("verdict: same."), std::string::npos) << report.to_text();
}

TEST_F(PictureUploadTest, FerrysOwnUploadIsRightInEveryShape) {
  for (const Format format : {Format::kR8Unorm, Format::kR8G8B8A8Unorm, Format::kR16G16B16A16Float,
                              Format::kR32G32B32A32Uint, Format::kBc1Unorm, Format::kBc7Unorm}) {
    PictureTestOptions options;
    options.format = format;
    options.width = 68;
    options.height = 36;
    options.at_once = 2;
    const auto upload = [&](const PictureUpload& one) -> Result<FencePoint> {
      auto batch = begin();
      TextureData data;
      data.data = one.bytes.data();
      if (auto staged = batch.upload_texture(one.texture, 0, data); !staged) return fail(staged.error());
      return batch.submit();
    };
    auto report = test_picture_upload(*manager_, upload, options);
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_FAULT(report->verdict, PictureFault::kSame) << format_name(format);
  }
}

TEST_F(PictureUploadTest, RowsWrittenWithoutPaddingAreAPitchFault) {
  Way way;
  way.written_pitch = 400;
  const PictureTestReport report = test(way);
  EXPECT_FAULT(report.verdict, PictureFault::kPitch);
  EXPECT_EQ(report.verdict.pitches, (std::vector<PitchPair>{{400, 512}}));
  EXPECT_NE(report.to_text().find("remedy: Write each row RowPitch bytes"), std::string::npos)
      << report.to_text();
}

TEST_F(PictureUploadTest, AFewBytesTooFarApartAreAPitchFault) {
  Way way;
  way.written_pitch = 400;
  PictureTestOptions options;
  options.height = 2;
  options.width = 100;
  const PictureTestReport short_one = test(way, options);
  EXPECT_NE(to_string(short_one.verdict.fault), "same");
  way.written_pitch = 516;
  options.height = 64;
  const PictureTestReport report = test(way, options);
  EXPECT_FAULT(report.verdict, PictureFault::kPitch);
  EXPECT_EQ(report.verdict.drift, -4);
}

TEST_F(PictureUploadTest, BlocksWrittenWithoutPaddingAreAPitchFault) {
  Way way;
  way.written_pitch = 128;
  PictureTestOptions options;
  options.format = Format::kBc1Unorm;
  options.width = 64;
  options.height = 64;
  const PictureTestReport report = test(way, options);
  EXPECT_FAULT(report.verdict, PictureFault::kPitch);
  // Just half a pitch: no row reaches into the next, and twice as much would look the same.
  ASSERT_FALSE(report.verdict.pitches.empty());
  EXPECT_EQ(report.verdict.pitches.front(), (PitchPair{128, 256}));
}

TEST_F(PictureUploadTest, AnOffsetThatOnlyOneSideHasIsAnOffsetFault) {
  Way way;
  way.read_at = 512;
  const PictureTestReport behind = test(way);
  EXPECT_FAULT(behind.verdict, PictureFault::kOffset);
  EXPECT_EQ(behind.verdict.offset, 512);
  way.read_at = 0;
  way.written_at = 4;
  const PictureTestReport before = test(way);
  EXPECT_FAULT(before.verdict, PictureFault::kOffset);
  EXPECT_EQ(before.verdict.offset, -4);
}

TEST_F(PictureUploadTest, AListThatIsNotExecutedHasNoEffect) {
  Way way;
  way.execute = false;
  const PictureTestReport report = test(way);
  EXPECT_FAULT(report.verdict, PictureFault::kNothingArrived);
  EXPECT_FAULT(report.solid, PictureFault::kNothingArrived);
  EXPECT_NE(report.verdict.sentence.find("what was there before"), std::string::npos);
}

TEST_F(PictureUploadTest, ACopyOfHalfTheRowsIsPartial) {
  Way way;
  way.rows_copied = 32;
  const PictureTestReport report = test(way);
  EXPECT_FAULT(report.verdict, PictureFault::kPartial);
  EXPECT_EQ(report.verdict.right_rows, 32u);
}

TEST_F(PictureUploadTest, SwappedChannelsAreNamed) {
  Way way;
  way.swap_channels = true;
  const PictureTestReport report = test(way);
  EXPECT_FAULT(report.verdict, PictureFault::kChannelOrder);
  EXPECT_FAULT(report.solid, PictureFault::kChannelOrder);
}

TEST_F(PictureUploadTest, AnUploadThatNobodyWaitedForIsReadTooEarly) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto own = Queue::adopt(device_, &gate, "the program's queue");
  ASSERT_TRUE(own);
  {
    Way way;
    way.forget_to_wait = true;
    Program program(device_, way, *own);
    gate.shut();
    PictureTestOptions options;
    options.finish = [&] {
      gate.open();
      return (*own)->wait_idle();
    };
    auto report = test_picture_upload(
        *manager_, [&](const PictureUpload& one) { return program.upload(one); }, options);
    gate.open();
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_FAULT(report->verdict, PictureFault::kTooEarly);
    EXPECT_FAULT(report->solid, PictureFault::kTooEarly);
    EXPECT_NE(report->to_text().find("remedy: Signal a fence"), std::string::npos);
  }
  own->reset();
}

TEST_F(PictureUploadTest, MistakesAreNamed) {
  expect_error(test_picture_upload(*manager_, nullptr), ErrorCode::kInvalidArgument, {"empty"});
  const UploadUnderTest none = [](const PictureUpload&) { return Result<FencePoint>(FencePoint{}); };
  PictureTestOptions options;
  options.format = Format::kD32Float;
  expect_error(test_picture_upload(*manager_, none, options), ErrorCode::kUnsupported, {"D32_FLOAT"});
  options.format = static_cast<Format>(7777);
  expect_error(test_picture_upload(*manager_, none, options), ErrorCode::kInvalidArgument, {"7777"});
  options.format = Format::kR8G8B8A8Unorm;
  options.width = 0;
  EXPECT_FALSE(test_picture_upload(*manager_, none, options));
  // The upload's own errors come through.
  expect_error(test_picture_upload(*manager_,
                                   [](const PictureUpload&) -> Result<FencePoint> {
                                     return fail(ErrorCode::kFull, "no staging left");
                                   }),
               ErrorCode::kFull, {"no staging left"});
}

/// On a GPU that runs nothing before somebody waits for it, what is overwritten in flight is overwritten
/// each time.
TEST(PictureUploadSlowTest, StagingThatIsWrittenAgainTooSoonIsOverwrittenInFlight) {
  if (unchecked()) GTEST_SKIP() << "the slow GPU is played by the rule-checking layer";
  check::WrapOptions slow;
  slow.pace = check::GpuPace::kWhenAsked;
  slow.looks_per_piece = 64;
  slow.shadow_upload_memory = true;
  std::shared_ptr<Device> device = make_watched_device(slow);
  ASSERT_TRUE(device);
  {
    const BreaksRule overwritten(check::Rule::kStagingChangedInFlight,
                                 "the program does not wait for its staging");
    auto manager = TransferManager::create(device);
    ASSERT_TRUE(manager);
    auto own = Queue::create(device, QueueKind::kCopy, "the program's queue");
    ASSERT_TRUE(own);
    Way way;
    way.reuse_staging = true;
    Program program(device, way, *own);
    auto report =
        test_picture_upload(**manager, [&](const PictureUpload& one) { return program.upload(one); });
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_FAULT(report->pattern, PictureFault::kSame);
    EXPECT_FAULT(report->verdict, PictureFault::kOtherPicture);
    EXPECT_EQ(report->verdict.other, 9u) << "the last upload's bytes: " << report->verdict.sentence;
    EXPECT_FAULT(report->at_once.back(), PictureFault::kSame);
  }
  end_watched_device(device);
}

}  // namespace
}  // namespace ferry::test
