#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/diagnose/picture_diagnosis.hpp>
#include <ferry/layout/format.hpp>

struct ID3D12Resource;

namespace ferry {

class TransferManager;

/// One picture that the upload under test shall bring into a texture.
struct PictureUpload {
  /// A committed DEFAULT texture of one mip, in COMMON.
  ID3D12Resource* texture = nullptr;
  /// Its texels, rows without padding. Good for the call alone.
  std::span<const std::byte> bytes;
  std::uint64_t row_bytes = 0;
  /// Rows of blocks for block-compressed formats.
  std::uint32_t rows = 0;
  /// Counts the uploads of a test, from 0.
  std::uint32_t number = 0;
};

/// The upload that is tested: brings `upload.bytes` into `upload.texture` the way the program does it, with
/// its own staging memory, footprint, barriers, lists and queue. Gives the point from which the texture may
/// be read (TransferManager::point_of makes one of the program's own fence), or an empty one if it has
/// waited itself.
using UploadUnderTest = std::function<Result<FencePoint>(const PictureUpload& upload)>;

struct PictureTestOptions {
  /// One plane, no depth format. Defaults: RGBA8 of 100x64 texels, whose rows of 400 bytes lie 512 apart in
  /// a buffer, so that every pitch fault shows.
  Format format = Format::kR8G8B8A8Unorm;
  std::uint32_t width = 100;
  std::uint32_t height = 64;
  /// The D3D12_RESOURCE_STATES in which the upload leaves the texture. Default: COMMON.
  std::uint32_t state = 0;
  /// Uploads that are made without waiting between them, to see staging memory overwritten. Default: 8; 0
  /// leaves this part out.
  std::uint32_t at_once = 8;
  /// Waits until all work of the upload under test is complete. It is called where something is wrong, to
  /// see whether it arrives later, and before textures are let go. Default: none; then the points have to be
  /// true.
  std::function<Result<void>()> finish = nullptr;
};

/// What a test showed.
struct PictureTestReport {
  /// The fault to mend first; kSame where there is none.
  PictureDiagnosis verdict;
  /// Of one colour: right however its rows are moved, wrong where the copy, the channels or the moment are.
  PictureDiagnosis solid;
  /// Of noise, in which every texel differs.
  PictureDiagnosis pattern;
  /// Of the uploads at once, in their order.
  std::vector<PictureDiagnosis> at_once;

  /// A line for each part, then the verdict with its remedy.
  [[nodiscard]] std::string to_text() const;
};

/// The solid-colour test and its sequel: has the upload bring one colour, then noise, then several pictures
/// at once into textures that hold something known, reads them back in a way that is surely right, and says
/// which fault the pictures show: pitch, offset, no effect, too early, channel order, overwritten in flight.
///
/// States leave no trace in the picture on many drivers: run it on the checker as well, which says
/// `missing-barrier`. Small test pictures show less (diagnose_picture), and then the verdict says so.
///
/// Errors are those of the calls it makes, the upload's own among them. Waits on the CPU. Threading: as
/// TransferManager.
Result<PictureTestReport> test_picture_upload(TransferManager& manager, const UploadUnderTest& upload,
                                              const PictureTestOptions& options = {});

}  // namespace ferry
