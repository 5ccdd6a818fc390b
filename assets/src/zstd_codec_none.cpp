// Where there is no Zstandard: said in words, with what to do.
#include "inflate.hpp"
#include "zstd_codec.hpp"

namespace ferry {

namespace {

Failure no_zstd() {
  return fail(
      ErrorCode::kUnsupported,
      "this build of Ferry has no Zstandard: make the file again without it (`ferry pack` without --zstd; "
      "zlib in KTX2), or build Ferry with zstd (vcpkg install zstd)");
}

}  // namespace

struct ZstdPacker::State {};

ZstdPacker::ZstdPacker(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
ZstdPacker::ZstdPacker(ZstdPacker&&) noexcept = default;
ZstdPacker& ZstdPacker::operator=(ZstdPacker&&) noexcept = default;
ZstdPacker::~ZstdPacker() = default;

int ZstdPacker::most_level() noexcept {
  return 0;
}

Result<ZstdPacker> ZstdPacker::create(int /*level*/) {
  return no_zstd();
}

Result<std::span<const std::byte>> ZstdPacker::pack(std::span<const std::byte> /*bytes*/) {
  return no_zstd();
}

Result<void> inflate_zstd(std::span<const std::byte> /*compressed*/, std::span<std::byte> /*out*/) {
  return no_zstd();
}

Result<void> can_be_zstd_of(std::span<const std::byte> /*compressed*/, std::uint64_t /*bytes*/) {
  return no_zstd();
}

}  // namespace ferry
