#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "shapes.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {

/// Fills textures through uploads of every sort, reads them back and compares every byte with the model.
class ShapeSweep : public TransferTest {
 protected:
  /// What this device can make; the device of the fixture must be there.
  static bool allowed(Format format, Dimension dimension) { return device_->supports(format, dimension); }

  void SetUp() override {}

  void run(const Shape& shape) {
    SCOPED_TRACE(shape.text());
    std::mt19937_64 random(shape.seed);
    TextureModel model(shape.desc);
    const bool direct = shape.queue == QueueKind::kDirect;
    // COMMON, PIXEL_SHADER_RESOURCE, COPY_DEST or COPY_SOURCE on DIRECT.
    const std::uint32_t states[] = {kStateCommon, 0x80, kStateCopyDest, kStateCopySource};
    const std::uint32_t first_state = direct ? states[random() % 4] : kStateCommon;
    const std::uint32_t last_state = direct ? states[random() % 4] : kStateCommon;
    auto target = texture(shape.desc, 0, first_state);
    ASSERT_TRUE(target);

    auto batch = begin(shape.queue);
    std::vector<std::uint32_t> order(subresource_count(shape.desc));
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    for (const std::uint32_t i : order) {
      upload(batch, target.get(), model, i, model.whole(i), {first_state, last_state}, random);
    }
    for (std::uint64_t regions = random() % 4; regions > 0; --regions) {
      const std::uint32_t i = order[random() % order.size()];
      upload(batch, target.get(), model, i, model.random_box(i, random), {last_state, last_state}, random);
    }
    const FencePoint point = submit(batch);
    if (HasFatalFailure()) return;

    std::vector<std::byte> expected;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      const auto one = model.read(i, model.whole(i));
      expected.insert(expected.end(), one.begin(), one.end());
    }
    const QueueKind reader = direct              ? QueueKind::kDirect
                             : random() % 2 == 0 ? shape.queue
                                                 : QueueKind::kDirect;
    expect_same(
        read_texture(target.get(), 0, static_cast<std::uint32_t>(order.size()), point, last_state, reader),
        expected);

    TextureReadback request;
    request.source = target.get();
    request.first_subresource = order.front();
    request.box = model.random_box(order.front(), random);
    request.state = last_state;
    ReadbackOptions options;
    options.queue = reader;
    expect_same(bytes_of(manager_->read_texture(request, options)), model.read(order.front(), *request.box));
  }

 private:
  /// A box from memory of exactly its size, with pitches that have odd padding.
  void upload(UploadBatch& batch, ID3D12Resource* target, TextureModel& model, std::uint32_t subresource,
              const Box& box, StateChange states, std::mt19937_64& random) {
    const std::size_t row_bytes = model.row_bytes(box);
    const std::size_t row_pitch = row_bytes + (random() % 2 == 0 ? 0 : random() % 70);
    const std::size_t slice_pitch = row_pitch * model.rows(box) + (random() % 2 == 0 ? 0 : random() % 300);
    const std::size_t slices = box.back - box.front;
    const auto source =
        noise(slice_pitch * (slices - 1) + row_pitch * (model.rows(box) - 1) + row_bytes, random());
    TextureData data{source.data(), row_pitch, slice_pitch};
    if (row_pitch == row_bytes && random() % 2 == 0) data.row_pitch = 0;
    if (slice_pitch == row_pitch * model.rows(box) && random() % 2 == 0) data.slice_pitch = 0;
    model.write(subresource, box, source.data(), row_pitch, slice_pitch);
    const auto done = box == model.whole(subresource) && random() % 2 == 0
                          ? batch.upload_texture(target, subresource, data, states)
                          : batch.upload_region(target, subresource, box, data, states);
    ASSERT_TRUE(done) << to_string(done.error());
  }

  static void expect_same(const std::vector<std::byte>& is, const std::vector<std::byte>& should) {
    ASSERT_EQ(is.size(), should.size());
    const auto at = std::mismatch(is.begin(), is.end(), should.begin());
    ASSERT_TRUE(at.first == is.end())
        << "the first wrong byte is number " << at.first - is.begin() << " of " << is.size();
  }
};

}  // namespace ferry::test
