// Identity, references, names, reports: what a wrapper is.

#include <gtest/gtest.h>

#include "layer_support.hpp"

namespace ferry::check::test {
namespace {

TEST(LayerBasics, CopiesThroughTheLayerAndIsQuiet) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const auto upload = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, 4096);
  const auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 4096);
  const auto readback = make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, 4096);
  const auto bytes = pattern(4096, 1);
  fill(upload.get(), bytes);
  lane.list->CopyBufferRegion(buffer.get(), 0, upload.get(), 0, 4096);
  const auto barrier =
      transition(buffer.get(), D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_STATE_COPY_SOURCE);
  lane.list->ResourceBarrier(1, &barrier);
  lane.list->CopyBufferRegion(readback.get(), 0, buffer.get(), 0, 4096);
  lane.run();
  EXPECT_EQ(read(readback.get(), 4096), bytes);
  EXPECT_EQ(report(device.get()), "");
}

}  // namespace
}  // namespace ferry::check::test
