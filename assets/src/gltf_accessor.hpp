#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <ferry/assets/gltf.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>

#include "gltf_model.hpp"

namespace ferry {

/// Everything that the spans of a scene point to.
struct GltfMemory {
  ByteBuffer file;
  std::vector<ByteBuffer> parts;
};

/// Turns accessors into buffers. What lies as it should in a buffer of the file is pointed to; the rest is
/// made, in memory that is added to `memory`.
class GltfAccessors {
 public:
  /// `buffers[i]` are the bytes of the model's buffer i.
  GltfAccessors(const GltfModel& model, const std::vector<std::span<const std::byte>>& buffers,
                GltfMemory& memory, std::uint64_t max_unpacked_bytes)
      : model_(model), buffers_(buffers), memory_(memory), unpacked_left_(max_unpacked_bytes) {}

  /// Errors name the accessor.
  Result<GltfBuffer> unpack(std::size_t accessor, bool as_indices);

  /// The bytes of a buffer view.
  Result<std::span<const std::byte>> view(std::int64_t number) const;

  [[nodiscard]] std::uint64_t unpacked_bytes() const { return unpacked_bytes_; }

 private:
  Result<GltfBuffer> unpack_unnamed(const GltfModel::Accessor& accessor, bool as_indices);
  Result<ByteBuffer> room(std::uint64_t bytes);
  Result<void> put_sparse(const GltfModel::Accessor& accessor, std::uint32_t stored_bytes,
                          std::uint32_t stride, std::byte* out) const;

  const GltfModel& model_;
  const std::vector<std::span<const std::byte>>& buffers_;
  GltfMemory& memory_;
  std::uint64_t unpacked_left_;
  std::uint64_t unpacked_bytes_ = 0;
};

}  // namespace ferry
