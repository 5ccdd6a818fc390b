#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/layout/placed_pieces.hpp>
#include <ferry/layout/texture_desc.hpp>
#include <ferry/schedule/priority.hpp>
#include <ferry/transfer/texture_data.hpp>

struct ID3D12Resource;

namespace ferry {

class LoadTicket;

/// Bytes of a file.
struct FileSource {
  /// UTF-8.
  std::string path;
  std::uint64_t offset = 0;
  /// Default: all from `offset` on.
  std::optional<std::uint64_t> bytes = std::nullopt;
};

/// The caller's memory. It must stay as it is until the ticket has ended.
struct MemorySource {
  std::span<const std::byte> bytes;
};

/// Bytes that lie in a file piece by piece as staging memory takes them, as in a pack: nothing is parsed, and
/// no row is copied. Takes no decoder.
struct PlacedSource {
  /// UTF-8.
  std::string path;
  /// Of a buffer, or of a whole texture; its destination is all of that texture. A piece is staged at once:
  /// one that is bigger than LoaderOptions::ring_bytes takes a buffer of its own. Must not be null.
  std::shared_ptr<const PlacedPieces> pieces;
  /// Called on workers, with no lock held, for pieces that are packed. Default: none; then there are none.
  UnpackPiece unpack = nullptr;
};

using LoadSource = std::variant<FileSource, MemorySource, PlacedSource>;

/// Bytes of a buffer in a DEFAULT heap, which no other work uses until the ticket has ended.
struct BufferDestination {
  ID3D12Resource* buffer = nullptr;
  std::uint64_t offset = 0;
};

/// Whole subresources of a texture. Without a decoder the source holds them one after the other, rows and
/// slices without padding, in the order of their numbers. They are in COMMON before and after, as the COPY
/// queue asks, and no other work uses them until their mip is announced or the ticket has ended.
struct TextureDestination {
  ID3D12Resource* texture = nullptr;
  std::uint32_t first_subresource = 0;
  /// Default: all from the first on.
  std::optional<std::uint32_t> subresource_count = std::nullopt;
};

/// A DEFAULT buffer of the source's size that the loader makes and counts against the GPU-memory budget.
/// `LoadTicket::resource` gives it.
struct NewBuffer {
  std::string name = "loaded buffer";
  /// D3D12_RESOURCE_FLAGS. Default: none.
  std::uint32_t flags = 0;
};

/// A DEFAULT texture likewise. The description comes from here or from the decoder.
struct NewTexture {
  std::optional<TextureDesc> desc = std::nullopt;
  std::string name = "loaded texture";
  std::uint32_t flags = 0;
};

using LoadDestination = std::variant<BufferDestination, TextureDestination, NewBuffer, NewTexture>;

/// What a decoder made of a file's bytes.
struct DecodedAsset {
  /// Keeps alive what the members below point to, until it is staged.
  std::shared_ptr<const void> memory;
  /// For a buffer: its bytes.
  std::span<const std::byte> buffer;
  /// For a texture: one for each subresource of the destination, in order.
  std::vector<TextureData> subresources;
  /// For a NewTexture: what is to be made. Default: NewTexture::desc.
  std::optional<TextureDesc> desc = std::nullopt;
  /// Bytes of memory that all this holds beside the file, for the budget.
  std::uint64_t bytes = 0;
  /// Instead of `subresources`: writes the rows of subresource number `index`, of those that are loaded,
  /// straight into staging memory. Called from any thread, in any order, by several at once; each row once.
  /// Default: none.
  std::function<Result<void>(std::uint32_t index, const RowBand& band)> write_rows = nullptr;
  /// Whether what is above points into the bytes that the decoder was given: then they are kept, and count
  /// for the budget. Default: false.
  bool uses_file = false;
};

/// Makes subresource data of a file's bytes. Called once, on a worker, with no lock held. An error fails the
/// ticket.
using Decoder = std::function<Result<DecodedAsset>(std::span<const std::byte> file)>;

/// Where callbacks run.
enum class CallbackThread : std::uint8_t {
  kPump,    ///< Inside Loader::pump, on its thread: the render thread, usually.
  kWorker,  ///< At once, on the thread that ended the ticket; keep it short, for other tickets wait for it.
};

/// One asset to be loaded.
struct LoadRequest {
  LoadSource source;
  LoadDestination destination;
  LoadPriority priority = LoadPriority::kNormal;
  /// Earlier ones go first among requests of one priority. Default: none.
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  /// Groups requests, a region of the world for example, for cancel_tag and set_priority_of_tag. Default: 0,
  /// no group.
  std::uint64_t tag = 0;
  /// Default: none; the source's bytes are the destination's, and go straight into staging memory.
  Decoder decode;
  /// Told each time that a smaller mip number has become usable, with that number. Default: none.
  std::function<void(const LoadTicket&, std::uint32_t mip)> on_mip;
  /// Told once, when the ticket has ended. More can be added by LoadTicket::then. Default: none.
  std::function<void(const LoadTicket&)> on_end;
  /// Where the two run.
  CallbackThread callbacks = CallbackThread::kPump;
};

}  // namespace ferry
