// DXGI's report of live objects, played by fakes with the system's binary interface.
#include <ferry/gpu/dxgi_live_objects.hpp>

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../src/dxgi_debug.hpp"
#include "expect_error.hpp"

namespace ferry::test {
namespace {

bool same(REFIID a, REFIID b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

struct FakeDxgi {
  std::vector<std::string> stored = {"said before"};
  std::vector<std::string> alive;
  std::vector<UINT32> flags;
  HRESULT report_result = S_OK;
};

class FakeDebug final : public dxgi_debug::Debug {
 public:
  explicit FakeDebug(FakeDxgi& dxgi) : dxgi_(dxgi) {}
  virtual ~FakeDebug() = default;
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void**) override { return E_NOINTERFACE; }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references; }
  ULONG STDMETHODCALLTYPE Release() override { return --references; }
  HRESULT STDMETHODCALLTYPE ReportLiveObjects(GUID producer, UINT32 flags) override {
    EXPECT_TRUE(same(producer, dxgi_debug::kAll));
    dxgi_.flags.push_back(flags);
    for (const std::string& line : dxgi_.alive) dxgi_.stored.push_back(line);
    return dxgi_.report_result;
  }

  ULONG references = 0;

 private:
  FakeDxgi& dxgi_;
};

class FakeInfoQueue final : public dxgi_debug::InfoQueue {
 public:
  explicit FakeInfoQueue(FakeDxgi& dxgi) : dxgi_(dxgi) {}
  virtual ~FakeInfoQueue() = default;
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void**) override { return E_NOINTERFACE; }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references; }
  ULONG STDMETHODCALLTYPE Release() override { return --references; }
  HRESULT STDMETHODCALLTYPE SetMessageCountLimit(GUID, UINT64) override { return E_FAIL; }
  void STDMETHODCALLTYPE ClearStoredMessages(GUID) override { ADD_FAILURE() << "they are the application's"; }
  HRESULT STDMETHODCALLTYPE GetMessageAt(GUID producer, UINT64 index, dxgi_debug::Message* message,
                                         SIZE_T* length) override {
    if (!same(producer, dxgi_debug::kAll) || index >= dxgi_.stored.size()) return E_INVALIDARG;
    const std::string& text = dxgi_.stored[static_cast<std::size_t>(index)];
    const SIZE_T needed = sizeof(dxgi_debug::Message) + text.size() + 1;
    if (message == nullptr) {
      *length = needed;
      return S_OK;
    }
    if (*length < needed) return E_INVALIDARG;
    char* const words = reinterpret_cast<char*>(message + 1);
    std::memcpy(words, text.c_str(), text.size() + 1);
    message->description = words;
    message->length = text.size() + 1;
    return S_OK;
  }
  UINT64 STDMETHODCALLTYPE GetNumStoredMessagesAllowedByRetrievalFilters(GUID) override {
    return dxgi_.stored.size();
  }

  ULONG references = 0;

 private:
  FakeDxgi& dxgi_;
};

class DxgiLiveObjects : public testing::Test {
 protected:
  dxgi_debug::GetInterface get() {
    return [this](REFIID iid, void** object) -> HRESULT {
      *object = nullptr;
      if (same(iid, dxgi_debug::kDebug)) {
        debug_.AddRef();
        *object = static_cast<dxgi_debug::Debug*>(&debug_);
      } else if (same(iid, dxgi_debug::kInfoQueue) && has_queue_) {
        queue_.AddRef();
        *object = static_cast<dxgi_debug::InfoQueue*>(&queue_);
      } else {
        return E_NOINTERFACE;
      }
      return S_OK;
    };
  }
  void TearDown() override {
    EXPECT_EQ(debug_.references, 0u);
    EXPECT_EQ(queue_.references, 0u);
  }

  FakeDxgi dxgi_;
  FakeDebug debug_{dxgi_};
  FakeInfoQueue queue_{dxgi_};
  bool has_queue_ = true;
};

TEST_F(DxgiLiveObjects, AreReportedInDetailWithoutTheRuntimesOwn) {
  dxgi_.alive = {"Live ID3D12Device at 0x1\n", "Live ID3D12Resource 'a buffer with a long name'"};
  const auto lines = dxgi_debug::live_objects(get());
  ASSERT_TRUE(lines) << to_string(lines.error());
  EXPECT_EQ(*lines, (std::vector<std::string>{"Live ID3D12Device at 0x1",
                                              "Live ID3D12Resource 'a buffer with a long name'"}));
  EXPECT_EQ(dxgi_.flags, std::vector<UINT32>{6});
}

TEST_F(DxgiLiveObjects, NoneAreNoLines) {
  const auto lines = dxgi_debug::live_objects(get());
  ASSERT_TRUE(lines);
  EXPECT_TRUE(lines->empty()) << "what was said before is not of this report";
}

TEST_F(DxgiLiveObjects, WithoutTheInterfaceTheRemedyIsNamed) {
  has_queue_ = false;
  expect_error(dxgi_debug::live_objects(get()), ErrorCode::kUnsupported, {"not installed"});
  expect_error(dxgi_debug::live_objects({}), ErrorCode::kUnsupported,
               {kOnLibvkd3d ? "Device::live_objects()" : "Graphics Tools"});
}

TEST_F(DxgiLiveObjects, AReportThatFailsIsAnError) {
  dxgi_.report_result = E_FAIL;
  expect_error(dxgi_debug::live_objects(get()), ErrorCode::kApiFailed, {"ReportLiveObjects"});
}

TEST(DxgiLiveObjectsOfThisSystem, AreThereOrUnsupported) {
  const auto lines = dxgi_live_objects();
  if (!lines) expect_error(lines.error(), ErrorCode::kUnsupported, {"not installed"});
}

}  // namespace
}  // namespace ferry::test
