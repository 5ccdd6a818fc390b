#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <shared_mutex>

#include <ferry/check/model/object_id.hpp>

namespace ferry::check::layer {

/// Which buffer a GPU address lies in. Free-threaded.
class Addresses {
 public:
  struct Place {
    ObjectId resource{};
    std::uint64_t offset = 0;
    std::uint64_t size = 0;  ///< Of the whole buffer.
  };

  void add(std::uint64_t address, std::uint64_t size, ObjectId resource);
  void remove(std::uint64_t address, ObjectId resource);

  /// The buffer made last that holds the address; kNone where none does.
  [[nodiscard]] Place find(std::uint64_t address) const;

 private:
  struct Buffer {
    std::uint64_t size = 0;
    ObjectId resource{};
  };

  mutable std::shared_mutex mutex_;
  std::multimap<std::uint64_t, Buffer> buffers_;  ///< By first address; placed buffers may share theirs.
  std::uint64_t longest_ = 0;                     ///< No buffer was ever longer.
};

}  // namespace ferry::check::layer
