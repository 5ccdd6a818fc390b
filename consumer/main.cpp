// Takes Ferry in from outside its tree: uploads a picture, reads it back, compares. Prints one line and
// returns 0 when all is well.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <ferry/transfer/transfer_manager.hpp>

namespace {

ferry::Result<std::uint64_t> there_and_back() {
  auto device = ferry::Device::create();
  if (!device) return ferry::fail(std::move(device.error()));
  auto transfers = ferry::TransferManager::create(*device);
  if (!transfers) return ferry::fail(std::move(transfers.error()));

  constexpr std::uint32_t kWidth = 321;
  constexpr std::uint32_t kHeight = 123;
  std::vector<std::byte> picture(std::size_t{kWidth} * kHeight * 4);
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<std::byte>(i * 2654435761u >> 11);

  ferry::TextureDesc desc;
  desc.format = ferry::Format::kR8G8B8A8Unorm;
  desc.width = kWidth;
  desc.height = kHeight;
  auto texture = (*device)->create_texture(desc, "picture");
  if (!texture) return ferry::fail(std::move(texture.error()));

  auto batch = (*transfers)->begin_upload();
  if (!batch) return ferry::fail(std::move(batch.error()));
  const ferry::TextureData data{picture.data()};
  if (auto done = batch->upload_texture(texture->get(), 0, data); !done)
    return ferry::fail(std::move(done.error()));
  auto uploaded = batch->submit("picture");
  if (!uploaded) return ferry::fail(std::move(uploaded.error()));

  ferry::TextureReadback request;
  request.source = texture->get();
  ferry::ReadbackOptions options;
  options.after = *uploaded;
  auto ticket = (*transfers)->read_texture(request, options);
  if (!ticket) return ferry::fail(std::move(ticket.error()));
  auto result = ticket->take();
  if (!result) return ferry::fail(std::move(result.error()));

  if (result->size() != picture.size() || std::memcmp(result->data(), picture.data(), picture.size()) != 0) {
    return ferry::fail(ferry::ErrorCode::kCorrupt, "what came back is not what was sent");
  }
  return result->size();
}

}  // namespace

int main() {
  const ferry::Result<std::uint64_t> bytes = there_and_back();
  if (!bytes) {
    std::fprintf(stderr, "consumer: %s\n", ferry::to_string(bytes.error()).c_str());
    return 1;
  }
  std::printf("consumer: %s went to the GPU and came back identical\n", ferry::byte_text(*bytes).c_str());
  return 0;
}
