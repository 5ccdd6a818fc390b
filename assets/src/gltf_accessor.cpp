#include "gltf_accessor.hpp"

#include <array>
#include <cstring>
#include <utility>

#include <ferry/base/units.hpp>

namespace ferry {

namespace {

// glTF's numbers for types of components, which are OpenGL's.
constexpr int kByte = 5120;
constexpr int kUnsignedByte = 5121;
constexpr int kShort = 5122;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;

std::uint32_t component_bytes_of(int type) {
  switch (type) {
    case kByte:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kUnsignedInt:
    case kFloat:
      return 4;
    default:
      return 0;
  }
}

/// By component type; then without and with `normalized`; then 1 to 4 components, of which small ones of 3
/// are widened to 4. kUnknown: there is none.
Format format_of(int type, bool normalized, int components) {
  using Row = std::array<Format, 4>;
  constexpr Format kNone = Format::kUnknown;
  constexpr Row kRows[6][2] = {
      {{Format::kR8Sint, Format::kR8G8Sint, Format::kR8G8B8A8Sint, Format::kR8G8B8A8Sint},
       {Format::kR8Snorm, Format::kR8G8Snorm, Format::kR8G8B8A8Snorm, Format::kR8G8B8A8Snorm}},
      {{Format::kR8Uint, Format::kR8G8Uint, Format::kR8G8B8A8Uint, Format::kR8G8B8A8Uint},
       {Format::kR8Unorm, Format::kR8G8Unorm, Format::kR8G8B8A8Unorm, Format::kR8G8B8A8Unorm}},
      {{Format::kR16Sint, Format::kR16G16Sint, Format::kR16G16B16A16Sint, Format::kR16G16B16A16Sint},
       {Format::kR16Snorm, Format::kR16G16Snorm, Format::kR16G16B16A16Snorm, Format::kR16G16B16A16Snorm}},
      {{Format::kR16Uint, Format::kR16G16Uint, Format::kR16G16B16A16Uint, Format::kR16G16B16A16Uint},
       {Format::kR16Unorm, Format::kR16G16Unorm, Format::kR16G16B16A16Unorm, Format::kR16G16B16A16Unorm}},
      {{Format::kR32Uint, Format::kR32G32Uint, Format::kR32G32B32Uint, Format::kR32G32B32A32Uint},
       {kNone, kNone, kNone, kNone}},
      {{Format::kR32Float, Format::kR32G32Float, Format::kR32G32B32Float, Format::kR32G32B32A32Float},
       {kNone, kNone, kNone, kNone}}};
  const std::size_t row = type == kUnsignedInt ? 4
                          : type == kFloat     ? 5
                                               : static_cast<std::size_t>(type - kByte);
  return kRows[row][normalized ? 1 : 0][static_cast<std::size_t>(components - 1)];
}

/// What a component of 1 is, in its first bytes: the fourth one of elements that are widened.
std::array<std::byte, 2> one_of(int type, bool normalized) {
  if (!normalized) return {std::byte{1}, std::byte{0}};
  switch (type) {
    case kByte:
      return {std::byte{0x7f}, std::byte{0}};
    case kShort:
      return {std::byte{0xff}, std::byte{0x7f}};
    default:
      return {std::byte{0xff}, std::byte{0xff}};
  }
}

/// How stored elements become those of a buffer.
struct Element {
  std::uint32_t stored_bytes = 0;
  std::uint32_t bytes = 0;
  bool index = false;  // of one byte: to be a word
  std::uint32_t component_bytes = 0;
  std::array<std::byte, 2> one = {};

  [[nodiscard]] bool widened() const { return bytes != stored_bytes; }

  void put(const std::byte* from, std::byte* to) const {
    std::memcpy(to, from, stored_bytes);
    if (!widened()) return;
    if (index) {
      to[1] = std::byte{0};
    } else {
      std::memcpy(to + stored_bytes, one.data(), component_bytes);
    }
  }
};

/// Whether `count` elements, `stride` bytes apart from `offset` on, lie within `size` bytes; count is not 0.
bool within(std::uint64_t offset, std::uint64_t count, std::uint64_t stride, std::uint64_t element,
            std::uint64_t size) {
  std::uint64_t end = 0;
  return multiply_checked(count - 1, stride, end) && add_checked(end, element, end) &&
         add_checked(end, offset, end) && end <= size;
}

std::uint32_t index_at(const std::byte* from, std::uint32_t bytes) {
  std::uint32_t index = 0;
  for (std::uint32_t i = 0; i < bytes; ++i) index |= std::to_integer<std::uint32_t>(from[i]) << (8 * i);
  return index;
}

}  // namespace

Result<std::span<const std::byte>> GltfAccessors::view(std::int64_t number) const {
  if (number < 0 || static_cast<std::uint64_t>(number) >= model_.views.size()) {
    return fail(ErrorCode::kCorrupt, "buffer view ", number, " is named, and the file has ",
                model_.views.size());
  }
  const GltfModel::View& view = model_.views[static_cast<std::size_t>(number)];
  if (view.buffer < 0 || static_cast<std::uint64_t>(view.buffer) >= buffers_.size()) {
    return fail(ErrorCode::kCorrupt, "buffer view ", number, " names buffer ", view.buffer,
                ", and the file has ", buffers_.size());
  }
  const std::span<const std::byte> buffer = buffers_[static_cast<std::size_t>(view.buffer)];
  std::uint64_t end = 0;
  if (!add_checked(view.offset, view.bytes, end) || end > buffer.size()) {
    return fail(ErrorCode::kCorrupt, "buffer view ", number, " is of ", view.bytes, " bytes from byte ",
                view.offset, " on, and its buffer has ", buffer.size());
  }
  return buffer.subspan(static_cast<std::size_t>(view.offset), static_cast<std::size_t>(view.bytes));
}

Result<ByteBuffer> GltfAccessors::room(std::uint64_t bytes) {
  if (bytes > unpacked_left_) {
    return fail(ErrorCode::kUnsupported, "it takes ", byte_text(bytes), " to unpack, and ",
                byte_text(unpacked_left_), " of what is allowed are left");
  }
  Result<ByteBuffer> made = ByteBuffer::make(bytes, "unpacked vertices");
  if (made) {
    unpacked_left_ -= bytes;
    unpacked_bytes_ += bytes;
  }
  return made;
}

Result<GltfBuffer> GltfAccessors::unpack(std::size_t accessor, bool as_indices) {
  if (accessor >= model_.accessors.size()) {
    return fail(ErrorCode::kCorrupt, "accessor ", accessor, " is named, and the file has ",
                model_.accessors.size());
  }
  const GltfModel::Accessor& from = model_.accessors[accessor];
  Result<GltfBuffer> made = unpack_unnamed(from, as_indices);
  if (!made) return fail(made.error().code, "accessor ", accessor, ": ", made.error().message);
  made->name = from.name.empty() ? text("accessor ", accessor) : from.name;
  return made;
}

Result<GltfBuffer> GltfAccessors::unpack_unnamed(const GltfModel::Accessor& accessor, bool as_indices) {
  const std::uint32_t component_bytes = component_bytes_of(accessor.component_type);
  if (component_bytes == 0) {
    return fail(ErrorCode::kCorrupt, "its component type is ", accessor.component_type,
                ", which glTF does not have");
  }
  if (accessor.components == 0) {
    return fail(ErrorCode::kUnsupported, "it holds matrices, which no vertex attribute can be");
  }
  if (accessor.count == 0) return fail(ErrorCode::kCorrupt, "it has no elements");

  Element element;
  element.component_bytes = component_bytes;
  element.stored_bytes = component_bytes * static_cast<std::uint32_t>(accessor.components);
  element.bytes = element.stored_bytes;
  element.one = one_of(accessor.component_type, accessor.normalized);
  GltfBuffer out;
  out.count = accessor.count;
  if (as_indices) {
    const bool fits = accessor.components == 1 && !accessor.normalized &&
                      (accessor.component_type == kUnsignedByte ||
                       accessor.component_type == kUnsignedShort || accessor.component_type == kUnsignedInt);
    if (!fits) return fail(ErrorCode::kCorrupt, "indices are unsigned integers, and these are not");
    element.index = true;
    element.bytes = component_bytes == 4 ? 4 : 2;
    out.format = component_bytes == 4 ? Format::kR32Uint : Format::kR16Uint;
  } else {
    out.format = format_of(accessor.component_type, accessor.normalized, accessor.components);
    if (out.format == Format::kUnknown)
      return fail(ErrorCode::kCorrupt, "its components of 32 bits are said to be normalized");
    if (accessor.components == 3 && component_bytes < 4) element.bytes += component_bytes;
  }
  out.stride = element.bytes;
  std::uint64_t bytes = 0;
  if (!multiply_checked(accessor.count, element.bytes, bytes)) {
    return fail(ErrorCode::kCorrupt, "it has ", accessor.count, " elements");
  }

  std::span<const std::byte> stored;
  std::uint64_t stride = element.stored_bytes;
  if (accessor.view >= 0) {
    const Result<std::span<const std::byte>> found = view(accessor.view);
    if (!found) return fail(found.error());
    const std::uint64_t said = model_.views[static_cast<std::size_t>(accessor.view)].stride;
    if (said != 0) stride = said;
    if (stride < element.stored_bytes) {
      return fail(ErrorCode::kCorrupt, "its elements of ", element.stored_bytes, " bytes lie ", stride,
                  " bytes apart");
    }
    if (!within(accessor.offset, accessor.count, stride, element.stored_bytes, found->size())) {
      return fail(ErrorCode::kCorrupt, accessor.count, " elements, ", stride, " bytes apart from byte ",
                  accessor.offset, " on, reach past the ", found->size(), " bytes of its buffer view");
    }
    stored = found->subspan(static_cast<std::size_t>(accessor.offset));
    if (!accessor.sparse && !element.widened() && (stride == element.bytes || accessor.count == 1)) {
      out.bytes = stored.first(static_cast<std::size_t>(bytes));
      return out;
    }
  }

  Result<ByteBuffer> made = room(bytes);
  if (!made) return fail(std::move(made).error());
  if (stored.empty()) {
    const std::array<std::byte, 16> zeros = {};
    for (std::uint64_t i = 0; i < accessor.count; ++i)
      element.put(zeros.data(), made->data() + i * element.bytes);
  } else {
    const std::byte* from = stored.data();
    for (std::uint64_t i = 0; i < accessor.count; ++i)
      element.put(from + i * stride, made->data() + i * element.bytes);
  }
  if (accessor.sparse) {
    if (Result<void> put = put_sparse(accessor, element.stored_bytes, element.bytes, made->data()); !put)
      return fail(std::move(put).error());
  }
  out.bytes = std::as_const(*made).bytes();
  memory_.parts.push_back(*std::move(made));
  return out;
}

Result<void> GltfAccessors::put_sparse(const GltfModel::Accessor& accessor, std::uint32_t stored_bytes,
                                       std::uint32_t stride, std::byte* out) const {
  const bool index_type_fits = accessor.index_type == kUnsignedByte ||
                               accessor.index_type == kUnsignedShort || accessor.index_type == kUnsignedInt;
  if (accessor.sparse_count < 1 || accessor.index_offset < 0 || accessor.value_offset < 0 || !index_type_fits)
    return fail(ErrorCode::kCorrupt, "its sparse part makes no sense");
  const auto count = static_cast<std::uint64_t>(accessor.sparse_count);
  const std::uint32_t index_bytes = component_bytes_of(accessor.index_type);
  const Result<std::span<const std::byte>> indices = view(accessor.index_view);
  if (!indices) return fail(indices.error());
  const Result<std::span<const std::byte>> values = view(accessor.value_view);
  if (!values) return fail(values.error());
  const auto index_offset = static_cast<std::uint64_t>(accessor.index_offset);
  const auto value_offset = static_cast<std::uint64_t>(accessor.value_offset);
  if (!within(index_offset, count, index_bytes, index_bytes, indices->size()) ||
      !within(value_offset, count, stored_bytes, stored_bytes, values->size())) {
    return fail(ErrorCode::kCorrupt, "its ", count, " sparse elements reach past their buffer view");
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t at = index_at(indices->data() + index_offset + i * index_bytes, index_bytes);
    if (at >= accessor.count) {
      return fail(ErrorCode::kCorrupt, "a sparse element is for place ", at, " of ", accessor.count);
    }
    // What widening added stands there already.
    std::memcpy(out + std::uint64_t{at} * stride, values->data() + value_offset + i * stored_bytes,
                stored_bytes);
  }
  return {};
}

}  // namespace ferry
