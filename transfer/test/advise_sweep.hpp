#pragma once

#include <string>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>
#include <ferry/transfer/advise.hpp>

namespace ferry::test {

inline MemoryArchitecture discrete(bool copy_engine = false, bool gpu_upload = false) {
  MemoryArchitecture machine;
  machine.copy_engine = copy_engine ? OwnEngine::kYes : OwnEngine::kUnknown;
  machine.gpu_upload_heaps = gpu_upload;
  return machine;
}

inline MemoryArchitecture one_memory() {
  MemoryArchitecture machine;
  machine.uma = true;
  machine.cache_coherent_uma = true;
  return machine;
}

/// The use and the machine in words, for messages.
inline std::string shown(const ResourceUse& use, const MemoryArchitecture& machine) {
  return text(to_string(use.kind), " of ", use.bytes, ", cpu writes ", to_string(use.cpu_writes), " reads ",
              to_string(use.cpu_reads), ", gpu writes ", use.gpu_writes ? to_string(*use.gpu_writes) : "-",
              " reads ", use.gpu_reads ? to_string(*use.gpu_reads) : "-", ", ",
              use.bind ? to_string(*use.bind) : "-", ", from ", use.from ? to_string(*use.from) : "-",
              machine.uma ? ", uma" : ", discrete", machine.gpu_upload_heaps ? " gpu-upload" : "",
              machine.copy_engine == OwnEngine::kYes ? " copy-engine" : "");
}

/// Calls `visit(use, machine)` for every combination of the enumerations, on machines of each kind, with sizes
/// on both sides of each limit.
template <typename Visit>
void every_use(Visit&& visit) {
  constexpr HowOften kHowOften[] = {HowOften::kNever, HowOften::kOnce, HowOften::kPerFrame};
  ResourceUse use;
  for (const MemoryArchitecture& machine :
       {discrete(), discrete(true), discrete(false, true), one_memory()}) {
    for (const std::uint64_t bytes : {std::uint64_t{1000}, 80_KiB, 4_MiB}) {
      use.bytes = bytes;
      for (use.kind = ResourceKind::kBuffer;; use.kind = ResourceKind::kTexture) {
        for (const HowOften cpu_writes : kHowOften) {
          for (const HowOften cpu_reads : kHowOften) {
            for (const HowOften gpu_writes : kHowOften) {
              for (const HowOften gpu_reads : kHowOften) {
                for (unsigned bind = 0; bind <= static_cast<unsigned>(BindAs::kQuery); ++bind) {
                  for (unsigned from = 0; from <= static_cast<unsigned>(BytesFrom::kGenerated); ++from) {
                    use.cpu_writes = cpu_writes;
                    use.cpu_reads = cpu_reads;
                    use.gpu_writes = gpu_writes;
                    use.gpu_reads = gpu_reads;
                    use.bind = static_cast<BindAs>(bind);
                    use.from = static_cast<BytesFrom>(from);
                    if (use.bind == BindAs::kQuery) use.from.reset();
                    visit(use, machine);
                  }
                }
              }
            }
          }
        }
        if (use.kind == ResourceKind::kTexture) break;
      }
    }
  }
}

}  // namespace ferry::test
