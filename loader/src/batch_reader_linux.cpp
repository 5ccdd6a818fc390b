#include <algorithm>
#include <utility>

#include "batch_reader.hpp"
#include "io_uring.hpp"

namespace ferry {

struct ReadLane {
  std::unique_ptr<IoUring> ring;
};

namespace {

/// What io_uring left undone: an end of the file in the middle, an error, a read of a kind that it refuses.
/// The ordinary read goes on from there, and says what is wrong.
Result<void> finish(const FileRead& read, std::int32_t got) {
  const std::size_t done = got > 0 ? static_cast<std::size_t>(got) : 0;
  if (done >= read.out.size()) return {};
  return read.file->read(read.offset + done, read.out.subspan(done));
}

}  // namespace

BatchReader::BatchReader(bool together, std::uint64_t past_cache_from)
    : together_(together), past_cache_from_(past_cache_from) {}
BatchReader::~BatchReader() = default;

std::unique_ptr<ReadLane> BatchReader::take() {
  const std::lock_guard lock(mutex_);
  if (!together_) return nullptr;
  if (!idle_.empty()) {
    auto lane = std::move(idle_.back());
    idle_.pop_back();
    return lane;
  }
  auto ring = IoUring::create();
  // Containers often forbid it; asking again would be no use.
  if (ring == nullptr) {
    together_ = false;
    return nullptr;
  }
  auto lane = std::make_unique<ReadLane>();
  lane->ring = std::move(ring);
  return lane;
}

void BatchReader::give(std::unique_ptr<ReadLane> lane) {
  if (lane == nullptr) return;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(lane));
}

void BatchReader::read_all(std::span<FileRead> reads) {
  const auto is_system = [](const FileRead& read) { return read.file->descriptor() >= 0; };
  // A single read is as well done by itself.
  auto lane = std::count_if(reads.begin(), reads.end(), is_system) > 1 ? take() : nullptr;
  if (lane == nullptr) {
    for (FileRead& read : reads) read.done = read_alone(read);
    return;
  }
  IoUring* const ring = lane->ring.get();
  for (std::size_t next = 0; next < reads.size();) {
    const std::size_t begin = next;
    while (next < reads.size() && next - begin < IoUring::kDepth) {
      const FileRead& read = reads[next];
      if (is_system(read)) ring->add(read.file->descriptor(), read.offset, read.out, next - begin);
      ++next;
    }
    const std::span<FileRead> now = reads.subspan(begin, next - begin);
    ring->run();
    for (std::size_t i = 0; i < now.size(); ++i) {
      now[i].done = finish(now[i], is_system(now[i]) ? ring->result(i) : 0);
    }
    if (!ring->usable()) {
      for (; next < reads.size(); ++next) reads[next].done = finish(reads[next], 0);
      return;
    }
  }
  give(std::move(lane));
}

}  // namespace ferry
