#pragma once

#include <memory>
#include <span>

#include <ferry/base/result.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/residency.hpp>

namespace ferry {

/// The calls behind a ResidencyManager: the device's, or a test's.
class ResidencyCalls {
 public:
  virtual ~ResidencyCalls() = default;
  [[nodiscard]] virtual bool can_enqueue() const = 0;
  virtual HRESULT make_resident(std::span<ID3D12Pageable* const> objects) = 0;
  /// Signals `value` on the fence once they are.
  virtual HRESULT enqueue(std::span<ID3D12Pageable* const> objects, ID3D12Fence* fence,
                          std::uint64_t value) = 0;
  virtual HRESULT evict(std::span<ID3D12Pageable* const> objects) = 0;
};

struct ResidencyAccess {
  static Result<std::shared_ptr<ResidencyManager>> create(std::shared_ptr<Device> device,
                                                          const ResidencyOptions& options,
                                                          std::unique_ptr<ResidencyCalls> calls);
};

}  // namespace ferry
