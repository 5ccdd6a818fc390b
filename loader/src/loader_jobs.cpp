// Jobs: measuring, reading, decoding. Any thread runs them.

#include <algorithm>
#include <utility>

#include <ferry/base/byte_buffer.hpp>

#include "loader_core.hpp"
#include "read_memory.hpp"

namespace ferry {
namespace {

/// Files that may stay open between two uses; the others are opened again.
constexpr std::uint32_t kMostOpenFiles = 128;

/// Makes `memory` at least this big; false where there is none. What it held is gone.
bool fit(ByteBuffer& memory, std::uint64_t bytes) {
  if (bytes <= memory.size()) return true;
  memory = {};
  auto made = ByteBuffer::make(bytes, "a file's content");
  if (!made) return false;
  memory = *std::move(made);
  return true;
}

}  // namespace

void LoaderCore::push_job_locked(Job job, LoadPriority priority) {
  JobQueues& queues = jobs_[static_cast<std::size_t>(priority)];
  std::size_t kind = 2;
  if (job.kind == Job::Kind::kMeasure) kind = 0;
  if (job.kind == Job::Kind::kDecode) kind = 1;
  queues.kinds[kind].push_back(std::move(job));
  ++job_count_;
  jobs_wanted_.notify_one();
}

bool LoaderCore::pop_job_locked(Job& job) {
  for (JobQueues& queues : jobs_) {
    for (std::size_t i = 0; i < queues.kinds.size(); ++i) {
      const std::size_t kind = (queues.turn + i) % queues.kinds.size();
      std::deque<Job>& queue = queues.kinds[kind];
      if (queue.empty()) continue;
      queues.turn = kind + 1;
      job = std::move(queue.front());
      queue.pop_front();
      --job_count_;
      return true;
    }
  }
  return false;
}

bool LoaderCore::run_job() {
  Job job;
  {
    const std::lock_guard lock(mutex_);
    if (!pop_job_locked(job)) return false;
  }
  switch (job.kind) {
    case Job::Kind::kPieces:
      run_pieces(job.works);
      break;
    case Job::Kind::kMeasure:
      measure(job.record);
      break;
    case Job::Kind::kDecode:
      decode(job);
      break;
    case Job::Kind::kCreate:
      create_target(job.record);
      break;
  }
  announce();
  return true;
}

Result<std::shared_ptr<FileReader>> LoaderCore::file_of(LoadRecord& record) {
  const std::lock_guard lock(record.file_mutex);
  if (record.file) return record.file;
  const std::string& path = *path_of(record.request.source);
  auto opened = options_.open_file ? options_.open_file(path) : open_system_file(path);
  if (!opened) return opened;
  if (*opened == nullptr)
    return fail(ErrorCode::kIo, "the open_file of the loader gave no reader for '", path, "'");
  if (open_files_ < kMostOpenFiles) {
    ++open_files_;
    record.file = *opened;
  }
  return opened;
}

void LoaderCore::measure(const RecordPtr& record) {
  {
    const std::lock_guard lock(mutex_);
    // Given up, or measured by the job of another priority.
    if (!std::exchange(record->measuring, false)) return;
  }
  News news;
  const auto& file = std::get<FileSource>(record->request.source);
  Result<std::uint64_t> size = fail(ErrorCode::kIo, "not opened");
  auto opened = file_of(*record);
  if (opened) {
    size = (*opened)->size();
  } else {
    size = fail(std::move(opened).error());
  }
  if (size && file.offset > *size) {
    size = fail(ErrorCode::kIo, "'", file.path, "' has ", *size, " bytes, and it is to be read from byte ",
                file.offset, " on");
  }
  if (!size) {
    const std::lock_guard lock(mutex_);
    close_locked(record, LoadState::kFailed, std::move(size).error(), news);
    release_locked(record, news);
  } else {
    record->source_bytes = *size - file.offset;
    admit(record, news);
  }
  engine_wanted_cv_.notify_one();
  tell(news);
}

Result<DecodedAsset> LoaderCore::read_and_decode(LoadRecord& record) {
  std::span<const std::byte> bytes;
  ByteBuffer memory;
  if (const auto* file = std::get_if<FileSource>(&record.request.source)) {
    record.advance(LoadState::kReading);
    const ScheduleTime begin = now();
    auto opened = file_of(record);
    if (!opened) return fail(std::move(opened).error());
    if (record.source_bytes > UINT64_MAX - kReadAlignment ||
        !fit(memory, record.source_bytes + kReadAlignment)) {
      return fail(ErrorCode::kOutOfMemory, "no memory for the ", record.source_bytes, " bytes of '",
                  file->path, "'");
    }
    const std::span<std::byte> into(read_start(memory), static_cast<std::size_t>(record.source_bytes));
    if (auto read = (*opened)->read(file->offset, into); !read) return fail(std::move(read).error());
    bytes = into;
    const ScheduleTime end = now();
    record.add_time(LoadStage::kRead, end - begin);
    trace_.add(TraceLog::Lane::kRead, record.number, bytes.size(), begin, end);
  } else {
    bytes = std::get<MemorySource>(record.request.source).bytes;
  }
  record.advance(LoadState::kDecoding);
  const ScheduleTime begin = now();
  auto decoded = record.request.decode(bytes);
  if (decoded && decoded->uses_file && memory.data() != nullptr) {
    decoded->bytes += memory.size();
    record.file_bytes = std::move(memory);
  }
  const ScheduleTime end = now();
  record.add_time(LoadStage::kDecode, end - begin);
  trace_.add(TraceLog::Lane::kDecode, record.number, bytes.size(), begin, end);
  return decoded;
}

void LoaderCore::decode(Job& job) {
  const RecordPtr& record = job.record;
  News news;
  Result<DecodedAsset> decoded = fail(ErrorCode::kCancelled, "given up");
  if (!record->give_up && !lost_) decoded = read_and_decode(*record);
  if (decoded && !decoded->memory && decoded->subresources.empty() && !decoded->write_rows &&
      decoded->buffer.data() == nullptr) {
    decoded = fail(ErrorCode::kCorrupt, "the decoder of ", name_of(*record), " gave nothing");
  }
  bool admitted = false;
  {
    const std::lock_guard lock(mutex_);
    sources_.complete(job.piece, now());
    engine_wanted_ = true;
    if (!decoded) {
      close_locked(record, LoadState::kFailed, std::move(decoded).error(), news);
    } else if (!record->closing) {
      record->decoded = *std::move(decoded);
      record->is_decoded = true;
      record->decoded_bytes = record->decoded.bytes;
      decoded_bytes_ += record->decoded_bytes;
      admitted = true;
    }
    if (!admitted) release_locked(record, news);
  }
  if (admitted) admit(record, news);
  engine_wanted_cv_.notify_one();
  tell(news);
}

void LoaderCore::announce() {
  if (options_.threads > 0 || !options_.on_work) return;
  bool work = false;
  {
    const std::lock_guard lock(mutex_);
    work = job_count_ > 0 || engine_wanted_;
  }
  if (work) options_.on_work();
}

}  // namespace ferry
