// Overlapped reads past the system's file cache.

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/units.hpp>

#include "batch_reader.hpp"
#include "read_split.hpp"
#include "windows_file.hpp"

namespace ferry {
namespace {

/// Reads that are on their way at a time, and of those the ones that go through memory of our own.
constexpr std::size_t kDepth = 16;
constexpr std::size_t kBuffers = 8;
/// The most bytes of one of them.
constexpr std::uint64_t kMostBytes = 1_MiB;
constexpr std::uint64_t kMostSector = 64_KiB;
/// How often those who wait look whether anybody still wants the bytes, in milliseconds.
constexpr DWORD kLook = 20;

/// One of the reads that were asked for, and its parts.
struct Asked {
  FileRead* read = nullptr;
  HANDLE file = INVALID_HANDLE_VALUE;
  std::vector<SectorRead> parts;
  std::size_t next = 0;
  std::size_t on_way = 0;
  /// A part did not come as it should: the ordinary read does it all again, and says what is wrong.
  bool failed = false;
  bool given_up = false;

  [[nodiscard]] bool stopped() const { return failed || given_up; }
};

/// One part on its way.
struct Slot {
  OVERLAPPED place = {};
  HANDLE event = nullptr;
  Asked* asked = nullptr;
  const SectorRead* part = nullptr;
  std::byte* memory = nullptr;
  bool pending = false;
};

}  // namespace

/// Parts start in order and are waited for in order.
struct ReadLane {
  static std::unique_ptr<ReadLane> create() {
    auto lane = std::make_unique<ReadLane>();
    for (Slot& slot : lane->slots_) {
      slot.event = CreateEventW(nullptr, TRUE, FALSE, nullptr);
      if (slot.event == nullptr) return nullptr;
    }
    return lane;
  }
  ReadLane() = default;
  ReadLane(const ReadLane&) = delete;
  ReadLane& operator=(const ReadLane&) = delete;
  ~ReadLane() {
    for (const Slot& slot : slots_) {
      if (slot.event != nullptr) CloseHandle(slot.event);
    }
  }

  /// Starts all parts, as there is room, and waits for those that there was none for. `finish` waits for the
  /// rest.
  void start(Asked& asked) {
    while (asked.next < asked.parts.size() && !asked.stopped()) {
      const SectorRead& part = asked.parts[asked.next++];
      while (count_ == kDepth || (!part.direct && buffers_used_ == kBuffers)) end_oldest();
      start_part(asked, part);
    }
  }
  void finish() {
    while (count_ > 0) end_oldest();
  }

 private:
  void start_part(Asked& asked, const SectorRead& part) {
    std::byte* memory = asked.read->out.data() + part.out_offset;
    if (!part.direct) {
      memory = buffer();
      if (memory == nullptr) {
        asked.failed = true;
        return;
      }
      ++buffers_used_;
    }
    Slot& slot = slots_[(first_ + count_) % kDepth];
    ++count_;
    slot.place = {};
    slot.place.Offset = static_cast<DWORD>(part.file_offset);
    slot.place.OffsetHigh = static_cast<DWORD>(part.file_offset >> 32);
    slot.place.hEvent = slot.event;
    slot.asked = &asked;
    slot.part = &part;
    slot.memory = memory;
    ResetEvent(slot.event);
    const BOOL at_once = ReadFile(asked.file, memory, static_cast<DWORD>(part.bytes), nullptr, &slot.place);
    slot.pending = at_once || GetLastError() == ERROR_IO_PENDING;
    ++asked.on_way;
    if (!slot.pending) asked.failed = true;
  }

  void end_oldest() {
    Slot& slot = slots_[first_];
    Asked& asked = *slot.asked;
    DWORD got = 0;
    const bool came = slot.pending && wait_for(slot, got);
    if (!slot.part->direct) --buffers_used_;
    first_ = (first_ + 1) % kDepth;
    --count_;
    --asked.on_way;
    // The last sector of a file is not whole.
    if (!came || got < slot.part->skip + slot.part->wanted) {
      asked.failed = true;
      return;
    }
    if (slot.part->direct || asked.stopped()) return;
    std::memcpy(asked.read->out.data() + slot.part->out_offset, slot.memory + slot.part->skip,
                static_cast<std::size_t>(slot.part->wanted));
  }

  /// Until it is over, however it ends: the system writes into its memory up to then.
  static bool wait_for(Slot& slot, DWORD& got) {
    Asked& asked = *slot.asked;
    bool cancelled = false;
    while (WaitForSingleObject(slot.event, kLook) == WAIT_TIMEOUT) {
      const std::atomic<bool>* const give_up = asked.read->give_up;
      if (give_up != nullptr && *give_up) asked.given_up = true;
      if (asked.stopped() && !std::exchange(cancelled, true)) CancelIoEx(asked.file, &slot.place);
    }
    return GetOverlappedResult(asked.file, &slot.place, &got, TRUE) != 0;
  }

  /// Memory for one part; null where there is none. They are used in turn, and come back in turn.
  std::byte* buffer() {
    if (memory_.empty()) {
      auto made = ByteBuffer::make(kBuffers * kMostBytes + kMostSector, "reading files");
      if (!made) return nullptr;
      memory_ = *std::move(made);
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(memory_.data());
    std::byte* const aligned = memory_.data() + (align_up(begin, kMostSector) - begin);
    return aligned + (next_buffer_++ % kBuffers) * kMostBytes;
  }

  std::array<Slot, kDepth> slots_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  ByteBuffer memory_;
  std::size_t next_buffer_ = 0;
  std::size_t buffers_used_ = 0;
};

BatchReader::BatchReader(bool together, std::uint64_t past_cache_from)
    : together_(together), past_cache_from_(std::max<std::uint64_t>(past_cache_from, 1)) {}
BatchReader::~BatchReader() = default;

std::unique_ptr<ReadLane> BatchReader::take() {
  const std::lock_guard lock(mutex_);
  if (!together_) return nullptr;
  if (idle_.empty()) return ReadLane::create();
  auto lane = std::move(idle_.back());
  idle_.pop_back();
  return lane;
}

void BatchReader::give(std::unique_ptr<ReadLane> lane) {
  if (lane == nullptr) return;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(lane));
}

void BatchReader::read_all(std::span<FileRead> reads) {
  std::vector<Asked> big;
  big.reserve(reads.size());  // Slots point at its elements.
  for (FileRead& read : reads) {
    SystemFile* const file = read.out.size() >= past_cache_from_ ? read.file->system_file() : nullptr;
    if (file == nullptr) continue;
    const SystemFile::PastCache past_cache = file->past_cache();
    if (past_cache.file == INVALID_HANDLE_VALUE) continue;
    Asked asked;
    asked.read = &read;
    asked.file = past_cache.file;
    asked.parts = split_read(read.offset, read.out.size(), reinterpret_cast<std::uintptr_t>(read.out.data()),
                             past_cache.sector, kMostBytes);
    big.push_back(std::move(asked));
  }
  auto lane = big.empty() ? nullptr : take();
  if (lane == nullptr) big.clear();
  for (Asked& asked : big) {
    asked.given_up = asked.read->give_up != nullptr && *asked.read->give_up;
    lane->start(asked);
  }
  // What is small is read while the big ones come.
  std::size_t next_big = 0;
  for (FileRead& read : reads) {
    if (next_big < big.size() && big[next_big].read == &read) {
      ++next_big;
    } else {
      read.done = read_alone(read);
    }
  }
  if (lane == nullptr) return;
  lane->finish();
  for (const Asked& asked : big) {
    const bool over = asked.parts.size() == asked.next && !asked.stopped();
    asked.read->done = over ? Result<void>() : read_alone(*asked.read);
  }
  give(std::move(lane));
}

}  // namespace ferry
