// Jobs that fill staging memory: everything of a job is read first, together, then copied.

#include <algorithm>
#include <utility>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/layout/row_copy.hpp>

#include "loader_core.hpp"
#include "read_memory.hpp"

namespace ferry {
namespace {

/// What one read of a file is for.
struct PartRead {
  PieceWork* work = nullptr;
  const PlanPart* part = nullptr;  // Null for a buffer's bytes, and for a placed piece.
  std::uint64_t bytes = 0;
  /// Not read straight into staging memory: rows there have padding, or the piece is packed.
  bool through_scratch = false;
  std::uint64_t scratch_offset = 0;
};

/// Whether a file's bytes go to the GPU as they are, or as they are unpacked.
bool is_from_file(const LoadRecord& record) {
  return !record.request.decode && path_of(record.request.source) != nullptr;
}

void fail_work(PieceWork& work, Error why) {
  work.failed = true;
  work.error = std::move(why);
}

/// Whether the part's rows lie in staging memory as they lie in the file.
bool lies_tight(const PlanPart& part, const TightSource& tight) {
  const Footprint& footprint = part.footprint;
  return footprint.row_pitch == footprint.row_bytes &&
         (footprint.depth == 1 || footprint.slice_pitch == tight.slice_pitch);
}

void add_reads(PieceWork& work, FileReader* file, std::vector<FileRead>& reads,
               std::vector<PartRead>& parts) {
  const LoadRecord& record = *work.record;
  if (const auto* placed = std::get_if<PlacedSource>(&record.request.source)) {
    const PlacedPiece& piece = placed->pieces->pieces[work.piece.index];
    std::byte* const into = piece.packed ? nullptr : work.block.cpu;
    const auto bytes = static_cast<std::size_t>(piece.stored_bytes);
    reads.push_back({file, piece.file_offset, {into, bytes}, &work.record->give_up});
    parts.push_back({&work, nullptr, piece.stored_bytes, piece.packed});
    return;
  }
  const FileSource& source = std::get<FileSource>(record.request.source);
  if (!record.is_texture) {
    const auto bytes = static_cast<std::size_t>(work.piece.bytes);
    const std::span<std::byte> into(work.block.cpu, bytes);
    reads.push_back({file, source.offset + work.piece.offset, into, &work.record->give_up});
    parts.push_back({&work, nullptr, bytes});
    return;
  }
  const PlanPiece& piece = record.plan.pieces[work.piece.index];
  for (std::uint32_t i = 0; i < piece.part_count; ++i) {
    const PlanPart& part = record.plan.parts[piece.first_part + i];
    const TightSource& tight = record.plan.sources[part.source_index];
    const std::uint64_t start = source.offset + tight.offset + part.first_slice * tight.slice_pitch +
                                part.first_row * tight.row_pitch;
    const bool straight = lies_tight(part, tight);
    const std::uint64_t bytes = straight ? part.footprint.total_bytes : tight_bytes(part.footprint);
    std::byte* const into = straight ? work.block.cpu + part.footprint.offset : nullptr;
    reads.push_back({file, start, {into, static_cast<std::size_t>(bytes)}, &work.record->give_up});
    parts.push_back({&work, &part, bytes, !straight});
  }
}

RowCopy rows_of(const PlanPart& part, std::byte* block, const std::byte* from, std::uint64_t row_pitch,
                std::uint64_t slice_pitch) {
  RowCopy copy;
  copy.dst = block + part.footprint.offset;
  copy.dst_row_pitch = part.footprint.row_pitch;
  copy.dst_slice_pitch = part.footprint.slice_pitch;
  copy.src = from;
  copy.src_row_pitch = row_pitch;
  copy.src_slice_pitch = slice_pitch;
  copy.row_bytes = part.footprint.row_bytes;
  copy.rows = part.footprint.rows;
  copy.slices = part.footprint.depth;
  return copy;
}

/// The bytes of a packed piece.
Result<void> unpack_piece(PieceWork& work, std::span<const std::byte> stored, bool write_combined) {
  const auto& placed = std::get<PlacedSource>(work.record->request.source);
  const std::span<std::byte> out(work.block.cpu, static_cast<std::size_t>(work.piece.bytes));
  auto unpacked = placed.unpack(work.piece.index, stored, out, write_combined);
  // They may have been written with whatever stores.
  if (write_combined) store_fence();
  return unpacked;
}

/// The rows of a part, from whoever makes them.
Result<void> make_rows(const DecodedAsset& decoded, const PlanPart& part, std::byte* block) {
  const Footprint& footprint = part.footprint;
  for (std::uint32_t slice = 0; slice < footprint.depth; ++slice) {
    RowBand band;
    band.memory = block + footprint.offset + slice * footprint.slice_pitch;
    band.row_pitch = footprint.row_pitch;
    band.row_bytes = footprint.row_bytes;
    band.rows = footprint.rows;
    band.first_row = part.first_row;
    band.slice = part.first_slice + slice;
    if (auto made = decoded.write_rows(part.source_index, band); !made) return made;
  }
  return {};
}

}  // namespace

void LoaderCore::run_pieces(std::vector<PieceWork>& works) {
  for (PieceWork& work : works) work.dropped = work.record->give_up || lost_;
  read_pieces(works);
  for (PieceWork& work : works) {
    LoadRecord& record = *work.record;
    if (work.dropped || work.failed || is_from_file(record)) continue;
    record.advance(LoadState::kStaging);
    const ScheduleTime begin = now();
    auto staged = record.is_texture ? stage_texture(record, work) : stage_buffer(record, work);
    if (!staged) {
      fail_work(work, std::move(staged).error());
      continue;
    }
    count_staged(record, work.piece.bytes, begin);
  }
  {
    const std::lock_guard lock(mutex_);
    for (PieceWork& work : works) finished_.push_back(std::move(work));
    engine_wanted_ = true;
  }
  engine_wanted_cv_.notify_one();
}

/// The pieces whose files' bytes are the destination's.
void LoaderCore::read_pieces(std::vector<PieceWork>& works) {
  std::vector<FileRead> reads;
  std::vector<PartRead> parts;
  std::vector<std::shared_ptr<FileReader>> open;
  for (PieceWork& work : works) {
    if (work.dropped || !is_from_file(*work.record)) continue;
    work.record->advance(LoadState::kReading);
    auto opened = file_of(*work.record);
    if (!opened) {
      fail_work(work, std::move(opened).error());
      continue;
    }
    add_reads(work, opened->get(), reads, parts);
    open.push_back(*std::move(opened));
  }
  if (reads.empty()) return;
  std::uint64_t scratch_bytes = 0;
  for (PartRead& part : parts) {
    if (!part.through_scratch) continue;
    part.scratch_offset = scratch_bytes;
    scratch_bytes += align_up(part.bytes, kReadAlignment);
  }
  if (scratch_bytes > 0) scratch_bytes += kReadAlignment;
  ByteBuffer scratch = take_scratch(scratch_bytes);
  if (scratch.size() < scratch_bytes) {
    for (const PartRead& part : parts) {
      fail_work(*part.work, Error{ErrorCode::kOutOfMemory, 0,
                                  text("no memory for ", scratch_bytes, " bytes of '",
                                       *path_of(part.work->record->request.source), "'")});
    }
    return;
  }
  std::uint64_t all_bytes = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    all_bytes += parts[i].bytes;
    if (parts[i].through_scratch) {
      std::byte* const out = read_start(scratch) + parts[i].scratch_offset;
      reads[i].out = {out, static_cast<std::size_t>(parts[i].bytes)};
    }
  }
  const ScheduleTime begin = now();
  reader_.read_all(reads);
  const ScheduleTime end = now();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartRead& part = parts[i];
    PieceWork& work = *part.work;
    LoadRecord& record = *work.record;
    // They were read together: each has its share of the time.
    const double share =
        static_cast<double>(part.bytes) / static_cast<double>(std::max(all_bytes, std::uint64_t{1}));
    record.add_time(LoadStage::kRead, std::chrono::nanoseconds(static_cast<std::int64_t>(
                                          static_cast<double>((end - begin).count()) * share)));
    trace_.add(TraceLog::Lane::kRead, record.number, part.bytes, begin, end);
    if (!reads[i].done) {
      if (!work.failed) fail_work(work, std::move(reads[i].done).error());
      continue;
    }
    if (!part.through_scratch) continue;
    record.advance(LoadState::kStaging);
    const ScheduleTime copying = now();
    if (part.part == nullptr) {
      auto unpacked = unpack_piece(work, reads[i].out, write_combined_);
      if (unpacked) {
        count_staged(record, work.piece.bytes, copying);
      } else {
        fail_work(work, std::move(unpacked).error());
      }
      continue;
    }
    const TightSource& tight = record.plan.sources[part.part->source_index];
    RowCopy copy = rows_of(*part.part, work.block.cpu, reads[i].out.data(), tight.row_pitch,
                           tight.row_pitch * part.part->footprint.rows);
    copy.write_combined = write_combined_;
    copy_rows(copy);
    count_staged(record, part.part->footprint.total_bytes, copying);
  }
  give_scratch(std::move(scratch));
}

/// At least so many bytes, or fewer where there is no memory.
ByteBuffer LoaderCore::take_scratch(std::uint64_t bytes) {
  if (bytes == 0) return {};
  ByteBuffer memory;
  {
    const std::lock_guard lock(scratch_mutex_);
    if (!scratch_.empty()) {
      memory = std::move(scratch_.back());
      scratch_.pop_back();
    }
  }
  if (memory.size() >= bytes) return memory;
  auto made = ByteBuffer::make(bytes, "rows of a file");
  if (made) return *std::move(made);
  return {};
}

void LoaderCore::give_scratch(ByteBuffer memory) {
  if (memory.empty()) return;
  const std::lock_guard lock(scratch_mutex_);
  scratch_.push_back(std::move(memory));
}

void LoaderCore::count_staged(LoadRecord& record, std::uint64_t bytes, ScheduleTime begin) {
  const ScheduleTime end = now();
  record.add_time(LoadStage::kStage, end - begin);
  trace_.add(TraceLog::Lane::kStage, record.number, bytes, begin, end);
}

Result<void> LoaderCore::stage_buffer(LoadRecord& record, const PieceWork& work) {
  const std::span<const std::byte> source =
      record.request.decode ? record.decoded.buffer : std::get<MemorySource>(record.request.source).bytes;
  copy_bytes(work.block.cpu, source.data() + work.piece.offset, static_cast<std::size_t>(work.piece.bytes),
             StoreHint::kAuto, write_combined_);
  return {};
}

Result<void> LoaderCore::stage_texture(LoadRecord& record, const PieceWork& work) {
  const PlanPiece& piece = record.plan.pieces[work.piece.index];
  for (std::uint32_t i = 0; i < piece.part_count; ++i) {
    const PlanPart& part = record.plan.parts[piece.first_part + i];
    if (record.decoded.write_rows) {
      if (auto made = make_rows(record.decoded, part, work.block.cpu); !made) return made;
      continue;
    }
    const TightSource& tight = record.plan.sources[part.source_index];
    const std::byte* from = nullptr;
    std::uint64_t row_pitch = tight.row_pitch;
    std::uint64_t slice_pitch = tight.slice_pitch;
    if (record.request.decode) {
      const TextureData& data = record.decoded.subresources[part.source_index];
      from = static_cast<const std::byte*>(data.data);
      if (data.row_pitch != 0) row_pitch = data.row_pitch;
      slice_pitch =
          data.slice_pitch != 0 ? data.slice_pitch : row_pitch * (tight.slice_pitch / tight.row_pitch);
    } else {
      from = std::get<MemorySource>(record.request.source).bytes.data() + tight.offset;
    }
    from += part.first_slice * slice_pitch + part.first_row * row_pitch;
    RowCopy copy = rows_of(part, work.block.cpu, from, row_pitch, slice_pitch);
    copy.write_combined = write_combined_;
    copy_rows(copy);
  }
  // The rows may have been written with whatever stores.
  if (write_combined_) store_fence();
  return {};
}

}  // namespace ferry
