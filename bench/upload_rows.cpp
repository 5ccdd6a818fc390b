// Uploads: pieces of several sizes to one and to many buffers, and textures.

#include <ferry/base/units.hpp>

#include "hand/staging_stream.hpp"
#include "transfer_fixture.hpp"

namespace bench {
namespace {

using namespace ferry::literals;
using hand::ComPtr;

constexpr std::uint64_t kBigSegment = 32_MiB;
constexpr std::size_t kBigSegments = 2;
constexpr std::uint64_t kSmallSegment = 4_MiB;
constexpr std::size_t kSmallSegments = 4;

/// The three good hand-written ways, each with its staging memory made and touched.
struct HandWays {
  HandWays(hand::CopyQueue& queue, std::uint64_t total)
      : one_big(queue, total, 1),
        ring(queue, kBigSegment, kBigSegments),
        stream(queue, kSmallSegment, kSmallSegments) {}

  hand::StagingStream one_big;
  hand::StagingStream ring;
  hand::StagingStream stream;
};

/// Adds them to a row; `work` does a run's uploads on the stream it is given.
void add_hand_ways(Row& row, const std::shared_ptr<HandWays>& ways,
                   const std::function<void(hand::StagingStream&)>& work) {
  row.contenders.push_back({"by hand: one big buffer", [ways, work] { work(ways->one_big); }});
  row.contenders.push_back({"by hand: 2 x 32 MiB", [ways, work] { work(ways->ring); }});
  row.contenders.push_back({"by hand: 4 x 4 MiB", [ways, work] { work(ways->stream); }});
}

void add_ferries(Row& row, Fixture& fixture, const std::function<void(ferry::TransferManager&)>& work) {
  row.contenders.push_back({"ferry", [&fixture, work] { work(*fixture.manager); }});
  for (const Fixture::Variant& variant : fixture.variants) {
    row.contenders.push_back({variant.name, [&variant, work] { work(*variant.manager); }});
  }
}

/// `pieces` pieces of `piece` bytes each; piece i lies at i * piece in the source.
struct BufferWork {
  std::uint64_t piece = 0;
  std::size_t pieces = 0;
  /// One for all, or one for each piece.
  std::vector<ComPtr<ID3D12Resource>> destinations;

  [[nodiscard]] std::uint64_t total() const { return piece * pieces; }
  [[nodiscard]] ID3D12Resource* destination(std::size_t i) const {
    return destinations[destinations.size() == 1 ? 0 : i].get();
  }
  [[nodiscard]] std::uint64_t offset(std::size_t i) const { return destinations.size() == 1 ? i * piece : 0; }
};

BufferWork buffer_work(Fixture& fixture, std::uint64_t piece, std::size_t pieces, bool many_buffers) {
  BufferWork work;
  work.piece = piece;
  work.pieces = pieces;
  const std::size_t buffers = many_buffers ? pieces : 1;
  for (std::size_t i = 0; i < buffers; ++i) {
    work.destinations.push_back(make_default_buffer(fixture, work.total() / buffers));
  }
  return work;
}

void upload_with_ferry(Fixture& fixture, ferry::TransferManager& manager, const BufferWork& work) {
  auto batch = need(manager.begin_upload());
  const std::span<const std::byte> source = fixture.source;
  for (std::size_t i = 0; i < work.pieces; ++i) {
    need(
        batch.upload_buffer(work.destination(i), work.offset(i), source.subspan(i * work.piece, work.piece)));
  }
  need(manager.wait(need(batch.submit())));
}

std::string check_buffers(Fixture& fixture, const BufferWork& work) {
  const std::span<const std::byte> source = fixture.source;
  const std::uint64_t each = work.total() / work.destinations.size();
  std::vector<std::byte> got(static_cast<std::size_t>(each));
  hand::Readback readback(fixture.copy, each);
  for (std::size_t i = 0; i < work.destinations.size(); ++i) {
    readback.buffer_to(work.destinations[i].get(), each, got.data());
    auto wrong = first_difference(got, source.subspan(i * each, each), "buffer " + std::to_string(i));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

Row buffer_row(Fixture& fixture, std::uint64_t piece, std::size_t pieces, bool many_buffers) {
  const auto work = std::make_shared<BufferWork>(buffer_work(fixture, piece, pieces, many_buffers));
  Row row;
  row.bytes = work->total();
  add_ferries(row, fixture, [&fixture, work](ferry::TransferManager& manager) {
    upload_with_ferry(fixture, manager, *work);
  });
  add_hand_ways(row, std::make_shared<HandWays>(fixture.copy, work->total()),
                [&fixture, work](hand::StagingStream& stream) {
                  for (std::size_t i = 0; i < work->pieces; ++i) {
                    stream.upload_buffer(work->destination(i), work->offset(i),
                                         fixture.source.data() + i * work->piece, work->piece);
                  }
                  stream.finish();
                });
  row.prepare = [&fixture](std::uint64_t seed) { fixture.fill_source(seed); };
  row.check = [&fixture, work] { return check_buffers(fixture, *work); };
  return row;
}

/// The same bytes to one buffer in small neighbouring pieces and in big ones: what coalescing is worth.
Row coalescing_row(Fixture& fixture) {
  const auto pieces = std::make_shared<BufferWork>(buffer_work(fixture, 4_KiB, 16384, false));
  const auto big = std::make_shared<BufferWork>(*pieces);
  big->piece = 4_MiB;
  big->pieces = 16;
  Row row;
  row.bytes = pieces->total();
  row.aim = 0.9;
  row.contenders.push_back({"ferry: pieces of 4 KiB",
                            [&fixture, pieces] { upload_with_ferry(fixture, *fixture.manager, *pieces); }});
  row.contenders.push_back(
      {"ferry: pieces of 4 MiB", [&fixture, big] { upload_with_ferry(fixture, *fixture.manager, *big); }});
  row.prepare = [&fixture](std::uint64_t seed) { fixture.fill_source(seed); };
  row.check = [&fixture, pieces] { return check_buffers(fixture, *pieces); };
  return row;
}

/// Pieces of 64 B in one batch, each 128 B from the last, so that none can be joined: what a call costs.
Row scattered_row(Fixture& fixture) {
  constexpr std::uint64_t kPiece = 64;
  constexpr std::uint64_t kStride = 128;
  constexpr std::size_t kPieces = 65536;
  const auto target = make_default_buffer(fixture, kPieces * kStride);
  Row row;
  row.repeats = kPieces;
  add_ferries(row, fixture, [&fixture, target](ferry::TransferManager& manager) {
    auto batch = need(manager.begin_upload());
    const std::span<const std::byte> source = fixture.source;
    for (std::size_t i = 0; i < kPieces; ++i) {
      need(batch.upload_buffer(target.get(), i * kStride, source.subspan(i * kPiece, kPiece)));
    }
    need(manager.wait(need(batch.submit())));
  });
  add_hand_ways(row, std::make_shared<HandWays>(fixture.copy, kPieces * kPiece),
                [&fixture, target](hand::StagingStream& stream) {
                  for (std::size_t i = 0; i < kPieces; ++i) {
                    stream.upload_buffer(target.get(), i * kStride, fixture.source.data() + i * kPiece,
                                         kPiece);
                  }
                  stream.finish();
                });
  row.prepare = [&fixture](std::uint64_t seed) { fixture.fill_source(seed); };
  row.check = [&fixture, target]() -> std::string {
    std::vector<std::byte> got(kPieces * kStride);
    hand::Readback readback(fixture.copy, got.size());
    readback.buffer_to(target.get(), got.size(), got.data());
    for (std::size_t i = 0; i < kPieces; ++i) {
      auto wrong = first_difference(std::span(got).subspan(i * kStride, kPiece),
                                    std::span<const std::byte>(fixture.source).subspan(i * kPiece, kPiece),
                                    "piece " + std::to_string(i));
      if (!wrong.empty()) return wrong;
    }
    return "";
  };
  return row;
}

/// Square RGBA8 textures; texture i has its texels at i modulo what the source holds.
struct TextureWork {
  std::uint32_t size = 0;
  std::vector<ComPtr<ID3D12Resource>> textures;
  std::uint64_t bytes = 0;

  [[nodiscard]] std::uint64_t pitch() const { return std::uint64_t{size} * 4; }
  [[nodiscard]] std::span<const std::byte> texels(const Fixture& fixture, std::size_t i) const {
    const std::size_t held = fixture.source.size() / bytes;
    return std::span<const std::byte>(fixture.source).subspan(i % held * bytes, bytes);
  }
};

std::string check_textures(Fixture& fixture, const TextureWork& work) {
  std::vector<std::byte> got(static_cast<std::size_t>(work.bytes));
  hand::Readback readback(fixture.copy, work.bytes);
  for (std::size_t i = 0; i < work.textures.size(); ++i) {
    readback.texture_to(work.textures[i].get(), got.data());
    auto wrong = first_difference(got, work.texels(fixture, i), "texture " + std::to_string(i));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

Row texture_row(Fixture& fixture, std::uint32_t size, std::size_t count, bool with_naive) {
  const auto work = std::make_shared<TextureWork>();
  work->size = size;
  work->bytes = std::uint64_t{size} * size * 4;
  for (std::size_t i = 0; i < count; ++i) work->textures.push_back(make_default_texture(fixture, size, size));

  Row row;
  row.bytes = work->bytes * count;
  add_ferries(row, fixture, [&fixture, work](ferry::TransferManager& manager) {
    auto batch = need(manager.begin_upload());
    for (std::size_t i = 0; i < work->textures.size(); ++i) {
      ferry::TextureData data;
      data.data = work->texels(fixture, i).data();
      need(batch.upload_texture(work->textures[i].get(), 0, data));
    }
    need(manager.wait(need(batch.submit())));
  });
  add_hand_ways(row, std::make_shared<HandWays>(fixture.copy, row.bytes),
                [&fixture, work](hand::StagingStream& stream) {
                  for (std::size_t i = 0; i < work->textures.size(); ++i) {
                    stream.upload_texture(work->textures[i].get(), work->texels(fixture, i).data(),
                                          work->pitch());
                  }
                  stream.finish();
                });
  if (with_naive) {
    const auto naive = std::make_shared<hand::BufferPerTexture>(fixture.copy);
    row.contenders.push_back({"naive: a buffer per texture", [&fixture, work, naive] {
                                naive->begin();
                                for (std::size_t i = 0; i < work->textures.size(); ++i) {
                                  naive->upload_texture(work->textures[i].get(),
                                                        work->texels(fixture, i).data(), work->pitch());
                                }
                                naive->finish();
                              }});
  }
  row.prepare = [&fixture](std::uint64_t seed) { fixture.fill_source(seed); };
  row.check = [&fixture, work] { return check_textures(fixture, *work); };
  return row;
}

/// Textures with all their mips, each uploaded whole.
Row mips_row(Fixture& fixture, std::uint32_t size, std::size_t count) {
  struct Mips {
    std::vector<ComPtr<ID3D12Resource>> textures;
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint64_t> pitches;
    std::uint64_t bytes = 0;
  };
  const auto mips = std::make_shared<Mips>();
  for (std::uint32_t side = size; side != 0; side /= 2) {
    mips->offsets.push_back(mips->bytes);
    mips->pitches.push_back(std::uint64_t{side} * 4);
    mips->bytes += std::uint64_t{side} * side * 4;
  }
  const auto levels = static_cast<std::uint32_t>(mips->offsets.size());
  for (std::size_t i = 0; i < count; ++i) {
    mips->textures.push_back(make_default_texture(fixture, size, size, levels));
  }
  const auto texels = [&fixture, mips](std::size_t i, std::uint32_t level) {
    const std::size_t held = fixture.source.size() / mips->bytes;
    return fixture.source.data() + i % held * mips->bytes + mips->offsets[level];
  };
  Row row;
  row.bytes = mips->bytes * count;
  // At most 1.1 of the time by hand.
  row.aim = 0.91;
  add_ferries(row, fixture, [mips, levels, texels](ferry::TransferManager& manager) {
    auto batch = need(manager.begin_upload());
    std::vector<ferry::TextureData> data(levels);
    for (std::size_t i = 0; i < mips->textures.size(); ++i) {
      for (std::uint32_t level = 0; level < levels; ++level) data[level].data = texels(i, level);
      need(batch.upload_texture(mips->textures[i].get(), 0, data));
    }
    need(manager.wait(need(batch.submit())));
  });
  add_hand_ways(row, std::make_shared<HandWays>(fixture.copy, row.bytes * 2),
                [&fixture, mips, levels, texels](hand::StagingStream& stream) {
                  for (std::size_t i = 0; i < mips->textures.size(); ++i) {
                    for (std::uint32_t level = 0; level < levels; ++level) {
                      const auto layout = hand::layout_of(fixture.d3d(), mips->textures[i].get(), level);
                      const auto* from = reinterpret_cast<const std::uint8_t*>(texels(i, level));
                      stream.upload_rows(mips->textures[i].get(), layout,
                                         [&](std::uint8_t* memory, UINT first, UINT rows) {
                                           const std::uint64_t pitch = mips->pitches[level];
                                           hand::copy_rows(memory, layout.pitch(), from + first * pitch,
                                                           pitch, layout.row_bytes, rows);
                                         });
                    }
                  }
                  stream.finish();
                });
  row.prepare = [&fixture](std::uint64_t seed) { fixture.fill_source(seed); };
  row.check = [&fixture, mips, texels]() -> std::string {
    std::vector<std::byte> got(static_cast<std::size_t>(mips->pitches[0] * mips->pitches[0] / 4));
    hand::Readback readback(fixture.copy, got.size());
    for (std::size_t i = 0; i < mips->textures.size(); ++i) {
      readback.texture_to(mips->textures[i].get(), got.data());
      auto wrong = first_difference(got, {texels(i, 0), got.size()}, "texture " + std::to_string(i));
      if (!wrong.empty()) return wrong;
    }
    return "";
  };
  return row;
}

}  // namespace

std::vector<RowMaker> upload_rows(Fixture& fixture) {
  return {
      {"upload/buffer/64MiB", [&] { return buffer_row(fixture, 64_MiB, 4, false); }},
      {"upload/buffer/4MiB", [&] { return buffer_row(fixture, 4_MiB, 64, false); }},
      {"upload/buffer/64KiB", [&] { return buffer_row(fixture, 64_KiB, 4096, false); }},
      {"upload/buffer/4KiB", [&] { return buffer_row(fixture, 4_KiB, 16384, false); }},
      {"upload/buffer/64B", [&] { return buffer_row(fixture, 64, 262144, false); }},
      {"upload/4096_buffers/64KiB", [&] { return buffer_row(fixture, 64_KiB, 4096, true); }},
      {"upload/4096_buffers/4KiB", [&] { return buffer_row(fixture, 4_KiB, 4096, true); }},
      {"upload/scattered/64B", [&] { return scattered_row(fixture); }},
      {"upload/coalescing/4KiB_against_4MiB", [&] { return coalescing_row(fixture); }},
      {"upload/textures/1000_of_256x256", [&] { return texture_row(fixture, 256, 1000, true); }},
      {"upload/textures/1000_of_256x256_mips", [&] { return mips_row(fixture, 256, 1000); }},
      {"upload/textures/50_of_2048x2048", [&] { return texture_row(fixture, 2048, 50, false); }},
  };
}

}  // namespace bench
