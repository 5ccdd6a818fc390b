// Direct3D 12's debug layer, played by fakes with the system's binary interface.
#include <ferry/gpu/debug_layer.hpp>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../src/debug_interfaces.hpp"
#include "../src/extended_data.hpp"
#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

bool same(REFIID a, REFIID b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Counts references and lives on the test's stack.
template <typename Interface>
class Counted : public Interface {
 public:
  virtual ~Counted() = default;
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references; }
  ULONG STDMETHODCALLTYPE Release() override { return --references; }

  ULONG references = 1;
};

/// Direct3D 12's debug layer as D3D12GetDebugInterface gives it; writes down what it was told.
class FakeLayer final : public Counted<sdk_layers::Debug> {
 public:
  class Newer final : public Counted<sdk_layers::Debug1> {
   public:
    explicit Newer(std::vector<std::string>& told) : told_(told) {}
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) override {
      *object = nullptr;
      return E_NOINTERFACE;
    }
    void STDMETHODCALLTYPE EnableDebugLayer() override { told_.emplace_back("layer by the newer one"); }
    void STDMETHODCALLTYPE SetEnableGPUBasedValidation(BOOL on) override {
      told_.emplace_back(on != FALSE ? "validation on" : "validation off");
    }
    void STDMETHODCALLTYPE SetEnableSynchronizedCommandQueueValidation(BOOL) override {
      told_.emplace_back("queues");
    }

   private:
    std::vector<std::string>& told_;
  };

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
    *object = nullptr;
    if (!has_newer || !same(iid, sdk_layers::kDebug1)) return E_NOINTERFACE;
    newer.AddRef();
    *object = static_cast<sdk_layers::Debug1*>(&newer);
    return S_OK;
  }
  void STDMETHODCALLTYPE EnableDebugLayer() override { told.emplace_back("layer"); }

  sdk_layers::GetDebugInterface get() {
    return [this](REFIID iid, void** object) -> HRESULT {
      *object = nullptr;
      if (!same(iid, sdk_layers::kDebug)) return E_NOINTERFACE;
      AddRef();
      *object = static_cast<sdk_layers::Debug*>(this);
      return S_OK;
    };
  }

  bool has_newer = true;
  std::vector<std::string> told;
  Newer newer{told};
};

TEST(DebugLayer, IsEnabledOnceAndReleased) {
  FakeLayer layer;
  ASSERT_TRUE(sdk_layers::enable_debug_layer(layer.get(), false));
  EXPECT_EQ(layer.told, std::vector<std::string>{"layer"});
  EXPECT_EQ(layer.references, 1u);
}

TEST(DebugLayer, GpuBasedValidationIsSwitchedOnBeforeTheLayer) {
  FakeLayer layer;
  ASSERT_TRUE(sdk_layers::enable_debug_layer(layer.get(), true));
  EXPECT_EQ(layer.told, (std::vector<std::string>{"validation on", "layer"}));
  EXPECT_EQ(layer.references, 1u);
  EXPECT_EQ(layer.newer.references, 1u);
}

TEST(DebugLayer, WithoutGpuBasedValidationNothingIsEnabled) {
  FakeLayer layer;
  layer.has_newer = false;
  expect_error(sdk_layers::enable_debug_layer(layer.get(), true), ErrorCode::kUnsupported,
               {"GPU-based validation"});
  EXPECT_TRUE(layer.told.empty());
}

TEST(DebugLayer, WhereNoneIsInstalledTheRemedyIsNamed) {
  const auto none = [](REFIID, void** object) -> HRESULT {
    *object = nullptr;
    return E_NOINTERFACE;
  };
  expect_error(
      sdk_layers::enable_debug_layer(none, false), ErrorCode::kUnsupported,
      {"debug layer is not installed", kOnLibvkd3d ? "libvkd3d has none" : "Graphics Tools", "--checked"});
}

/// DRED's settings as D3D12GetDebugInterface gives them.
class FakeSettings final : public Counted<dred::SettingsInterface> {
 public:
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) override {
    *object = nullptr;
    return E_NOINTERFACE;
  }
  void STDMETHODCALLTYPE SetAutoBreadcrumbsEnablement(UINT32 enablement) override {
    breadcrumbs = enablement;
  }
  void STDMETHODCALLTYPE SetPageFaultEnablement(UINT32 enablement) override { page_faults = enablement; }
  void STDMETHODCALLTYPE SetWatsonDumpEnablement(UINT32 enablement) override { dumps = enablement; }

  UINT32 breadcrumbs = 77;
  UINT32 page_faults = 77;
  UINT32 dumps = 77;
};

TEST(DeviceLossData, BreadcrumbsAndPageFaultsAreForcedOn) {
  FakeSettings settings;
  const auto get = [&settings](REFIID iid, void** object) -> HRESULT {
    EXPECT_TRUE(same(iid, dred::kSettings));
    settings.AddRef();
    *object = static_cast<dred::SettingsInterface*>(&settings);
    return S_OK;
  };
  ASSERT_TRUE(dred::enable_data(get));
  EXPECT_EQ(settings.breadcrumbs, 2u);
  EXPECT_EQ(settings.page_faults, 2u);
  EXPECT_EQ(settings.dumps, 77u) << "crash dumps are the user's own affair";
  EXPECT_EQ(settings.references, 1u);
}

/// A device's info queue, in its first or its second version.
class FakeQueue final : public Counted<sdk_layers::InfoQueue1> {
 public:
  struct Stored {
    UINT32 category;
    UINT32 severity;
    UINT32 id;
    std::string text;
  };

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
    *object = nullptr;
    if (!same(iid, sdk_layers::kInfoQueue) && !(has_callback && same(iid, sdk_layers::kInfoQueue1))) {
      return E_NOINTERFACE;
    }
    AddRef();
    *object = static_cast<sdk_layers::InfoQueue1*>(this);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetMessageAt(UINT64 index, sdk_layers::Message* message,
                                         SIZE_T* length) override {
    std::vector<const Stored*> seen;
    for (const Stored& one : stored) {
      if (retrieval_filters.empty() || !retrieval_filters.back() || one.severity < 3) seen.push_back(&one);
    }
    if (index >= seen.size()) return E_INVALIDARG;
    const Stored& one = *seen[static_cast<std::size_t>(index)];
    const SIZE_T needed = sizeof(sdk_layers::Message) + one.text.size() + 1;
    if (message == nullptr) {
      *length = needed;
      return S_OK;
    }
    if (*length < needed) return E_INVALIDARG;
    char* const words = reinterpret_cast<char*>(message + 1);
    std::memcpy(words, one.text.c_str(), one.text.size() + 1);
    *message = {one.category, one.severity, one.id, words, one.text.size() + 1};
    if (push_out_while_reading > 0) {
      --push_out_while_reading;
      push_out();
    }
    return S_OK;
  }
  UINT64 STDMETHODCALLTYPE GetNumStoredMessages() override { return stored.size(); }
  UINT64 STDMETHODCALLTYPE GetNumMessagesDiscardedByMessageCountLimit() override { return discarded; }
  HRESULT STDMETHODCALLTYPE RegisterMessageCallback(sdk_layers::MessageFunction callback, UINT32 flags,
                                                    void* with, DWORD* given) override {
    EXPECT_EQ(flags, 0u);
    function = callback;
    context = with;
    *given = 4711;
    return register_result;
  }
  HRESULT STDMETHODCALLTYPE UnregisterMessageCallback(DWORD cookie) override {
    EXPECT_EQ(cookie, 4711u);
    function = nullptr;
    return S_OK;
  }
  void STDMETHODCALLTYPE ClearStoredMessages() override { stored.clear(); }

  // What nobody may use: it belongs to the application.
  HRESULT STDMETHODCALLTYPE SetMessageCountLimit(UINT64) override { return misused(); }
  UINT64 STDMETHODCALLTYPE GetNumMessagesAllowedByStorageFilter() override { return 0; }
  UINT64 STDMETHODCALLTYPE GetNumMessagesDeniedByStorageFilter() override { return 0; }
  UINT64 STDMETHODCALLTYPE GetNumStoredMessagesAllowedByRetrievalFilter() override { return stored.size(); }
  UINT64 STDMETHODCALLTYPE GetMessageCountLimit() override { return 1024; }
  HRESULT STDMETHODCALLTYPE AddStorageFilterEntries(void*) override { return misused(); }
  HRESULT STDMETHODCALLTYPE GetStorageFilter(void*, SIZE_T*) override { return misused(); }
  void STDMETHODCALLTYPE ClearStorageFilter() override { misused(); }
  HRESULT STDMETHODCALLTYPE PushEmptyStorageFilter() override { return misused(); }
  HRESULT STDMETHODCALLTYPE PushCopyOfStorageFilter() override { return misused(); }
  HRESULT STDMETHODCALLTYPE PushStorageFilter(void*) override { return misused(); }
  void STDMETHODCALLTYPE PopStorageFilter() override { misused(); }
  UINT STDMETHODCALLTYPE GetStorageFilterStackSize() override { return 0; }
  HRESULT STDMETHODCALLTYPE AddRetrievalFilterEntries(void*) override { return misused(); }
  HRESULT STDMETHODCALLTYPE GetRetrievalFilter(void*, SIZE_T*) override { return misused(); }
  void STDMETHODCALLTYPE ClearRetrievalFilter() override { misused(); }
  HRESULT STDMETHODCALLTYPE PushEmptyRetrievalFilter() override {
    retrieval_filters.push_back(false);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE PushCopyOfRetrievalFilter() override { return misused(); }
  HRESULT STDMETHODCALLTYPE PushRetrievalFilter(void*) override { return misused(); }
  void STDMETHODCALLTYPE PopRetrievalFilter() override { retrieval_filters.pop_back(); }
  UINT STDMETHODCALLTYPE GetRetrievalFilterStackSize() override {
    return static_cast<UINT>(retrieval_filters.size());
  }
  HRESULT STDMETHODCALLTYPE AddMessage(UINT32, UINT32, UINT32, const char*) override { return misused(); }
  HRESULT STDMETHODCALLTYPE AddApplicationMessage(UINT32, const char*) override { return misused(); }
  HRESULT STDMETHODCALLTYPE SetBreakOnCategory(UINT32, BOOL) override { return misused(); }
  HRESULT STDMETHODCALLTYPE SetBreakOnSeverity(UINT32, BOOL) override { return misused(); }
  HRESULT STDMETHODCALLTYPE SetBreakOnID(UINT32, BOOL) override { return misused(); }
  BOOL STDMETHODCALLTYPE GetBreakOnCategory(UINT32) override { return FALSE; }
  BOOL STDMETHODCALLTYPE GetBreakOnSeverity(UINT32) override { return FALSE; }
  BOOL STDMETHODCALLTYPE GetBreakOnID(UINT32) override { return FALSE; }
  void STDMETHODCALLTYPE SetMuteDebugOutput(BOOL) override { misused(); }
  BOOL STDMETHODCALLTYPE GetMuteDebugOutput() override { return FALSE; }

  void store(UINT32 severity, UINT32 id, std::string text = "words") {
    stored.push_back({6, severity, id, std::move(text)});
  }
  /// The oldest goes and a new one comes, as where the limit is reached.
  void push_out() {
    stored.erase(stored.begin());
    ++discarded;
    store(2, next_id++);
  }

  /// True: one that lets no infos through; false: an empty one.
  std::vector<bool> retrieval_filters;
  bool has_callback = false;
  HRESULT register_result = S_OK;
  std::vector<Stored> stored;
  UINT64 discarded = 0;
  UINT32 next_id = 900;
  int push_out_while_reading = 0;
  sdk_layers::MessageFunction function = nullptr;
  void* context = nullptr;

 private:
  static HRESULT misused() {
    ADD_FAILURE() << "a filter, a limit or a break of the application's was touched";
    return E_FAIL;
  }
};

class DebugMessagesTest : public testing::Test {
 protected:
  std::unique_ptr<DebugMessages> open() {
    auto opened = DebugMessages::open(static_cast<IUnknown*>(&queue_), [this](const DebugMessage& message) {
      ids_.push_back(message.id);
      last_ = message;
    });
    EXPECT_TRUE(opened) << to_string(opened.error());
    return opened ? *std::move(opened) : nullptr;
  }

  FakeQueue queue_;
  std::vector<std::uint32_t> ids_;
  DebugMessage last_;
};

TEST_F(DebugMessagesTest, EachStoredMessageComesOnceAndStays) {
  queue_.store(1, 538, "The subresource is in a wrong state.\r\nSee the call.\n");
  {
    const auto messages = open();
    ASSERT_TRUE(messages);
    EXPECT_FALSE(messages->live());
    EXPECT_EQ(ids_, std::vector<std::uint32_t>{538});
    EXPECT_EQ(last_.severity, DebugSeverity::kError);
    EXPECT_EQ(to_text(last_),
              "error 538 (state setting): The subresource is in a wrong state.  See the call.");
    queue_.store(2, 7);
    queue_.store(3, 8);
    messages->poll();
    messages->poll();
    EXPECT_EQ(ids_, (std::vector<std::uint32_t>{538, 7, 8}));
    EXPECT_EQ(messages->count(DebugSeverity::kError), 1u);
    EXPECT_EQ(messages->count(DebugSeverity::kWarning), 1u);
    EXPECT_EQ(messages->count(DebugSeverity::kCorruption), 0u);
    EXPECT_EQ(messages->missed(), 0u);
    queue_.store(0, 9);
  }
  EXPECT_EQ(ids_.back(), 9u) << "the end polls once more";
  EXPECT_EQ(queue_.stored.size(), 4u);
  EXPECT_EQ(queue_.references, 1u);
}

TEST_F(DebugMessagesTest, AFilterOfTheApplicationHidesNothingAndStays) {
  for (const UINT32 id : {1u, 2u, 3u}) queue_.store(id == 1 ? 3 : 1, id);
  queue_.retrieval_filters = {true};
  const auto messages = open();
  EXPECT_EQ(ids_, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(queue_.retrieval_filters, std::vector<bool>{true});
  EXPECT_EQ(sdk_layers::newest_problems(&queue_, 9).size(), 2u);
  EXPECT_EQ(queue_.retrieval_filters, std::vector<bool>{true});
}

TEST_F(DebugMessagesTest, WhatIsPushedOutIsCountedAndNothingComesTwice) {
  for (const UINT32 id : {1u, 2u, 3u}) queue_.store(2, id);
  const auto messages = open();
  for (int i = 0; i < 5; ++i) queue_.push_out();  // 900 and 901 are gone again.
  messages->poll();
  EXPECT_EQ(ids_, (std::vector<std::uint32_t>{1, 2, 3, 902, 903, 904}));
  EXPECT_EQ(messages->missed(), 2u);
}

TEST_F(DebugMessagesTest, AMessageThatIsPushedOutWhileItIsReadIsNotTakenForAnother) {
  for (const UINT32 id : {1u, 2u, 3u}) queue_.store(2, id);
  queue_.push_out_while_reading = 2;
  const auto messages = open();
  // 1 and 2 went before it was sure that they had been read.
  EXPECT_EQ(ids_, (std::vector<std::uint32_t>{3, 900, 901}));
  EXPECT_EQ(messages->missed(), 2u);
}

TEST_F(DebugMessagesTest, AStoreThatSomebodyClearedIsReadFromItsNewBeginning) {
  for (const UINT32 id : {1u, 2u, 3u}) queue_.store(2, id);
  const auto messages = open();
  queue_.ClearStoredMessages();
  messages->poll();
  queue_.store(2, 4);
  messages->poll();
  EXPECT_EQ(ids_, (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST_F(DebugMessagesTest, WhereThereIsACallbackMessagesComeByItAlone) {
  queue_.has_callback = true;
  queue_.store(3, 1);
  {
    const auto messages = open();
    ASSERT_TRUE(messages->live());
    EXPECT_EQ(ids_, std::vector<std::uint32_t>{1}) << "what was stored before";
    queue_.store(1, 2);
    queue_.function(9, 1, 2, "now", queue_.context);
    messages->poll();
    EXPECT_EQ(ids_, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(to_text(last_), "error 2 (execution): now");
    EXPECT_EQ(messages->count(DebugSeverity::kError), 1u);
  }
  EXPECT_EQ(queue_.function, nullptr) << "nothing may be called after the end";
  EXPECT_EQ(queue_.references, 1u);
}

TEST_F(DebugMessagesTest, ACallbackThatIsRefusedLeavesPolling) {
  queue_.has_callback = true;
  queue_.register_result = E_OUTOFMEMORY;
  const auto messages = open();
  EXPECT_FALSE(messages->live());
  queue_.store(2, 5);
  messages->poll();
  EXPECT_EQ(ids_, std::vector<std::uint32_t>{5});
}

TEST_F(DebugMessagesTest, TheNewestProblemsAreForTheReportOfALostDevice) {
  for (const UINT32 id : {1u, 2u, 3u}) queue_.store(id == 2 ? 3 : 1, id);
  queue_.store(2, 4);
  std::vector<std::uint32_t> ids;
  for (const DebugMessage& message : sdk_layers::newest_problems(&queue_, 2)) ids.push_back(message.id);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{3, 4}));
  EXPECT_EQ(sdk_layers::newest_problems(&queue_, 9).size(), 3u) << "infos are left out";
  EXPECT_TRUE(sdk_layers::newest_problems(nullptr, 9).empty());
}

TEST_F(GpuTest, ADeviceWithTheDebugLayerIsThereWhereTheLayerIs) {
  DeviceOptions options;
  options.debug_layer = true;
  const auto device = Device::create(options);
  if (!device) {
    expect_error(device.error(), ErrorCode::kUnsupported, {"debug layer is not installed"});
    const auto messages = DebugMessages::open(*device_, {});
    expect_error(messages, ErrorCode::kUnsupported, {"DeviceOptions::debug_layer"});
    return;
  }
  const auto messages = DebugMessages::open(**device, {});
  EXPECT_TRUE(messages) << to_string(messages.error());
}

TEST_F(GpuTest, GpuBasedValidationAsksForTheLayerToo) {
  DeviceOptions options;
  options.gpu_validation = true;
  const auto device = Device::create(options);
  if (!device) expect_error(device.error(), ErrorCode::kUnsupported, {"debug layer"});
}

TEST_F(GpuTest, ADeviceWhoseLossIsRecordedIsThereWhereTheSystemRecordsIt) {
  DeviceOptions options;
  options.device_loss_data = true;
  const auto device = Device::create(options);
  if (!device) expect_error(device.error(), ErrorCode::kUnsupported, {"DRED"});
}

}  // namespace
}  // namespace ferry::test
