// A Windows program that makes everything itself, DXGI factory, adapter, device, queues, and lets Ferry work
// on them: Ferry submits to the program's queues and makes none. A buffer and a texture go up through the
// COPY queue, the DIRECT queue waits for them on the GPU and reads them back, and every byte is compared.
//
//     own_device_dxgi.exe
//
// own_device.cpp shows the other way: Ferry records into the program's own command list and submits nothing.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <ferry/transfer/transfer_manager.hpp>

#include "parts/dxgi_device.hpp"

using ferry::ComPtr;
using ferry::iid_of;

namespace {

// A width whose rows are no multiple of 256 bytes: the GPU wants them padded, the program never sees that.
constexpr std::uint32_t kWidth = 333;
constexpr std::uint32_t kHeight = 77;
constexpr std::uint64_t kBufferBytes = 100'000;

ferry::Result<ComPtr<ID3D12Resource>> make_resource(ID3D12Device* device, D3D12_RESOURCE_DESC desc) {
  D3D12_HEAP_PROPERTIES heap = {};
  heap.Type = D3D12_HEAP_TYPE_DEFAULT;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  ComPtr<ID3D12Resource> resource;
  const HRESULT hr =
      device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, D3D12_RESOURCE_STATE_COMMON,
                                      nullptr, iid_of<ID3D12Resource>(), resource.put_void());
  if (FAILED(hr)) return ferry::fail_api(hr, "CreateCommittedResource failed");
  return resource;
}

/// Bytes in no order, so that a row in the wrong place shows.
std::vector<std::byte> noise(std::uint64_t bytes, std::uint32_t seed) {
  std::vector<std::byte> made(static_cast<std::size_t>(bytes));
  for (std::byte& byte : made) {
    seed = seed * 1'664'525 + 1'013'904'223;
    byte = static_cast<std::byte>(seed >> 24);
  }
  return made;
}

ferry::Result<void> compare(const ferry::ReadbackTicket& ticket, const std::vector<std::byte>& sent,
                            const char* what) {
  const auto returned = ticket.take();  // Waits until it is there; copied without the rows' padding.
  if (!returned) return ferry::fail(returned.error());
  const auto bytes = returned->bytes();
  if (!std::equal(bytes.begin(), bytes.end(), sent.begin(), sent.end())) {
    return ferry::fail(ferry::ErrorCode::kCorrupt, "what came back of the ", what, " is not what was sent");
  }
  std::printf("%s: %zu bytes up on COPY and back on DIRECT, each the same\n", what, sent.size());
  return {};
}

ferry::Result<void> run() {
  // What the program has already.
  auto program = example::open_dxgi_device();
  if (!program) return ferry::fail(program.error());
  ID3D12Device* const device = program->device.get();
  std::printf("device on %ls\n", program->adapter_name.c_str());
  auto direct = example::make_queue(device, D3D12_COMMAND_LIST_TYPE_DIRECT, L"the program's DIRECT queue");
  if (!direct) return ferry::fail(direct.error());
  auto copy = example::make_queue(device, D3D12_COMMAND_LIST_TYPE_COPY, L"the program's COPY queue");
  if (!copy) return ferry::fail(copy.error());
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = kBufferBytes;
  desc.Height = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  auto buffer = make_resource(device, desc);
  if (!buffer) return ferry::fail(buffer.error());
  desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  desc.Width = kWidth;
  desc.Height = kHeight;
  desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
  auto texture = make_resource(device, desc);
  if (!texture) return ferry::fail(texture.error());

  // Ferry on top of it.
  ferry::TransferOptions options;
  options.direct_queue = direct->get();
  options.copy_queue = copy->get();
  auto manager = ferry::TransferManager::create(device, options);
  if (!manager) return ferry::fail(manager.error());

  const auto numbers = noise(kBufferBytes, 1);
  const auto texels = noise(std::uint64_t{kWidth} * kHeight * 4, 2);
  auto batch = (*manager)->begin_upload();
  if (!batch) return ferry::fail(batch.error());
  if (auto staged = batch->upload_buffer(buffer->get(), 0, numbers); !staged) return staged;
  if (auto staged = batch->upload_texture(texture->get(), 0, ferry::TextureData{texels.data()}); !staged)
    return staged;
  auto uploaded = batch->submit();
  if (!uploaded) return ferry::fail(uploaded.error());

  // `after` makes DIRECT wait for the copies, on the GPU.
  auto buffer_ticket = (*manager)->read_buffer({buffer->get(), 0, kBufferBytes}, {.after = *uploaded});
  if (!buffer_ticket) return ferry::fail(buffer_ticket.error());
  auto texture_ticket = (*manager)->read_texture({.source = texture->get()}, {.after = *uploaded});
  if (!texture_ticket) return ferry::fail(texture_ticket.error());
  if (auto same = compare(*buffer_ticket, numbers, "buffer"); !same) return same;
  return compare(*texture_ticket, texels, "texture");
}

}  // namespace

int main() {
  const auto done = run();
  if (!done) std::fprintf(stderr, "%s\n", ferry::to_string(done.error()).c_str());
  return done ? 0 : 1;
}
