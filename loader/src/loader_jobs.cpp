// Jobs: measuring, reading, decoding, staging. Any thread runs them.

#include <algorithm>
#include <utility>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/layout/row_copy.hpp>

#include "loader_core.hpp"

namespace ferry {
namespace {

/// Files that may stay open between two uses; the others are opened again.
constexpr std::uint32_t kMostOpenFiles = 128;

/// Makes `memory` at least this big; false where there is none. What it held is gone.
bool fit(ByteBuffer& memory, std::uint64_t bytes) {
  if (bytes <= memory.size()) return true;
  memory = {};
  auto made = ByteBuffer::make(bytes, "a file's content");
  if (made) memory = *std::move(made);
  return made.has_value();
}

}  // namespace

void LoaderCore::push_job_locked(Job job, LoadPriority priority) {
  jobs_[static_cast<std::size_t>(priority)].push_back(std::move(job));
  ++job_count_;
  jobs_wanted_.notify_one();
}

bool LoaderCore::pop_job_locked(Job& job) {
  for (auto& queue : jobs_) {
    if (queue.empty()) continue;
    job = std::move(queue.front());
    queue.pop_front();
    --job_count_;
    return true;
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

void LoaderCore::run_pieces(std::vector<PieceWork>& works) {
  for (PieceWork& work : works) {
    if (work.record->give_up || lost_) {
      work.dropped = true;
      continue;
    }
    stage(work);
  }
  {
    const std::lock_guard lock(mutex_);
    for (PieceWork& work : works) finished_.push_back(std::move(work));
    engine_wanted_ = true;
  }
  engine_wanted_cv_.notify_one();
}

void LoaderCore::stage(PieceWork& work) {
  LoadRecord& record = *work.record;
  auto staged = record.is_texture ? stage_texture(record, work) : stage_buffer(record, work);
  if (staged) return;
  work.failed = true;
  work.error = std::move(staged).error();
}

Result<void> LoaderCore::stage_buffer(LoadRecord& record, PieceWork& work) {
  const auto* file = std::get_if<FileSource>(&record.request.source);
  const auto bytes = static_cast<std::size_t>(work.piece.bytes);
  const ScheduleTime begin = now();
  if (file != nullptr && !record.request.decode) {
    record.advance(LoadState::kReading);
    auto opened = file_of(record);
    if (!opened) return fail(std::move(opened).error());
    // Straight into staging memory.
    if (auto read = (*opened)->read(file->offset + work.piece.offset, {work.block.cpu, bytes}); !read)
      return read;
    const ScheduleTime end = now();
    record.add_time(LoadStage::kRead, end - begin);
    trace_.add(TraceLog::Lane::kRead, record.number, bytes, begin, end);
    return {};
  }
  record.advance(LoadState::kStaging);
  const std::span<const std::byte> source =
      record.request.decode ? record.decoded.buffer : std::get<MemorySource>(record.request.source).bytes;
  copy_bytes(work.block.cpu, source.data() + work.piece.offset, bytes, StoreHint::kAuto, write_combined_);
  const ScheduleTime end = now();
  record.add_time(LoadStage::kStage, end - begin);
  trace_.add(TraceLog::Lane::kStage, record.number, bytes, begin, end);
  return {};
}

Result<void> LoaderCore::stage_texture(LoadRecord& record, PieceWork& work) {
  thread_local ByteBuffer scratch;
  const PlanPiece& piece = record.plan.pieces[work.piece.index];
  const auto* file = std::get_if<FileSource>(&record.request.source);
  const bool from_file = file != nullptr && !record.request.decode;
  for (std::uint32_t i = 0; i < piece.part_count; ++i) {
    const PlanPart& part = record.plan.parts[piece.first_part + i];
    const Footprint& footprint = part.footprint;
    const TightSource& tight = record.plan.sources[part.source_index];
    std::byte* const to = work.block.cpu + footprint.offset;
    const std::byte* from = nullptr;
    std::uint64_t row_pitch = tight.row_pitch;
    std::uint64_t slice_pitch = tight.slice_pitch;
    const ScheduleTime begin = now();
    if (from_file) {
      record.advance(LoadState::kReading);
      auto opened = file_of(record);
      if (!opened) return fail(std::move(opened).error());
      const std::uint64_t start = file->offset + tight.offset + part.first_slice * tight.slice_pitch +
                                  part.first_row * tight.row_pitch;
      const bool as_it_lies = footprint.row_pitch == footprint.row_bytes &&
                              (footprint.depth == 1 || footprint.slice_pitch == tight.slice_pitch);
      const std::uint64_t bytes = as_it_lies ? footprint.total_bytes : tight_bytes(footprint);
      if (!as_it_lies && !fit(scratch, bytes)) {
        return fail(ErrorCode::kOutOfMemory, "no memory for ", bytes, " bytes of texels of '", file->path,
                    "'");
      }
      std::byte* const into = as_it_lies ? to : scratch.data();
      if (auto read = (*opened)->read(start, {into, static_cast<std::size_t>(bytes)}); !read) return read;
      const ScheduleTime end = now();
      record.add_time(LoadStage::kRead, end - begin);
      trace_.add(TraceLog::Lane::kRead, record.number, bytes, begin, end);
      if (as_it_lies) continue;
      from = scratch.data();
      slice_pitch = row_pitch * footprint.rows;
    } else if (record.request.decode) {
      const TextureData& data = record.decoded.subresources[part.source_index];
      if (data.row_pitch != 0) row_pitch = data.row_pitch;
      slice_pitch =
          data.slice_pitch != 0 ? data.slice_pitch : row_pitch * (tight.slice_pitch / tight.row_pitch);
      from = static_cast<const std::byte*>(data.data) + part.first_slice * slice_pitch +
             part.first_row * row_pitch;
    } else {
      from = std::get<MemorySource>(record.request.source).bytes.data() + tight.offset +
             part.first_slice * slice_pitch + part.first_row * row_pitch;
    }
    record.advance(LoadState::kStaging);
    const ScheduleTime copying = now();
    RowCopy copy;
    copy.dst = to;
    copy.dst_row_pitch = footprint.row_pitch;
    copy.dst_slice_pitch = footprint.slice_pitch;
    copy.src = from;
    copy.src_row_pitch = row_pitch;
    copy.src_slice_pitch = slice_pitch;
    copy.row_bytes = footprint.row_bytes;
    copy.rows = footprint.rows;
    copy.slices = footprint.depth;
    copy.write_combined = write_combined_;
    copy_rows(copy);
    const ScheduleTime end = now();
    record.add_time(LoadStage::kStage, end - copying);
    trace_.add(TraceLog::Lane::kStage, record.number, footprint.total_bytes, copying, end);
  }
  return {};
}

Result<std::shared_ptr<FileReader>> LoaderCore::file_of(LoadRecord& record) {
  const std::lock_guard lock(record.file_mutex);
  if (record.file) return record.file;
  const std::string& path = std::get<FileSource>(record.request.source).path;
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
    if (!fit(memory, std::max<std::uint64_t>(record.source_bytes, 1))) {
      return fail(ErrorCode::kOutOfMemory, "no memory for the ", record.source_bytes, " bytes of '",
                  file->path, "'");
    }
    const std::span<std::byte> into(memory.data(), static_cast<std::size_t>(record.source_bytes));
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
  if (decoded && !decoded->memory && decoded->subresources.empty() && decoded->buffer.data() == nullptr) {
    decoded = fail(ErrorCode::kCorrupt, "the decoder of load ", record->number, " gave nothing");
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
