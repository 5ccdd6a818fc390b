#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>

#include <ferry/gpu/resource_desc.hpp>

#include "../../assets/test/scratch_folder.hpp"
#include "loader_fixture.hpp"

namespace ferry::test {
namespace {

TEST_F(LoaderTest, BytesFromMemoryAndFilesArriveWhereTheyBelong) {
  make_loader();
  auto target = buffer(100'000);
  const auto before = noise(100'000, 9);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, before));
  ASSERT_TRUE(manager_->wait(submit(batch)));
  const auto memory = noise(30'001, 1);
  const std::string path = file(50'000, 2);
  const LoadTicket a = load(to_buffer(MemorySource{memory}, target.get(), 7));
  const LoadTicket b = load(to_buffer(FileSource{path, 1000, 20'000}, target.get(), 60'000));
  expect_ready(a);
  expect_ready(b);
  EXPECT_EQ(a.bytes_done(), 30'001u);
  EXPECT_EQ(a.size(), 30'001u);
  auto expected = before;
  const auto in_file = noise(50'000, 2);
  std::copy(memory.begin(), memory.end(), expected.begin() + 7);
  std::copy(in_file.begin() + 1000, in_file.begin() + 21'000, expected.begin() + 60'000);
  EXPECT_EQ(read_back(target.get(), 0, 100'000), expected);
}

TEST_F(LoaderTest, AWholeFileComesIntoABufferThatTheLoaderMakes) {
  make_loader();
  const LoadTicket ticket = load(to_new_buffer(file(2'500'000, 3)));
  expect_ready(ticket);
  expect_holds(ticket, noise(2'500'000, 3));
  EXPECT_EQ(describe(ticket.resource().get()).width, 2'500'000u);
}

TEST_F(LoaderTest, FilesOfTheSystemAreRead) {
  options_.open_file = nullptr;
  make_loader();
  const auto folder =
      std::filesystem::temp_directory_path() / ("ferry loader " + std::to_string(std::rand()));
  std::filesystem::create_directory(folder);
  const auto bytes = noise(1'234'567, 4);
  const std::string path = (folder / "some file").string();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const LoadTicket whole = load(to_new_buffer(path));
  const LoadTicket missing = load(to_new_buffer(path + " that is not there"));
  const LoadTicket directory = load(to_new_buffer(folder.string()));
  LoadRequest cut = to_new_buffer(path);
  cut.source = FileSource{path, 1'000'000, 500'000};
  const LoadTicket beyond = load(std::move(cut));
  expect_ready(whole);
  expect_holds(whole, bytes);
  expect_error(missing.wait(), ErrorCode::kNotFound, {"that is not there"});
  expect_error(directory.wait(), ErrorCode::kIo, {"is a folder"});
  expect_error(beyond.wait(), ErrorCode::kIo, {"ends at byte"});
  std::filesystem::remove_all(folder);
}

TEST_F(LoaderTest, SmallFilesOfTheSystemAreReadTogetherOrOneByOne) {
  options_.open_file = nullptr;
  const ScratchFolder folder;
  std::vector<std::string> paths;
  for (std::uint64_t i = 0; i < 200; ++i) {
    paths.push_back((folder / std::to_string(i)).string());
    const auto bytes = noise(static_cast<std::size_t>(100 + i * 37), i);
    std::ofstream(paths.back(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  for (const bool together : {true, false}) {
    SCOPED_TRACE(together);
    options_.read_together = together;
    make_loader();
    std::vector<LoadRequest> requests;
    for (const std::string& path : paths) requests.push_back(to_new_buffer(path));
    auto tickets = loader_->load(std::move(requests));
    ASSERT_TRUE(tickets);
    for (std::uint64_t i = 0; i < 200; ++i) {
      expect_ready((*tickets)[i]);
      expect_holds((*tickets)[i], noise(static_cast<std::size_t>(100 + i * 37), i));
    }
  }
}

TEST_F(LoaderTest, ARowWriterThatFailsFailsItsTicket) {
  make_loader();
  const auto bytes = noise(100, 1);
  LoadRequest request;
  request.source = MemorySource{bytes};
  request.destination = NewTexture{rgba8(64, 64)};
  request.decode = [](std::span<const std::byte>) -> Result<DecodedAsset> {
    DecodedAsset asset;
    asset.write_rows = [](std::uint32_t, const RowBand&) -> Result<void> {
      return fail(ErrorCode::kCorrupt, "the rows are torn");
    };
    return asset;
  };
  expect_error(load(std::move(request)).wait(), ErrorCode::kCorrupt, {"the rows are torn"});
}

TEST_F(LoaderTest, NothingToLoadIsASuccess) {
  make_loader();
  files_.add("empty", {});
  const LoadTicket file_ticket = load(to_new_buffer("empty"));
  auto target = buffer(10);
  const LoadTicket memory_ticket = load(to_buffer(MemorySource{}, target.get(), 10));
  expect_ready(file_ticket);
  expect_ready(memory_ticket);
  EXPECT_FALSE(file_ticket.resource());
}

/// Every mip, array slice and 3D slice of a texture, of rows that need padding and rows that need none.
TEST_F(LoaderTest, TexturesFromMemoryFilesAndDecodersAreRightToTheLastTexel) {
  make_loader();
  std::vector<TextureDesc> descs = {rgba8(300, 200, 0), rgba8(64, 64, 7, 5), rgba8(1000, 700)};
  TextureDesc volume = rgba8(70, 33, 3);
  volume.dimension = Dimension::kTexture3D;
  volume.depth_or_array_size = 20;
  descs.push_back(volume);
  TextureDesc blocks = rgba8(256, 132, 0);
  blocks.format = Format::kBc1Unorm;
  if (device_->supports(blocks.format, blocks.dimension)) descs.push_back(blocks);
  std::uint64_t seed = 10;
  for (const TextureDesc& desc : descs) {
    SCOPED_TRACE(text(desc.width, " x ", desc.height));
    const std::uint32_t count = subresource_count(desc);
    const auto bytes = noise(static_cast<std::size_t>(*tight_bytes(desc, 0, count)), ++seed);
    std::vector<LoadTicket> tickets;
    for (int way = 0; way < 4; ++way) {
      LoadRequest request;
      request.destination = NewTexture{desc};
      if (way == 0) {
        request.source = MemorySource{bytes};
      } else {
        const std::string path = text("texture ", seed);
        files_.add(path, bytes);
        request.source = FileSource{path};
      }
      if (way == 2) {
        request.decode = [desc, count](std::span<const std::byte> in) -> Result<DecodedAsset> {
          // Rows with a padding of five bytes.
          auto memory = std::make_shared<std::vector<std::vector<std::byte>>>(count);
          DecodedAsset asset;
          std::size_t at = 0;
          for (std::uint32_t i = 0; i < count; ++i) {
            const Footprint shape = *footprint(desc, i);
            auto& rows = (*memory)[i];
            const std::size_t pitch = static_cast<std::size_t>(shape.row_bytes) + 5;
            rows.resize(pitch * shape.rows * shape.depth);
            for (std::size_t r = 0; r < std::size_t{shape.rows} * shape.depth; ++r) {
              std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(at), shape.row_bytes,
                          rows.begin() + static_cast<std::ptrdiff_t>(r * pitch));
              at += static_cast<std::size_t>(shape.row_bytes);
            }
            asset.subresources.push_back({rows.data(), pitch, 0});
            asset.bytes += rows.size();
          }
          asset.memory = memory;
          return asset;
        };
      }
      if (way == 3) {
        // Straight into staging memory, from the file's bytes.
        request.decode = [desc](std::span<const std::byte> in) -> Result<DecodedAsset> {
          DecodedAsset asset;
          asset.uses_file = true;
          asset.write_rows = [desc, in](std::uint32_t index, const RowBand& band) -> Result<void> {
            const Footprint shape = *footprint(desc, index);
            std::uint64_t at = *tight_bytes(desc, 0, index);
            at += (std::uint64_t{band.slice} * shape.rows + band.first_row) * shape.row_bytes;
            for (std::uint32_t row = 0; row < band.rows; ++row, at += band.row_bytes) {
              std::copy_n(in.data() + at, band.row_bytes, band.memory + row * band.row_pitch);
            }
            return {};
          };
          return asset;
        };
      }
      tickets.push_back(load(std::move(request)));
    }
    for (const LoadTicket& ticket : tickets) {
      expect_ready(ticket);
      EXPECT_EQ(ticket.usable_mip(), 0u);
      EXPECT_EQ(read_texture(ticket.resource().get(), 0, count), bytes);
    }
  }
}

TEST_F(LoaderTest, SomeSubresourcesOfATextureOfTheApplication) {
  make_loader();
  const TextureDesc desc = rgba8(128, 128, 3, 4);
  auto target = texture(desc);
  const auto rest = texels_of(desc, 0, 1);
  auto batch = begin();
  for (std::uint32_t i = 0; i < 12; ++i) {
    const auto texels = texels_of(desc, i, 100 + i);
    ASSERT_TRUE(batch.upload_texture(target.get(), i, {texels.data()}));
  }
  ASSERT_TRUE(manager_->wait(submit(batch)));
  const auto bytes = noise(static_cast<std::size_t>(*tight_bytes(desc, 4, 3)), 5);
  LoadRequest request;
  request.source = MemorySource{bytes};
  request.destination = TextureDestination{target.get(), 4, 3};
  expect_ready(load(std::move(request)));
  EXPECT_EQ(read_texture(target.get(), 4, 3), bytes);
  EXPECT_EQ(read_texture(target.get(), 3, 1), texels_of(desc, 3, 103));
  EXPECT_EQ(read_texture(target.get(), 7, 1), texels_of(desc, 7, 107));
}

TEST_F(LoaderTest, SmallMipsComeFirstAndEachStepIsAnnounced) {
  options_.piece_bytes = 64_KiB;
  make_loader();
  const TextureDesc desc = rgba8(512, 512, 0);
  const auto bytes = noise(static_cast<std::size_t>(*tight_bytes(desc, 0, 10)), 5);
  std::vector<std::uint32_t> steps;
  LoadRequest request;
  request.source = MemorySource{bytes};
  request.destination = NewTexture{desc};
  request.on_mip = [&](const LoadTicket& ticket, std::uint32_t mip) {
    steps.push_back(mip);
    EXPECT_LE(*ticket.usable_mip(), mip);
  };
  const LoadTicket ticket = load(std::move(request));
  expect_ready(ticket);
  loader_->pump();
  std::vector<std::uint32_t> expected(10);
  std::iota(expected.rbegin(), expected.rend(), 0u);
  EXPECT_EQ(steps, expected);
}

TEST_F(LoaderTest, BuffersCanBeDecodedToo) {
  make_loader();
  const std::string path = file(1000, 8);
  LoadRequest request = to_new_buffer(path);
  request.decode = [](std::span<const std::byte> in) -> Result<DecodedAsset> {
    auto memory = std::make_shared<std::vector<std::byte>>();
    for (int i = 0; i < 3; ++i) memory->insert(memory->end(), in.begin(), in.end());
    return DecodedAsset{memory, *memory, {}, {}, memory->size()};
  };
  const LoadTicket ticket = load(std::move(request));
  expect_ready(ticket);
  auto expected = noise(1000, 8);
  const auto once = expected;
  expected.insert(expected.end(), once.begin(), once.end());
  expected.insert(expected.end(), once.begin(), once.end());
  expect_holds(ticket, expected);
}

TEST_F(LoaderTest, WhatMakesNoSenseIsRefusedAtOnceAndNothingOfIt) {
  make_loader();
  auto target = buffer(100);
  auto picture = texture(rgba8(4, 4));
  const auto bytes = noise(10, 1);
  expect_error(loader_->load(to_buffer(MemorySource{bytes}, nullptr)), ErrorCode::kInvalidArgument, {"null"});
  expect_error(loader_->load(to_buffer(MemorySource{bytes}, picture.get())), ErrorCode::kInvalidArgument);
  expect_error(loader_->load(to_new_buffer("")), ErrorCode::kInvalidArgument, {"path"});
  LoadRequest no_desc = to_new_buffer("x");
  no_desc.destination = NewTexture{};
  expect_error(loader_->load(no_desc), ErrorCode::kInvalidArgument, {"decoder"});
  LoadRequest wrong = to_new_buffer("x");
  wrong.destination = TextureDestination{target.get()};
  expect_error(loader_->load(wrong), ErrorCode::kInvalidArgument);
  std::vector<LoadRequest> several;
  several.push_back(to_buffer(MemorySource{bytes}, target.get()));
  several.push_back(wrong);
  expect_error(loader_->load(std::move(several)), ErrorCode::kInvalidArgument);
  EXPECT_EQ(loader_->statistics().pending, 0u);
  EXPECT_EQ(loader_->statistics().by_priority[2].requests, 0u);
}

TEST_F(LoaderTest, WhatDoesNotFitFailsItsTicketWithTheReason) {
  make_loader();
  auto target = buffer(100);
  const auto bytes = noise(60, 1);
  expect_error(load(to_buffer(MemorySource{bytes}, target.get(), 50)).wait(), ErrorCode::kInvalidArgument,
               {"60 bytes", "50"});
  expect_error(load(to_buffer(MemorySource{bytes}, target.get(), UINT64_MAX)).wait(),
               ErrorCode::kInvalidArgument);
  LoadRequest wrong_size;
  wrong_size.source = MemorySource{bytes};
  wrong_size.destination = NewTexture{rgba8(4, 4)};
  expect_error(load(wrong_size).wait(), ErrorCode::kCorrupt, {"60", "64"});
  LoadRequest no_such = wrong_size;
  no_such.destination = NewTexture{rgba8(0, 4)};
  expect_error(load(no_such).wait(), ErrorCode::kInvalidArgument);
}

TEST_F(LoaderTest, AFullLoaderSaysSo) {
  options_.most_requests = 3;
  make_loader();
  files_.shut();
  const std::string path = file(1000, 1);
  std::vector<LoadRequest> three(3, to_new_buffer(path));
  auto tickets = loader_->load(std::move(three));
  ASSERT_TRUE(tickets);
  expect_error(loader_->load(to_new_buffer(path)), ErrorCode::kFull, {"most_requests"});
  files_.open();
  for (const LoadTicket& ticket : *tickets) expect_ready(ticket);
  ASSERT_TRUE(loader_->wait_idle());
  expect_ready(load(to_new_buffer(path)));
}

TEST_F(LoaderTest, AnEmptyTicketIsHarmless) {
  const LoadTicket ticket;
  EXPECT_FALSE(ticket);
  EXPECT_FALSE(ticket.is_over());
  EXPECT_FALSE(ticket.cancel());
  EXPECT_FALSE(ticket.set_priority(LoadPriority::kHigh));
  EXPECT_FALSE(ticket.wait());
  EXPECT_FALSE(ticket.point());
  EXPECT_FALSE(ticket.usable_mip());
  EXPECT_EQ(ticket.number(), 0u);
  EXPECT_FALSE(ticket.resource());
}

}  // namespace
}  // namespace ferry::test
