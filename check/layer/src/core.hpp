#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ferry/check/check.hpp>

#include "addresses.hpp"
#include "descriptors.hpp"
#include "faults.hpp"
#include "gpu.hpp"
#include "journal.hpp"
#include "node.hpp"

namespace ferry::check::layer {

class Locked;

/// What one wrapped device and everything made from it share.
class Core {
 public:
  Core(Ref<ID3D12Device> below, WrapOptions options);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  [[nodiscard]] const WrapOptions& options() const noexcept { return options_; }
  [[nodiscard]] ID3D12Device* below() const noexcept { return below_.get(); }
  [[nodiscard]] Journal& journal() noexcept { return journal_; }
  [[nodiscard]] Faults& faults() noexcept { return faults_; }
  [[nodiscard]] DescriptorHeaps& descriptors() noexcept { return descriptors_; }
  [[nodiscard]] Addresses& addresses() noexcept { return addresses_; }

  [[nodiscard]] ObjectId next_id() noexcept {
    return static_cast<ObjectId>(next_id_.fetch_add(1, std::memory_order_relaxed));
  }

  /// The device's wrapper; set once, before anything is made from it.
  void set_device(Node* device) noexcept { device_ = device; }
  [[nodiscard]] Node& device() const noexcept { return *device_; }

  [[nodiscard]] bool lost() const noexcept { return lost_reason() != S_OK; }
  [[nodiscard]] HRESULT lost_reason() const noexcept { return lost_.load(std::memory_order_acquire); }
  /// Loses the device; only the first loss counts. `told`: this call tells the program so.
  void lose(HRESULT reason, const char* call, std::uint64_t call_index, bool told);
  /// A call told the program of the loss.
  void tell_loss(const char* call, std::uint64_t call_index);

  [[nodiscard]] std::vector<Finding> findings();
  [[nodiscard]] std::uint64_t finding_count(Severity severity) const noexcept {
    return counts_[static_cast<std::size_t>(severity)].load(std::memory_order_relaxed);
  }
  void clear_findings();

  /// Lines of the last calls. Takes the lock.
  [[nodiscard]] std::vector<std::string> journal_lines(std::size_t count);
  [[nodiscard]] std::vector<LiveWrapper> live_wrappers();

 private:
  friend class Locked;

  void keep(const Violation& violation);
  std::vector<std::string> journal_lines_locked(std::size_t count);

  const WrapOptions options_;
  Ref<ID3D12Device> below_;
  Journal journal_;
  Faults faults_;
  DescriptorHeaps descriptors_;
  Addresses addresses_;
  Node* device_ = nullptr;
  std::atomic<std::uint64_t> next_id_{1};
  std::atomic<HRESULT> lost_{S_OK};
  std::atomic<bool> loss_told_{false};
  std::array<std::atomic<std::uint64_t>, 3> counts_{};

  std::mutex mutex_;
  // Guarded by mutex_:
  Model model_;
  Gpu gpu_;
  std::unordered_map<IUnknown*, Node*> wrappers_;  ///< By the object below.
  std::vector<Finding> kept_;
  std::vector<Finding> fresh_;          ///< Not delivered yet.
  Severity worst_ = Severity::kAdvice;  ///< Of the event that is being sent.
  bool any_ = false;
  bool fatal_ = false;
  std::uint64_t call_index_ = 0;
};

/// The lock on a Core. Its end delivers what was found meanwhile and releases what was let go, both unlocked.
class Locked {
 public:
  explicit Locked(Core& core, std::uint64_t call_index = 0);
  ~Locked();
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

  /// Tells the model. False where the call must not reach the device below.
  template <typename Event>
  bool send(const Event& event) {
    core_.any_ = core_.fatal_ = false;
    core_.worst_ = Severity::kAdvice;
    core_.model_.on(event);
    return allowed();
  }
  bool report(Rule rule, const char* call, std::string_view detail, std::initializer_list<ObjectId> objects);

  /// Asks the fences below how far they are and tells the model: before every event that looks at completion.
  void look() { core_.gpu_.look(*this); }

  [[nodiscard]] Core& core() noexcept { return core_; }
  [[nodiscard]] Model& model() noexcept { return core_.model_; }
  [[nodiscard]] Gpu& gpu() noexcept { return core_.gpu_; }

  /// The wrapper of an object below, with a reference added; null where there is none.
  Node* find_wrapper(IUnknown* below);
  void enter(Node& node);
  void leave(Node& node);

  /// Released once the lock is given up.
  void trash(Ref<IUnknown> object) { trash_.push_back(std::move(object)); }
  template <typename Interface>
  void trash(Ref<Interface>& object) {
    if (Interface* const p = object.get()) trash_.push_back(Ref<IUnknown>::share(p));
    object.reset();
  }

 private:
  [[nodiscard]] bool allowed() const noexcept;

  Core& core_;
  std::vector<Ref<IUnknown>> trash_;
  std::vector<Finding> fresh_;
};

/// Looks up the core that wraps this device below; used by wrap() alone, under the table's own lock.
struct CoreTable {
  std::mutex mutex;
  std::vector<Core*> cores;  ///< Guarded by mutex.
  static CoreTable& get();
};

}  // namespace ferry::check::layer
