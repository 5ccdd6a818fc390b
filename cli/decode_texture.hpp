#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <ferry/assets/texture_file.hpp>
#include <ferry/base/error.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/layout/texture_desc.hpp>
#include <ferry/loader/load_request.hpp>

namespace ferry::cli {

/// Why the device cannot create such a texture, with what to do; nothing where it can.
std::optional<Error> why_no_texture(const TextureDesc& desc, const Device& device);

/// read_texture(), made to fit the device: a format that it lacks and that expand_for_device() takes becomes
/// R8G8B8A8. kUnsupported, with what to do, where the device could not create the texture. Without a device
/// nothing is looked at.
Result<TextureImage> read_for_device(std::span<const std::byte> file, const TextureReadOptions& how,
                                     const Device* device);

/// The image made to fit the device likewise.
Result<TextureImage> fit_to_device(TextureImage image, const Device* device);

/// As a loader takes it: rows go straight into staging memory. `uses_file`: parts of the image lie in the
/// bytes that the decoder was given.
DecodedAsset decoded_asset(TextureImage image, bool uses_file, const Device* device);

/// The same for a loader: rows go straight into staging memory. The device must outlive the load.
Result<DecodedAsset> decode_texture(std::span<const std::byte> file, const TextureReadOptions& how,
                                    const Device* device);

}  // namespace ferry::cli
