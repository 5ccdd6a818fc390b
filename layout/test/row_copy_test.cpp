#include <ferry/layout/row_copy.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "../src/stream_kernels.hpp"
#include "guard_page.hpp"

namespace ferry {
namespace {

struct Stores {
  StoreHint hint;
  bool write_combined;
};

constexpr Stores kAllStores[] = {{StoreHint::kAuto, false},
                                 {StoreHint::kAuto, true},
                                 {StoreHint::kCached, false},
                                 {StoreHint::kCached, true},
                                 {StoreHint::kStreaming, false}};

constexpr std::byte kUntouched{0xcd};

std::byte pattern(std::size_t i) {
  return static_cast<std::byte>(i * 131 + (i >> 8) * 29 + 7);
}

/// Source bytes with a pattern of no short period, and a destination to be kept clean around the copy.
class CopyBytes : public testing::Test {
 protected:
  static constexpr std::size_t kSide = 8192;

  CopyBytes() : src_(kSide), dst_(kSide) {
    for (std::size_t i = 0; i < src_.size(); ++i) src_.begin()[i] = pattern(i);
    clear();
  }

  void clear() { std::memset(dst_.begin(), static_cast<int>(kUntouched), dst_.size()); }

  /// Copies, looks at every byte from 128 before the copy to 128 after it, and cleans up.
  void check(std::byte* dst, const std::byte* src, std::size_t bytes, Stores stores) {
    copy_bytes(dst, src, bytes, stores.hint, stores.write_combined);
    ASSERT_EQ(std::memcmp(dst, src, bytes), 0) << bytes << " bytes";
    const std::byte* from = std::max(dst_.begin(), dst - std::min<std::ptrdiff_t>(dst - dst_.begin(), 128));
    const std::byte* to = dst + bytes + std::min<std::ptrdiff_t>(dst_.end() - (dst + bytes), 128);
    for (const std::byte* p = from; p != dst; ++p)
      ASSERT_EQ(*p, kUntouched) << dst - p << " before " << bytes;
    for (const std::byte* p = dst + bytes; p != to; ++p)
      ASSERT_EQ(*p, kUntouched) << p - dst << " of " << bytes;
    std::memset(dst, static_cast<int>(kUntouched), bytes);
  }

  GuardedMemory src_;
  GuardedMemory dst_;
};

TEST_F(CopyBytes, SourceEndsAtAGuardPage) {
  for (const Stores stores : kAllStores) {
    for (std::size_t bytes = 0; bytes <= 1000; ++bytes) {
      for (std::size_t align = 0; align < 64; ++align) {
        check(dst_.begin() + 1024 + align, src_.end() - bytes, bytes, stores);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(CopyBytes, SourceStartsAtAGuardPage) {
  for (const Stores stores : kAllStores) {
    for (std::size_t bytes = 0; bytes <= 1000; ++bytes) {
      for (std::size_t align = 0; align < 64; ++align) {
        check(dst_.begin() + 1024 + align, src_.begin(), bytes, stores);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(CopyBytes, DestinationEndsAtAGuardPage) {
  for (const Stores stores : kAllStores) {
    for (std::size_t bytes = 0; bytes <= 1000; ++bytes) {
      for (std::size_t align = 0; align < 64; ++align) {
        check(dst_.end() - bytes, src_.begin() + align, bytes, stores);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(CopyBytes, DestinationStartsAtAGuardPage) {
  for (const Stores stores : kAllStores) {
    for (std::size_t bytes = 0; bytes <= 1000; ++bytes) {
      for (std::size_t align = 0; align < 64; ++align) {
        check(dst_.begin(), src_.begin() + align, bytes, stores);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(CopyBytes, EveryPairOfAlignments) {
  for (const Stores stores : kAllStores) {
    for (std::size_t dst_align = 0; dst_align < 64; ++dst_align) {
      for (std::size_t src_align = 0; src_align < 64; ++src_align) {
        for (const std::size_t bytes : {63u, 64u, 65u, 127u, 128u, 129u, 255u, 320u, 1001u, 4096u}) {
          check(dst_.begin() + 1024 + dst_align, src_.begin() + src_align, bytes, stores);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(CopyBytesFencedLater, BringsTheSameBytesOnceFenced) {
  std::vector<std::byte> src(5000);
  for (std::size_t i = 0; i < src.size(); ++i) src[i] = pattern(i);
  for (const Stores stores : kAllStores) {
    std::vector<std::byte> dst(src.size(), kUntouched);
    copy_bytes(dst.data(), src.data(), 2500, stores.hint, stores.write_combined, WriteFence::kLater);
    RowCopy rows;
    rows.dst = dst.data() + 2500;
    rows.src = src.data() + 2500;
    rows.row_bytes = rows.dst_row_pitch = rows.src_row_pitch = 500;
    rows.rows = 5;
    rows.hint = stores.hint;
    rows.write_combined = stores.write_combined;
    rows.fence = WriteFence::kLater;
    copy_rows(rows);
    store_fence();
    EXPECT_EQ(dst, src);
  }
}

TEST(CopyBig, BothEndsAtGuardPages) {
  constexpr std::size_t kBig = (std::size_t{9} << 20) + 4096 * 3;
  const GuardedMemory src(kBig);
  const GuardedMemory dst(kBig);
  ASSERT_EQ(src.size(), kBig);
  for (std::size_t i = 0; i < kBig; ++i) src.begin()[i] = pattern(i);
  for (const Stores stores : kAllStores) {
    for (const std::size_t shorter : {0u, 1u, 63u, 100u}) {
      const std::size_t bytes = kBig - shorter;
      std::memset(dst.begin(), static_cast<int>(kUntouched), kBig);
      copy_bytes(dst.begin(), src.end() - bytes, bytes, stores.hint, stores.write_combined);
      ASSERT_EQ(std::memcmp(dst.begin(), src.end() - bytes, bytes), 0);
      for (const std::byte* p = dst.begin() + bytes; p != dst.end(); ++p) ASSERT_EQ(*p, kUntouched);

      std::memset(dst.begin(), static_cast<int>(kUntouched), kBig);
      copy_bytes(dst.end() - bytes, src.begin(), bytes, stores.hint, stores.write_combined);
      ASSERT_EQ(std::memcmp(dst.end() - bytes, src.begin(), bytes), 0);
      for (const std::byte* p = dst.begin(); p != dst.end() - bytes; ++p) ASSERT_EQ(*p, kUntouched);
    }
  }
}

TEST(StreamKernels, EachCopiesExactlyItsLines) {
  // The CPU's best is tested through copy_bytes; this reaches the others too.
  constexpr std::size_t kMaxLines = 40;
  const GuardedMemory src(4096);
  const GuardedMemory dst(4096);
  for (std::size_t i = 0; i < src.size(); ++i) src.begin()[i] = pattern(i);
  const auto kernels = detail::stream_kernels();
#if defined(__x86_64__) || defined(_M_X64)
  ASSERT_FALSE(kernels.empty());
  EXPECT_EQ(kernels.back().name, "sse2");
#endif
  for (const detail::StreamKernel& kernel : kernels) {
    RecordProperty(std::string("kernel_") + std::string(kernel.name), 1);
    for (std::size_t lines = 0; lines <= kMaxLines; ++lines) {
      for (std::size_t align = 0; align < 64; ++align) {
        for (const bool at_end : {false, true}) {
          const std::size_t bytes = lines * 64;
          std::memset(dst.begin(), static_cast<int>(kUntouched), dst.size());
          std::byte* to = at_end ? dst.end() - bytes : dst.begin();
          const std::byte* from = at_end ? src.end() - bytes - align : src.begin() + align;
          kernel.copy_lines(to, from, lines);
          store_fence();
          ASSERT_EQ(std::memcmp(to, from, bytes), 0) << kernel.name << ' ' << lines << " lines";
          for (const std::byte* p = dst.begin(); p != to; ++p) ASSERT_EQ(*p, kUntouched) << kernel.name;
          for (const std::byte* p = to + bytes; p != dst.end(); ++p) ASSERT_EQ(*p, kUntouched) << kernel.name;
        }
      }
    }
  }
}

TEST(CopyRows, PaddingIsNeitherReadNorWritten) {
  // Rows of each size in the tightest and in wider pitches, against guard pages on both sides.
  const GuardedMemory src(65536);
  const GuardedMemory dst(65536);
  for (std::size_t i = 0; i < src.size(); ++i) src.begin()[i] = pattern(i);
  constexpr std::uint64_t kRows = 5;
  constexpr std::uint64_t kSlices = 3;
  for (const Stores stores : kAllStores) {
    for (const std::uint64_t row_bytes : {1u, 7u, 63u, 64u, 65u, 200u, 256u, 257u, 1000u, 1024u}) {
      for (const std::uint64_t dst_more : {0u, 1u, 56u, 256u}) {
        for (const std::uint64_t src_more : {0u, 3u, 64u}) {
          for (const std::uint64_t slice_more : {0u, 5u, 128u}) {
            RowCopy copy;
            copy.row_bytes = row_bytes;
            copy.rows = kRows;
            copy.slices = kSlices;
            copy.hint = stores.hint;
            copy.write_combined = stores.write_combined;
            copy.dst_row_pitch = row_bytes + dst_more;
            copy.src_row_pitch = row_bytes + src_more;
            // The tightest slice does not pad its last row.
            const std::uint64_t dst_slice = copy.dst_row_pitch * (kRows - 1) + row_bytes;
            const std::uint64_t src_slice = copy.src_row_pitch * (kRows - 1) + row_bytes;
            copy.dst_slice_pitch = dst_slice + slice_more;
            copy.src_slice_pitch = src_slice + slice_more / 2;
            const std::uint64_t dst_total = copy.dst_slice_pitch * (kSlices - 1) + dst_slice;
            const std::uint64_t src_total = copy.src_slice_pitch * (kSlices - 1) + src_slice;
            ASSERT_LE(dst_total, dst.size());
            for (const bool at_end : {false, true}) {
              copy.dst = at_end ? dst.end() - dst_total : dst.begin();
              copy.src = at_end ? src.end() - src_total : src.begin();
              std::vector<std::byte> model(dst.size(), kUntouched);
              const auto dst_at = static_cast<std::size_t>(static_cast<std::byte*>(copy.dst) - dst.begin());
              const auto* from = static_cast<const std::byte*>(copy.src);
              for (std::uint64_t slice = 0; slice < kSlices; ++slice) {
                for (std::uint64_t row = 0; row < kRows; ++row) {
                  for (std::uint64_t x = 0; x < row_bytes; ++x) {
                    model[dst_at + slice * copy.dst_slice_pitch + row * copy.dst_row_pitch + x] =
                        from[slice * copy.src_slice_pitch + row * copy.src_row_pitch + x];
                  }
                }
              }
              std::memset(dst.begin(), static_cast<int>(kUntouched), dst.size());
              ASSERT_TRUE(validate(copy));
              copy_rows(copy);
              ASSERT_EQ(std::memcmp(dst.begin(), model.data(), dst.size()), 0)
                  << row_bytes << '+' << dst_more << '+' << src_more << '+' << slice_more;
            }
          }
        }
      }
    }
  }
}

TEST(CopyRows, PitchesDoNotMatterWhereThereIsOneRowOrSlice) {
  std::array<char, 8> from = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
  std::array<char, 8> to = {};
  RowCopy copy;
  copy.dst = to.data();
  copy.src = from.data();
  copy.row_bytes = 8;
  copy.dst_row_pitch = 3;
  copy.src_row_pitch = UINT64_MAX;
  copy.dst_slice_pitch = 1;
  copy.src_slice_pitch = UINT64_MAX;
  EXPECT_TRUE(validate(copy));
  copy_rows(copy);
  EXPECT_EQ(from, to);

  // One row a slice: the row pitch does not matter, the slice pitch does.
  to = {};
  copy.row_bytes = 2;
  copy.slices = 2;
  copy.src_slice_pitch = 2;
  copy.dst_slice_pitch = 5;
  EXPECT_TRUE(validate(copy));
  copy_rows(copy);
  EXPECT_EQ(to, (std::array<char, 8>{'a', 'b', 0, 0, 0, 'c', 'd', 0}));
}

TEST(CopyRows, NothingToCopyTouchesNothing) {
  RowCopy copy;  // null pointers
  EXPECT_TRUE(validate(copy));
  copy_rows(copy);
  copy.row_bytes = 100;
  copy.rows = 0;
  copy_rows(copy);
  copy.rows = 1;
  copy.slices = 0;
  EXPECT_TRUE(validate(copy));
  copy_rows(copy);
  copy_bytes(nullptr, nullptr, 0);
}

TEST(CopyRows, ValidateNamesWhatIsWrong) {
  std::vector<std::byte> memory(1000);
  RowCopy good;
  good.dst = memory.data();
  good.src = memory.data() + 500;
  good.row_bytes = 10;
  good.rows = 5;
  good.slices = 2;
  good.dst_row_pitch = 20;
  good.src_row_pitch = 10;
  good.dst_slice_pitch = 90;
  good.src_slice_pitch = 50;
  EXPECT_TRUE(validate(good));
  const auto refused = [&](auto change, std::string_view part) {
    RowCopy bad = good;
    change(bad);
    const auto result = validate(bad);
    ASSERT_FALSE(result) << part;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
  };
  refused([](RowCopy& c) { c.src_row_pitch = 9; }, "source row pitch 9 is smaller than a row of 10 bytes");
  refused([](RowCopy& c) { c.dst_row_pitch = 0; }, "destination row pitch 0");
  refused([](RowCopy& c) { c.src_slice_pitch = 49; },
          "source slice pitch 49 is smaller than a slice of 50 bytes");
  refused([](RowCopy& c) { c.dst_slice_pitch = 89; }, "destination slice pitch 89");
  refused([](RowCopy& c) { c.dst = nullptr; }, "destination is null");
  refused([](RowCopy& c) { c.src = nullptr; }, "source is null");
  refused([](RowCopy& c) { c.dst_row_pitch = UINT64_MAX / 2; }, "5 rows of destination pitch");
  refused(
      [](RowCopy& c) {
        c.src_row_pitch = UINT64_MAX / 4;
        c.dst_slice_pitch = 200;
        c.rows = 6;
      },
      "6 rows of source pitch");
  refused(
      [](RowCopy& c) {
        c.dst_slice_pitch = UINT64_MAX;
        c.slices = 3;
      },
      "3 slices of destination pitch");
  refused([](RowCopy& c) { c.dst_slice_pitch = UINT64_MAX - 100; }, "runs past the end of memory");
  refused([&](RowCopy& c) { c.dst = memory.data() + 500 - 179; }, "overlap");
  refused([&](RowCopy& c) { c.dst = memory.data() + 599; }, "overlap");
  RowCopy touching = good;
  touching.dst = memory.data() + 500 - 180;
  EXPECT_TRUE(validate(touching));
  touching.dst = memory.data() + 600;
  EXPECT_TRUE(validate(touching));
}

TEST(FootprintCopy, FillsAFootprintAndTakesItOut) {
  const TextureDesc desc = {Dimension::kTexture3D, Format::kR8G8B8A8Unorm, 33, 9, 4, 2, 1};
  const auto all = layout(desc);
  ASSERT_TRUE(all);
  const GuardedMemory buffer(all->total_bytes);
  std::byte* base = buffer.end() - all->total_bytes;
  std::memset(buffer.begin(), static_cast<int>(kUntouched), buffer.size());
  for (const Footprint& placed : all->footprints) {
    std::vector<std::byte> texels(tight_bytes(placed));
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = pattern(i + placed.offset);
    const RowCopy in = to_footprint(placed, base, texels.data());
    ASSERT_TRUE(validate(in));
    copy_rows(in);
    std::vector<std::byte> back(texels.size());
    const RowCopy out = from_footprint(placed, base, back.data());
    ASSERT_TRUE(validate(out));
    copy_rows(out);
    EXPECT_EQ(back, texels);

    // Texel (x, y, z) is where the footprint says.
    const std::size_t x = placed.width - 1, y = placed.rows - 1, z = placed.depth - 1;
    EXPECT_EQ(std::memcmp(base + placed.offset + z * placed.slice_pitch + y * placed.row_pitch + x * 4,
                          texels.data() + ((z * placed.rows + y) * placed.width + x) * 4, 4),
              0);
    // Wider source rows.
    const std::uint64_t pitch = placed.row_bytes + 12;
    std::vector<std::byte> wide(pitch * placed.rows * placed.depth);
    const RowCopy widened = from_footprint(placed, base, wide.data(), pitch);
    ASSERT_TRUE(validate(widened));
    copy_rows(widened);
    const RowCopy again = to_footprint(placed, base, wide.data(), pitch);
    EXPECT_EQ(again.src_slice_pitch, pitch * placed.rows);
    copy_rows(again);
    copy_rows(out);
    EXPECT_EQ(back, texels);
  }
  // The padding of the first row is as it was.
  EXPECT_EQ(base[33 * 4], kUntouched);
  EXPECT_EQ(base[255], kUntouched);
}

}  // namespace
}  // namespace ferry
