// The shortest way up and back: Ferry makes the device, the queues and the fences. Four numbers go into a
// buffer of the GPU's memory over the COPY queue, come back over the DIRECT queue, and are printed.
//
//     upload_and_read_back
#include <array>
#include <cstdio>

#include <ferry/transfer/transfer_manager.hpp>

namespace {

ferry::Result<void> run() {
  auto device = ferry::Device::create();
  if (!device) return ferry::fail(device.error());
  auto manager = ferry::TransferManager::create(*device);
  if (!manager) return ferry::fail(manager.error());

  const std::array<float, 4> numbers = {1, 2, 3, 4};
  auto buffer = (*device)->create_buffer(ferry::HeapKind::kDefault, sizeof numbers, "numbers");
  if (!buffer) return ferry::fail(buffer.error());

  auto batch = (*manager)->begin_upload();
  if (!batch) return ferry::fail(batch.error());
  if (auto staged = batch->upload_buffer(buffer->get(), 0, std::as_bytes(std::span(numbers))); !staged)
    return staged;
  auto uploaded = batch->submit();
  if (!uploaded) return ferry::fail(uploaded.error());

  // The DIRECT queue reads back; it waits for the copy on the GPU, the CPU does not.
  auto ticket = (*manager)->read_buffer({buffer->get(), 0, sizeof numbers}, {.after = *uploaded});
  if (!ticket) return ferry::fail(ticket.error());
  std::array<float, 4> returned = {};
  if (auto copied = ticket->copy_to(std::as_writable_bytes(std::span(returned))); !copied) return copied;

  for (const float number : returned) std::printf("%g ", static_cast<double>(number));
  if (returned != numbers) return ferry::fail(ferry::ErrorCode::kCorrupt, "- not what was sent");
  std::puts("- the same");
  return {};
}

}  // namespace

int main() {
  const auto done = run();
  if (!done) std::fprintf(stderr, "%s\n", ferry::to_string(done.error()).c_str());
  return done ? 0 : 1;
}
