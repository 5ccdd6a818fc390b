// What a richer system than those at hand offers, played by a device that stands before the real one.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <ferry/gpu/mapping.hpp>
#include <ferry/gpu/timestamps.hpp>

#include "forwarding_device.hpp"
#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

/// The number behind an enum that the header has no name for.
template <typename Enum>
std::uint32_t number_of(const Enum& value) {
  std::uint32_t number = 0;
  static_assert(sizeof number == sizeof value);
  std::memcpy(&number, &value, sizeof number);
  return number;
}

class RicherDevice final : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;

  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(D3D12_FEATURE feature, void* data, UINT size) override {
    if (feature == D3D12_FEATURE_COMMAND_QUEUE_PRIORITY) {
      if (size != sizeof(D3D12_FEATURE_DATA_COMMAND_QUEUE_PRIORITY)) return E_INVALIDARG;
      auto& asked = *static_cast<D3D12_FEATURE_DATA_COMMAND_QUEUE_PRIORITY*>(data);
      priorities_asked.emplace_back(asked.CommandListType, asked.Priority);
      if (!tells_priorities) return E_INVALIDARG;
      asked.PriorityForTypeIsSupported = static_cast<INT>(asked.Priority) <= highest_priority ? TRUE : FALSE;
      return S_OK;
    }
    if (feature == D3D12_FEATURE_ARCHITECTURE && discrete) {
      auto& architecture = *static_cast<D3D12_FEATURE_DATA_ARCHITECTURE*>(data);
      const UINT node = architecture.NodeIndex;
      architecture = {};
      architecture.NodeIndex = node;
      return S_OK;
    }
    if (feature == D3D12_FEATURE_D3D12_OPTIONS3) {
      auto& options = *static_cast<D3D12_FEATURE_DATA_D3D12_OPTIONS3*>(data);
      options = {};
      options.CopyQueueTimestampQueriesSupported = TRUE;
      return S_OK;
    }
    // D3D12_FEATURE_D3D12_OPTIONS16: two BOOLs, the second of which says whether there are GPU_UPLOAD heaps.
    if (number_of(feature) == 45) {
      if (size != 2 * sizeof(BOOL)) return E_INVALIDARG;
      static_cast<BOOL*>(data)[1] = TRUE;
      return S_OK;
    }
    return real()->CheckFeatureSupport(feature, data, size);
  }
  HRESULT STDMETHODCALLTYPE CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID iid,
                                               void** queue) override {
    queue_priorities.push_back(desc->Priority);
    if (desc->Priority >= refused_priority) return refusal;
    D3D12_COMMAND_QUEUE_DESC normal = *desc;
    normal.Priority = 0;
    return real()->CreateCommandQueue(&normal, iid, queue);
  }
  HRESULT STDMETHODCALLTYPE CreateCommittedResource(const D3D12_HEAP_PROPERTIES* properties,
                                                    D3D12_HEAP_FLAGS flags, const D3D12_RESOURCE_DESC* desc,
                                                    D3D12_RESOURCE_STATES state,
                                                    const D3D12_CLEAR_VALUE* clear, REFIID iid,
                                                    void** resource) override {
    if (number_of(properties->Type) != 5) {
      return real()->CreateCommittedResource(properties, flags, desc, state, clear, iid, resource);
    }
    gpu_upload_states.push_back(state);
    EXPECT_EQ(flags, D3D12_HEAP_FLAG_NONE);
    EXPECT_EQ(clear, nullptr);
    // Its page property and its pool go without saying (Direct3D 12 documentation, "D3D12_HEAP_PROPERTIES
    // structure").
    EXPECT_EQ(properties->CPUPageProperty, D3D12_CPU_PAGE_PROPERTY_UNKNOWN);
    EXPECT_EQ(properties->MemoryPoolPreference, D3D12_MEMORY_POOL_UNKNOWN);
    if (gpu_upload_result != S_OK) return gpu_upload_result;
    D3D12_HEAP_PROPERTIES upload = {};
    upload.Type = D3D12_HEAP_TYPE_UPLOAD;
    return real()->CreateCommittedResource(&upload, flags, desc, D3D12_RESOURCE_STATE_GENERIC_READ, nullptr,
                                           iid, resource);
  }
  HRESULT STDMETHODCALLTYPE CreateQueryHeap(const D3D12_QUERY_HEAP_DESC* desc, REFIID iid,
                                            void** heap) override {
    query_heaps.emplace_back(number_of(desc->Type), desc->Count);
    D3D12_QUERY_HEAP_DESC plain = *desc;
    plain.Type = D3D12_QUERY_HEAP_TYPE_TIMESTAMP;
    return real()->CreateQueryHeap(&plain, iid, heap);
  }

  bool tells_priorities = true;
  INT highest_priority = 100;
  INT refused_priority = INT32_MAX;
  HRESULT refusal = static_cast<HRESULT>(0x80070005);  // E_ACCESSDENIED
  bool discrete = true;
  HRESULT gpu_upload_result = S_OK;
  std::vector<std::pair<D3D12_COMMAND_LIST_TYPE, UINT>> priorities_asked;
  std::vector<INT> queue_priorities;
  std::vector<D3D12_RESOURCE_STATES> gpu_upload_states;
  std::vector<std::pair<std::uint32_t, UINT>> query_heaps;
};

class RicherDeviceTest : public GpuTest {
 protected:
  void SetUp() override {
    auto adopted = Device::adopt(&richer_, "richer");
    ASSERT_TRUE(adopted) << to_string(adopted.error());
    device_of_ours_ = *std::move(adopted);
  }
  void TearDown() override {
    device_of_ours_.reset();
    EXPECT_EQ(richer_.references(), 1u);
  }

  RicherDevice richer_{device_->d3d()};
  std::shared_ptr<Device> device_of_ours_;
};

TEST_F(RicherDeviceTest, PrioritiesAreAskedForByKindAndPriority) {
  const auto high = supports_priority(*device_of_ours_, QueueKind::kCopy, QueuePriority::kHigh);
  ASSERT_TRUE(high);
  EXPECT_TRUE(*high);
  const auto realtime =
      supports_priority(*device_of_ours_, QueueKind::kCompute, QueuePriority::kGlobalRealtime);
  ASSERT_TRUE(realtime);
  EXPECT_FALSE(*realtime);
  const std::vector<std::pair<D3D12_COMMAND_LIST_TYPE, UINT>> asked = {
      {D3D12_COMMAND_LIST_TYPE_COPY, 100}, {D3D12_COMMAND_LIST_TYPE_COMPUTE, 10000}};
  EXPECT_EQ(richer_.priorities_asked, asked);
  richer_.tells_priorities = false;
  expect_error(supports_priority(*device_of_ours_, QueueKind::kCopy, QueuePriority::kHigh),
               ErrorCode::kUnsupported, {"COPY"});
}

TEST_F(RicherDeviceTest, AQueueHasThePriorityThatItWasAskedFor) {
  for (const QueuePriority priority :
       {QueuePriority::kNormal, QueuePriority::kHigh, QueuePriority::kGlobalRealtime}) {
    EXPECT_TRUE(Queue::create(device_of_ours_, QueueKind::kCopy, "prior", priority));
  }
  EXPECT_EQ(richer_.queue_priorities, (std::vector<INT>{0, 100, 10000}));
}

TEST_F(RicherDeviceTest, ARefusedPriorityIsExplained) {
  richer_.refused_priority = 10000;
  const auto create = [&] {
    return Queue::create(device_of_ours_, QueueKind::kCopy, "prior", QueuePriority::kGlobalRealtime);
  };
  expect_error(create(), ErrorCode::kUnsupported, {"'prior'", "GLOBAL_REALTIME", "the driver has no queue"});
  richer_.highest_priority = 10000;
  expect_error(create(), ErrorCode::kUnsupported, {"SeIncreaseBasePriorityPrivilege"});
  richer_.refusal = E_OUTOFMEMORY;
  expect_error(create(), ErrorCode::kOutOfMemory);
  richer_.refused_priority = 0;
  richer_.refusal = E_FAIL;
  expect_error(Queue::create(device_of_ours_, QueueKind::kCopy, "plain"), ErrorCode::kApiFailed, {"NORMAL"});
}

TEST_F(RicherDeviceTest, TimestampsOfCopyQueuesHaveAHeapOfTheirOwn) {
  ASSERT_TRUE(device_of_ours_->caps().copy_queue_timestamps);
  for (const QueueKind kind : {QueueKind::kDirect, QueueKind::kCompute, QueueKind::kCopy}) {
    EXPECT_TRUE(create_timestamp_heap(*device_of_ours_, kind, 6, "stamps"));
  }
  const std::uint32_t of_copy = kOnLibvkd3d ? 1 : 5;
  const std::vector<std::pair<std::uint32_t, UINT>> made = {{1, 6}, {1, 6}, {of_copy, 6}};
  EXPECT_EQ(richer_.query_heaps, made);
}

TEST_F(GpuTest, WithoutTimestampsOnCopyThatIsSaid) {
  const auto heap = create_timestamp_heap(*device_, QueueKind::kCopy, 2, "stamps");
  if (kOnLibvkd3d || device_->caps().copy_queue_timestamps) {
    EXPECT_TRUE(heap) << to_string(heap.error());
  } else {
    expect_error(heap, ErrorCode::kUnsupported, {"COPY", "'stamps'"});
  }
}

/// libvkd3d is not asked for GPU_UPLOAD heaps.
TEST_F(RicherDeviceTest, GpuUploadBuffersAreMadeInCommonAndWritten) {
  if (kOnLibvkd3d) {
    EXPECT_FALSE(device_of_ours_->caps().gpu_upload_heaps);
    expect_error(device_of_ours_->create_buffer(HeapKind::kGpuUpload, 4096, "fast"), ErrorCode::kUnsupported,
                 {"'fast'", "GPU_UPLOAD", "DEFAULT"});
    EXPECT_TRUE(richer_.gpu_upload_states.empty());
    return;
  }
  EXPECT_TRUE(device_of_ours_->caps().gpu_upload_heaps);
  EXPECT_TRUE(device_of_ours_->caps().direct_writes);
  EXPECT_FALSE(device_of_ours_->caps().uma);
  {
    const auto buffer = device_of_ours_->create_buffer(HeapKind::kGpuUpload, 4096, "fast");
    ASSERT_TRUE(buffer) << to_string(buffer.error());
    EXPECT_EQ(richer_.gpu_upload_states, std::vector{D3D12_RESOURCE_STATE_COMMON});
    const auto mapped = WriteMapping::map(buffer->get(), 0, 4096);
    ASSERT_TRUE(mapped);
    std::memset(mapped->bytes().data(), 7, 4096);
    EXPECT_NE(device_of_ours_->live_objects()->report().find("GPU_UPLOAD buffer 'fast'"), std::string::npos);
  }
  richer_.gpu_upload_result = E_OUTOFMEMORY;
  expect_error(device_of_ours_->create_buffer(HeapKind::kGpuUpload, 4096, "fast"), ErrorCode::kOutOfMemory,
               {"GPU_UPLOAD buffer 'fast'"});
}

}  // namespace
}  // namespace ferry::test
