#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include <ferry/check/model/model.hpp>

/// A small program against the model: a device with three queues and helpers that send the events which a
/// layer would send for the calls.
namespace ferry::check::test {

inline constexpr std::uint32_t kRgba8 = 28;  // DXGI_FORMAT_R8G8B8A8_UNORM
inline constexpr std::uint32_t kRgba8Srgb = 29;
inline constexpr std::uint32_t kRgba32Uint = 3;
inline constexpr std::uint32_t kRg32Uint = 17;
inline constexpr std::uint32_t kRgba16Float = 10;
inline constexpr std::uint32_t kBc1 = 71;
inline constexpr std::uint32_t kBc3 = 77;
inline constexpr std::uint32_t kD32 = 40;
inline constexpr std::uint32_t kR32Float = 41;
inline constexpr std::uint32_t kR32Typeless = 39;
inline constexpr std::uint32_t kR8Typeless = 60;
inline constexpr std::uint32_t kD32S8 = 20;
inline constexpr std::uint32_t kNv12 = 103;
inline constexpr std::uint32_t kR8 = 61;
inline constexpr std::uint32_t kRg8 = 49;

ResourceDescription buffer_of(std::uint64_t bytes, std::uint32_t flags = 0);
ResourceDescription texture_of(std::uint32_t width, std::uint32_t height, std::uint32_t format = kRgba8,
                               std::uint32_t mips = 1, std::uint32_t slices = 1, std::uint32_t flags = 0);

class Scene {
 public:
  explicit Scene(Options options = every_time(), event::DeviceCreated facts = {});

  static Options every_time() {
    Options options;
    options.report_repeats = true;
    return options;
  }

  Model model;
  std::vector<Violation> violations;
  ObjectId device{};
  ObjectId direct{};
  ObjectId compute{};
  ObjectId copy{};

  ObjectId id() { return static_cast<ObjectId>(++last_id_); }

  // Objects.
  ObjectId buffer(std::uint64_t bytes = 65536, HeapType heap = HeapType::kDefault, std::uint32_t flags = 0);
  ObjectId upload(std::uint64_t bytes = 65536) { return buffer(bytes, HeapType::kUpload); }
  ObjectId readback(std::uint64_t bytes = 65536) { return buffer(bytes, HeapType::kReadback); }
  ObjectId texture(const ResourceDescription& description, std::uint32_t state = states::kCommon,
                   HeapType heap = HeapType::kDefault);
  ObjectId texture(std::uint32_t state = states::kCommon) { return texture(texture_of(64, 64), state); }
  ObjectId target(std::uint32_t state = states::kRenderTarget);
  ObjectId heap(std::uint64_t bytes = 1 << 20, std::uint32_t flags = 0, HeapType type = HeapType::kDefault);
  ObjectId placed(ObjectId heap, std::uint64_t offset, const ResourceDescription& description,
                  std::uint32_t state = states::kCommon, std::uint64_t size = 65536);
  ObjectId fence(std::uint64_t value = 0);
  ObjectId allocator(ListType type = ListType::kDirect);
  ObjectId queue(ListType type);
  ObjectId plain(event::PlainKind kind = event::PlainKind::kPipelineState);
  void destroy(ObjectId object) { model.on(event::ObjectDestroyed{"IUnknown::Release", object}); }

  // Lists. `list` opens one on an allocator of its own.
  ObjectId list(ListType type = ListType::kDirect);
  ObjectId list_on(ObjectId allocator, ListType type = ListType::kDirect);
  void close(ObjectId list, bool succeeded = true) {
    model.on(event::ListClosed{"ID3D12GraphicsCommandList::Close", list, succeeded});
  }
  void reset(ObjectId list, ObjectId allocator) {
    model.on(event::ListReset{"ID3D12GraphicsCommandList::Reset", list, allocator});
  }
  void reset_allocator(ObjectId allocator) {
    model.on(event::AllocatorReset{"ID3D12CommandAllocator::Reset", allocator});
  }
  bool execute(ObjectId queue, std::initializer_list<ObjectId> lists);
  /// Records with `record`, closes, and executes on the queue; gives the list.
  ObjectId run(ObjectId queue, const std::function<void(ObjectId)>& record);

  // Fences.
  bool signal(ObjectId queue, ObjectId fence, std::uint64_t value) {
    return model.on(event::QueueSignal{"ID3D12CommandQueue::Signal", queue, fence, value});
  }
  bool wait(ObjectId queue, ObjectId fence, std::uint64_t value) {
    return model.on(event::QueueWait{"ID3D12CommandQueue::Wait", queue, fence, value});
  }
  void cpu_signal(ObjectId fence, std::uint64_t value) {
    model.on(event::CpuSignal{"ID3D12Fence::Signal", fence, value});
  }
  void read(ObjectId fence, std::uint64_t value) {
    model.on(event::FenceRead{"ID3D12Fence::GetCompletedValue", fence, value});
  }
  void cpu_wait(ObjectId fence, std::uint64_t value) {
    model.on(event::CpuWait{"ID3D12Fence::SetEventOnCompletion", fence, value, false});
  }
  void reached(ObjectId fence, std::uint64_t value) { model.on(event::FenceReached{"", fence, value}); }
  /// Signals a new fence on the queue and sees it reached: everything on the queue is known to be done.
  void finish(ObjectId queue);
  /// Orders the second queue after the first.
  void order(ObjectId first, ObjectId second);

  // Commands.
  void copy_buffer(ObjectId list, ObjectId to, ObjectId from, std::uint64_t size = 256,
                   std::uint64_t to_offset = 0, std::uint64_t from_offset = 0);
  void copy_whole(ObjectId list, ObjectId to, ObjectId from) {
    model.on(event::CopyWhole{"ID3D12GraphicsCommandList::CopyResource", list, to, from});
  }
  void copy_texture(ObjectId list, const CopyLocation& to, const CopyLocation& from);
  void copy_texture(ObjectId list, const CopyLocation& to, std::uint32_t x, std::uint32_t y, std::uint32_t z,
                    const CopyLocation& from, Box box);
  void resolve(ObjectId list, ObjectId to, ObjectId from);
  void barrier(ObjectId list, ObjectId resource, std::uint32_t before, std::uint32_t after,
               std::uint32_t subresource = kAllSubresources, std::uint32_t flags = 0);
  void alias(ObjectId list, ObjectId before, ObjectId after);
  void bind(ObjectId list, event::BindPoint point, ObjectId resource, std::uint32_t state,
            std::uint32_t index = 0, Subresources subresources = {});
  void draw(ObjectId list) { model.on(event::Draw{"ID3D12GraphicsCommandList::DrawInstanced", list}); }
  void draw(event::Draw draw) {
    draw.call = "ID3D12GraphicsCommandList::DrawIndexedInstanced";
    model.on(draw);
  }
  void dispatch(ObjectId list) { model.on(event::Dispatch{"ID3D12GraphicsCommandList::Dispatch", list}); }
  /// A command that uses the resource in that state.
  void use(ObjectId list, ObjectId resource, std::uint32_t state, Subresources subresources = {});
  void clear(ObjectId list, ObjectId target, bool partial = false);
  void clear_depth(ObjectId list, ObjectId target);
  void discard(ObjectId list, ObjectId target);

  // CPU memory.
  void map(ObjectId resource, std::uint32_t subresource = 0) {
    model.on(event::Mapped{"ID3D12Resource::Map", resource, subresource});
  }
  void map(ObjectId resource, ByteRange range) {
    model.on(event::Mapped{"ID3D12Resource::Map", resource, 0, true, range});
  }
  void unmap(ObjectId resource, bool has_range = true, ByteRange range = {}) {
    model.on(event::Unmapped{"ID3D12Resource::Unmap", resource, 0, has_range, range});
  }

  /// The names of the violations so far, for messages of tests: `missing-barrier, footprint-pitch`.
  [[nodiscard]] std::string names() const;

 private:
  std::uint64_t last_id_ = 0;
};

/// A copy location: subresource `index` of a texture.
CopyLocation at(ObjectId texture, std::uint32_t index = 0);
/// A copy location: a footprint in a buffer; the pitch is rounded up to 256 where it is 0.
CopyLocation at(ObjectId buffer, std::uint64_t offset, std::uint32_t format, std::uint32_t width,
                std::uint32_t height, std::uint32_t depth = 1, std::uint32_t row_pitch = 0);

/// A sequence that breaks one rule and nothing else, and one that comes close and breaks nothing at all.
struct RuleCase {
  Rule rule;
  std::string what;
  std::function<void(Scene&)> broken;
  std::function<void(Scene&)> near_miss;
  Options options = Scene::every_time();
  event::DeviceCreated facts = {};
};

/// All cases; each test file adds its own before main.
std::vector<RuleCase>& cases();
struct AddCases {
  AddCases(std::initializer_list<RuleCase> more) { cases().insert(cases().end(), more); }
};

}  // namespace ferry::check::test
