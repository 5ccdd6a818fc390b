#include "host_heap.hpp"

namespace ferry::host {

Result<void> check_region(std::span<std::byte> memory, std::string_view name) {
  const auto refuse = [&](const auto&... why) {
    return fail(ErrorCode::kInvalidArgument, "the memory '", name, "' cannot be imported: ", why...,
                "; allocate it by VirtualAlloc with MEM_COMMIT and PAGE_READWRITE, and import all of it");
  };
  MEMORY_BASIC_INFORMATION region = {};
  if (VirtualQuery(memory.data(), &region, sizeof region) == 0)
    return refuse("it is no memory of this process");
  if (region.AllocationBase != memory.data()) {
    const auto base = reinterpret_cast<std::uintptr_t>(region.AllocationBase);
    return refuse("it is not the start of its region, which begins at ", Hex{base});
  }
  if (region.Type != MEM_PRIVATE) return refuse("it is a mapped file or image, not private memory");
  if (region.State != MEM_COMMIT) return refuse("it is reserved, but not committed");
  if (region.Protect != PAGE_READWRITE) {
    return refuse("its pages have protection ", Hex{region.Protect}, ", not PAGE_READWRITE");
  }
  if (region.RegionSize < memory.size()) {
    return refuse("only ", region.RegionSize, " of its ", memory.size(), " bytes are committed alike");
  }
  return {};
}

}  // namespace ferry::host
