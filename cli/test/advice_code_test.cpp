// The code of every advice, run on a device that watches the rules: it does what it says.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <ferry/assets/file.hpp>
#include <ferry/assets/pack_write.hpp>
#include <ferry/layout/footprint.hpp>

#include "../../assets/test/scratch_folder.hpp"
#include "../../transfer/test/transfer_fixture.hpp"
#include "advice_given.hpp"

namespace ferry::test {
namespace {

using advice_code::Case;
using advice_code::Given;

constexpr const char* kName = "asset";

/// Each subresource has the same rows, so that whoever makes rows need not know of which one they are.
std::byte texel_byte(bool depth, std::uint32_t row, std::uint64_t column) {
  if (depth) return std::byte{0x3f};  // 0.747 in each texel of D32_FLOAT
  return static_cast<std::byte>(row * 131 + column * 7 + 1);
}

class AdviceCodeTest : public TransferTest {
 protected:
  void SetUp() override {
    TransferTest::SetUp();
    queue_ = queue(QueueKind::kDirect);
    LoaderOptions options;
    options.threads = 2;
    options.ring_bytes = 4_MiB;
    auto loader = Loader::create(device_, options);
    ASSERT_TRUE(loader) << to_string(loader.error());
    loader_ = *std::move(loader);
    make_root_signature();
  }
  void TearDown() override {
    loader_.reset();
    TransferTest::TearDown();
  }

  /// A root CBV and a root SRV.
  void make_root_signature() {
    D3D12_ROOT_PARAMETER parameters[2] = {};
    parameters[0].ParameterType = D3D12_ROOT_PARAMETER_TYPE_CBV;
    parameters[1].ParameterType = D3D12_ROOT_PARAMETER_TYPE_SRV;
    D3D12_ROOT_SIGNATURE_DESC desc = {};
    desc.NumParameters = 2;
    desc.pParameters = parameters;
    desc.Flags = D3D12_ROOT_SIGNATURE_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT;
    ComPtr<ID3DBlob> blob;
    ASSERT_EQ(D3D12SerializeRootSignature(&desc, D3D_ROOT_SIGNATURE_VERSION_1, blob.put(), nullptr), S_OK);
    ASSERT_EQ(device_->d3d()->CreateRootSignature(0, blob->GetBufferPointer(), blob->GetBufferSize(),
                                                  iid_of<ID3D12RootSignature>(), root_signature_.put_void()),
              S_OK);
  }

  void open_list() {
    allocator_ = {};
    list_ = {};
    ASSERT_EQ(device_->d3d()->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_DIRECT,
                                                     iid_of<ID3D12CommandAllocator>(), allocator_.put_void()),
              S_OK);
    ASSERT_EQ(device_->d3d()->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT, allocator_.get(), nullptr,
                                                iid_of<ID3D12GraphicsCommandList>(), list_.put_void()),
              S_OK);
    list_->SetGraphicsRootSignature(root_signature_.get());
  }

  /// Timestamps that were taken; the fence has 1 behind them.
  ComPtr<ID3D12QueryHeap> timestamps(std::uint32_t count, ID3D12Fence* fence) {
    D3D12_QUERY_HEAP_DESC desc = {};
    desc.Type = D3D12_QUERY_HEAP_TYPE_TIMESTAMP;
    desc.Count = count;
    ComPtr<ID3D12QueryHeap> heap;
    EXPECT_EQ(device_->d3d()->CreateQueryHeap(&desc, iid_of<ID3D12QueryHeap>(), heap.put_void()), S_OK);
    open_list();
    for (std::uint32_t i = 0; i < count; ++i) list_->EndQuery(heap.get(), D3D12_QUERY_TYPE_TIMESTAMP, i);
    EXPECT_EQ(list_->Close(), S_OK);
    ID3D12CommandList* lists[] = {list_.get()};
    queue_->d3d()->ExecuteCommandLists(1, lists);
    EXPECT_EQ(queue_->d3d()->Signal(fence, 1), S_OK);
    auto point = manager_->point_of(fence, 1);
    EXPECT_TRUE(point && manager_->wait(*point));
    return heap;
  }

  static TextureDesc desc_for(const Case& c) {
    TextureDesc desc;
    desc.width = 100;
    desc.height = 48;
    desc.mip_levels = c.bind == BindAs::kDepthStencil ? 1 : 3;
    if (c.bind == BindAs::kDepthStencil) desc.format = Format::kD32Float;
    return desc;
  }

  /// The texels of one subresource, tightly packed.
  static std::vector<std::byte> subresource(const TextureDesc& desc, std::uint32_t index) {
    const Footprint place = *footprint(desc, index);
    std::vector<std::byte> out;
    for (std::uint32_t row = 0; row < place.rows; ++row) {
      for (std::uint64_t column = 0; column < place.row_bytes; ++column) {
        out.push_back(texel_byte(desc.format == Format::kD32Float, row, column));
      }
    }
    return out;
  }

  /// What the case's bytes are taken from.
  std::string source_path(const Case& c, const TextureDesc& desc, const std::vector<std::byte>& bytes,
                          const std::vector<std::vector<std::byte>>& texels) {
    const std::filesystem::path path = folder_ / text("source ", ++sources_);
    if (c.from == BytesFrom::kPack) {
      auto pack = PackWriter::create(path);
      EXPECT_TRUE(pack) << to_string(pack.error());
      if (c.kind == ResourceKind::kBuffer) {
        EXPECT_TRUE(pack->add_buffer(kName, bytes));
      } else {
        TextureImage image;
        image.desc = desc;
        for (std::uint32_t i = 0; i < texels.size(); ++i) {
          const Footprint place = *footprint(desc, i);
          image.parts.push_back({texels[i].data(), place.row_bytes, place.row_bytes * place.rows});
        }
        const auto added = pack->add_texture(kName, image);
        EXPECT_TRUE(added) << to_string(added.error());
      }
      EXPECT_TRUE(pack->finish());
    } else if (c.from == BytesFrom::kFile) {
      std::ofstream(path, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    return path_text(path);
  }

  void run(const Case& c) {
    const TextureDesc desc = desc_for(c);
    const bool depth = desc.format == Format::kD32Float;
    const std::vector<std::byte> bytes = noise(static_cast<std::size_t>(c.bytes), c.bytes);
    std::vector<std::vector<std::byte>> texels;
    std::vector<TextureData> data;
    for (std::uint32_t i = 0; i < subresource_count(desc); ++i) texels.push_back(subresource(desc, i));
    for (const auto& one : texels) data.push_back({one.data()});

    const auto done = fence();
    Given given{device_, *manager_, *loader_};
    given.queue = queue_->d3d();
    given.fence = done.get();
    ComPtr<ID3D12QueryHeap> queries;
    if (c.readback == ReadbackWay::kQueries) {
      queries = timestamps(static_cast<std::uint32_t>(c.bytes / 8), done.get());
      given.queries = queries.get();
      given.fence_value = 1;
    }
    open_list();
    given.list = list_.get();
    given.bytes = bytes;
    given.size = bytes.size();
    given.desc = desc;
    given.texels = data;
    given.write_bytes = [&](std::uint64_t at, std::span<std::byte> out) {
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), out.size(), out.begin());
    };
    given.write_rows = [&](const RowBand& band) -> Result<void> {
      for (std::uint32_t row = 0; row < band.rows; ++row) {
        for (std::uint64_t column = 0; column < band.row_bytes; ++column) {
          band.memory[row * band.row_pitch + column] = texel_byte(depth, band.first_row + row, column);
        }
      }
      return {};
    };
    given.path = source_path(c, desc, bytes, texels);
    given.name = kName;
    given.decode = [&](std::span<const std::byte>) -> Result<DecodedAsset> {
      DecodedAsset asset;
      asset.subresources = data;
      return asset;
    };
    const std::uint64_t before = given.fence_value;
    given.finish = [&](ID3D12Resource* resource, std::uint32_t state) -> Result<void> {
      if (given.fence_value == before) {
        list_->Close();
      } else {
        auto point = manager_->point_of(done.get(), given.fence_value);
        if (!point) return fail(point.error());
        if (auto waited = manager_->wait(*point); !waited) return waited;
      }
      if (auto idle = manager_->wait_idle(); !idle) return idle;
      if (resource == nullptr) return {};
      ++compared_;
      if (c.kind == ResourceKind::kBuffer) {
        EXPECT_TRUE(read_back(resource, bytes.size(), FencePoint{}) == bytes) << "the buffer has other bytes";
        return {};
      }
      for (std::uint32_t i = 0; i < texels.size(); ++i) {
        EXPECT_TRUE(read_texture(resource, i, 1, {}, state) == texels[i]) << "subresource " << i;
      }
      return {};
    };
    const auto ran = c.run(given);
    EXPECT_TRUE(ran) << to_string(ran.error());
    expect_looked_at(c, given, bytes, texels);
  }

  static void expect_looked_at(const Case& c, const Given& given, const std::vector<std::byte>& bytes,
                               const std::vector<std::vector<std::byte>>& texels) {
    if (c.readback == ReadbackWay::kQueries) {
      EXPECT_TRUE(given.looked_at.empty() || given.looked_at.size() == c.bytes / 8 * 8);
    } else if (c.readback == ReadbackWay::kTicket || !given.looked_at.empty()) {
      const auto& expected = c.kind == ResourceKind::kBuffer ? bytes : texels[0];
      ASSERT_EQ(given.looked_at.size(), expected.size());
      if (c.upload != UploadWay::kNone) {
        EXPECT_TRUE(given.looked_at == expected) << "other bytes came back";
      }
    }
  }

  ScratchFolder folder_;
  std::shared_ptr<Queue> queue_;
  std::unique_ptr<Loader> loader_;
  ComPtr<ID3D12RootSignature> root_signature_;
  ComPtr<ID3D12CommandAllocator> allocator_;
  ComPtr<ID3D12GraphicsCommandList> list_;
  std::size_t sources_ = 0;
  std::size_t compared_ = 0;
};

TEST_F(AdviceCodeTest, EachPieceOfCodeDoesWhatItSays) {
  for (const Case& c : advice_code::cases()) {
    SCOPED_TRACE(c.words);
    run(c);
    report_broken_rules();
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared_, 20U);
}

TEST_F(AdviceCodeTest, EachWayIsAmongThem) {
  for (unsigned way = 1; way <= static_cast<unsigned>(UploadWay::kRingMemory); ++way) {
    const auto all = advice_code::cases();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const Case& c) {
      return c.upload == UploadWay{static_cast<std::uint8_t>(way)};
    })) << to_string(UploadWay{static_cast<std::uint8_t>(way)});
  }
}

}  // namespace
}  // namespace ferry::test
