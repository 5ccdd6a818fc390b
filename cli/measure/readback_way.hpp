#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <ferry/base/result.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "list_runner.hpp"

struct ID3D12Resource;

namespace ferry::measure {

/// What is read back each frame: bytes of a buffer, or a whole RGBA8 texture.
struct ReadbackSource {
  ID3D12Resource* resource = nullptr;
  std::uint64_t bytes = 0;
  std::uint32_t width = 0;  ///< 0: a buffer.
  std::uint32_t height = 0;
};

/// One way to get at what each frame made.
class ReadbackWay {
 public:
  virtual ~ReadbackWay() = default;

  /// Frame `frame` was submitted. Asks for its result, and brings what is due into `out`: gives the number of
  /// the frame whose bytes those are, or nothing where none is due.
  virtual Result<std::optional<std::uint64_t>> frame(std::uint64_t frame, std::span<std::byte> out) = 0;
  /// Brings the next result that is still on its way; nothing where none is.
  virtual Result<std::optional<std::uint64_t>> rest(std::span<std::byte> out) = 0;
  /// Seconds that the CPU waited for the GPU in here, since the beginning.
  [[nodiscard]] double waited() const { return waited_; }

 protected:
  double waited_ = 0;
};

/// A READBACK buffer made for each readback, waited for at once, released after it.
std::unique_ptr<ReadbackWay> synchronous_way(const std::shared_ptr<Device>& device, ListRunner& runner,
                                             const ReadbackSource& source);
/// Ferry's tickets from its pool, each looked at `late` frames after it was asked for; 0: at once.
std::unique_ptr<ReadbackWay> pooled_way(TransferManager& manager, const ReadbackSource& source,
                                        std::size_t late);

}  // namespace ferry::measure
