#include "gpu_load.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/gpu/d3d12.hpp>

#include "setting.hpp"

namespace ferry::measure {

Result<std::unique_ptr<GpuLoad>> GpuLoad::create(const std::shared_ptr<Device>& device, ListRunner& runner,
                                                 double seconds, bool software) {
  std::unique_ptr<GpuLoad> load(new GpuLoad);
  load->bytes_ = software ? 256_KiB : 16_MiB;
  for (ComPtr<ID3D12Resource>* const buffer : {&load->from_, &load->to_}) {
    auto made = device->create_buffer(HeapKind::kDefault, load->bytes_, "GPU load");
    if (!made) return fail(std::move(made).error());
    *buffer = *std::move(made);
  }
  // The least of three, for the GPU may sleep at first; doubled until it is long beside what a submission costs.
  double took = 0;
  while (true) {
    took = std::numeric_limits<double>::max();
    for (int attempt = 0; attempt < 3; ++attempt) {
      const double begin = now_seconds();
      const Result<FencePoint> point = runner.run([&](ID3D12GraphicsCommandList* list) -> Result<void> {
        load->record(list);
        return {};
      });
      if (!point) return fail(point.error());
      if (Result<void> done = runner.wait(*point); !done) return fail(std::move(done).error());
      took = std::min(took, now_seconds() - begin);
    }
    if (took >= seconds || load->copies_ >= 4096) break;
    load->copies_ *= 2;
  }
  const double each = took / static_cast<double>(load->copies_);
  load->copies_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(seconds / each)));
  // On a machine that is busy with other things all looks slow; the CPU need not work for ever for that.
  load->seconds_ = std::min(each * static_cast<double>(load->copies_), 2 * seconds);
  return load;
}

void GpuLoad::record(ID3D12GraphicsCommandList* list) const {
  for (std::uint64_t i = 0; i < copies_; ++i) {
    list->CopyBufferRegion(to_.get(), 0, from_.get(), 0, bytes_);
  }
}

void work_on_cpu(double seconds) {
  const double end = now_seconds() + seconds;
  while (now_seconds() < end) {
  }
}

}  // namespace ferry::measure
