#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

class DepthTest : public TransferTest, public testing::WithParamInterface<Format> {};

TEST_P(DepthTest, DepthStencilTexturesGoUpAndComeBackWhole) {
  TextureDesc desc = rgba8(61, 43);
  desc.format = GetParam();
  auto made = device_->create_texture(desc, "depth", 0x2 /* ALLOW_DEPTH_STENCIL */);
  if (!made) GTEST_SKIP() << to_string(made.error());
  const std::uint32_t planes = plane_count(desc);
  if (planes > 1 && !device_->caps().planar_copies) {
    const auto some = noise(61 * 43 * 4, 1);
    auto refused = begin(QueueKind::kDirect);
    expect_error(refused.upload_texture(made->get(), 1, TextureData{some.data()}), ErrorCode::kUnsupported,
                 {"'depth'", format_name(GetParam()), "one plane"});
    TextureReadback request;
    request.source = made->get();
    expect_error(manager_->read_texture(request), ErrorCode::kUnsupported, {"'depth'", "one plane"});
    return;
  }
  std::vector<std::byte> expected;
  auto batch = begin(QueueKind::kDirect);
  for (std::uint32_t plane = 0; plane < planes; ++plane) {
    auto texels = texels_of(desc, plane, plane);
    // Floating-point depth between 0 and 1, as a depth buffer holds it.
    if (plane == 0 && texels.size() == 61u * 43u * 4u) {
      // The last byte of R24 is unused.
      const auto top = GetParam() == Format::kD24UnormS8Uint ? std::byte{0} : std::byte{0x3e};
      for (std::size_t i = 3; i < texels.size(); i += 4) texels[i] = top;
    }
    const auto done = batch.upload_texture(made->get(), plane, TextureData{texels.data()}, {0, 0});
    ASSERT_TRUE(done) << to_string(done.error());
    expected.insert(expected.end(), texels.begin(), texels.end());
  }
  const FencePoint point = submit(batch);
  EXPECT_EQ(read_texture(made->get(), 0, planes, point), expected);
  for (std::uint32_t plane = 0; plane < planes; ++plane) {
    EXPECT_EQ(read_texture(made->get(), plane, 1).size(), *tight_bytes(desc, plane, 1));
  }
  TextureReadback part;
  part.source = made->get();
  part.box = Box{0, 0, 0, 8, 8, 1};
  expect_error(manager_->read_texture(part), ErrorCode::kUnsupported, {"'depth'"});
}

INSTANTIATE_TEST_SUITE_P(Formats, DepthTest,
                         testing::Values(Format::kD16Unorm, Format::kD32Float, Format::kD24UnormS8Uint,
                                         Format::kD32FloatS8X24Uint),
                         [](const auto& format) { return std::string(format_name(format.param)); });

class QueryTest : public TransferTest {
 protected:
  static ComPtr<ID3D12QueryHeap> heap(D3D12_QUERY_HEAP_TYPE type, UINT count) {
    D3D12_QUERY_HEAP_DESC desc = {};
    desc.Type = type;
    desc.Count = count;
    ComPtr<ID3D12QueryHeap> made;
    EXPECT_EQ(device_->d3d()->CreateQueryHeap(&desc, iid_of<ID3D12QueryHeap>(), made.put_void()), S_OK);
    return made;
  }
  /// Executes a list that `record` fills, on the manager's DIRECT queue.
  template <typename Record>
  void execute(Record record) {
    auto direct = manager_->queue(QueueKind::kDirect);
    ASSERT_TRUE(direct);
    auto context = lists_.acquire();
    ASSERT_TRUE(context);
    record(context->list.get());
    ASSERT_EQ(context->list->Close(), S_OK);
    ID3D12CommandList* lists[] = {context->list.get()};
    auto point = (*direct)->execute(lists, "queries");
    ASSERT_TRUE(point);
    lists_.give_back(*std::move(context), *point);
  }

  CommandRecycler lists_{device_, QueueKind::kDirect, "queries"};
};

TEST_F(QueryTest, TimestampsComeBackInTheirOrder) {
  auto stamps = heap(D3D12_QUERY_HEAP_TYPE_TIMESTAMP, 16);
  execute([&](ID3D12GraphicsCommandList* list) {
    for (UINT i = 0; i < 16; ++i) list->EndQuery(stamps.get(), D3D12_QUERY_TYPE_TIMESTAMP, i);
  });
  auto ticket = manager_->read_queries({stamps.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0, 16});
  ASSERT_TRUE(ticket) << to_string(ticket.error());
  EXPECT_EQ(ticket->size(), 128u);
  std::vector<std::uint64_t> all(16);
  ASSERT_TRUE(ticket->copy_to(std::as_writable_bytes(std::span(all))));
  EXPECT_GT(all[0], 0u);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GE(all[i], all[i - 1]);
  auto part = manager_->read_queries({stamps.get(), D3D12_QUERY_TYPE_TIMESTAMP, 5, 3});
  std::vector<std::uint64_t> three(3);
  ASSERT_TRUE(part && part->copy_to(std::as_writable_bytes(std::span(three))));
  EXPECT_TRUE(std::equal(three.begin(), three.end(), all.begin() + 5));
}

TEST_F(QueryTest, OcclusionOfNothingDrawnIsZero) {
  auto samples = heap(D3D12_QUERY_HEAP_TYPE_OCCLUSION, 4);
  execute([&](ID3D12GraphicsCommandList* list) {
    for (UINT i = 0; i < 4; ++i) {
      list->BeginQuery(samples.get(), D3D12_QUERY_TYPE_OCCLUSION, i);
      list->EndQuery(samples.get(), D3D12_QUERY_TYPE_OCCLUSION, i);
    }
  });
  auto ticket = manager_->read_queries({samples.get(), D3D12_QUERY_TYPE_OCCLUSION, 0, 4});
  std::vector<std::uint64_t> counts(4, 99);
  ASSERT_TRUE(ticket && ticket->copy_to(std::as_writable_bytes(std::span(counts))));
  EXPECT_EQ(counts, std::vector<std::uint64_t>(4, 0));
}

TEST_F(QueryTest, TheHeapLivesUntilItIsResolved) {
  auto stamps = heap(D3D12_QUERY_HEAP_TYPE_TIMESTAMP, 1);
  execute(
      [&](ID3D12GraphicsCommandList* list) { list->EndQuery(stamps.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0); });
  auto ticket = manager_->read_queries({stamps.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0, 1});
  ASSERT_TRUE(ticket);
  stamps->AddRef();
  EXPECT_GE(stamps->Release(), ticket->ready() ? 1u : 2u);
  stamps.reset();
  EXPECT_TRUE(ticket->take());
}

TEST_F(QueryTest, NoQueriesAndUnknownTypes) {
  auto stamps = heap(D3D12_QUERY_HEAP_TYPE_TIMESTAMP, 1);
  auto none = manager_->read_queries({stamps.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0, 0});
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->ready());
  EXPECT_EQ(none->size(), 0u);
  expect_error(manager_->read_queries({stamps.get(), 77, 0, 1}), ErrorCode::kInvalidArgument, {"77"});
  EXPECT_EQ(manager_->statistics().submissions, 0u);
}

}  // namespace
}  // namespace ferry::test
