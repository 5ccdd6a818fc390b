#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <ferry/base/resource_states.hpp>
#include <ferry/base/text.hpp>

#include "advise_parts.hpp"

namespace ferry::advice {
namespace {

/// What the code may take as given, in the words that stand above it. A name is spoken of where it is used.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kGiven = {{
    {"device", "std::shared_ptr<ferry::Device>"},
    {"manager", "ferry::TransferManager&, of that device"},
    {"loader", "ferry::Loader&, of that device"},
    {"queue", "ID3D12CommandQueue*, your DIRECT queue"},
    {"list", "ID3D12GraphicsCommandList*, your list of this frame, open"},
    {"fence", "ID3D12Fence*, signalled on your queue; it reached fence_value last"},
    {"frame", "std::uint64_t, the frame's number"},
    {"bytes", "std::span<const std::byte>"},
    {"size", "std::uint64_t, in bytes"},
    {"desc", "ferry::TextureDesc"},
    {"texels", "std::span<const ferry::TextureData>, one for each subresource"},
    {"write_bytes",
     "writes the bytes from an offset on into a std::span<std::byte>, in order, reading nothing back"},
    {"write_rows", "ferry::RowSource, writes rows in order, reading nothing back"},
    {"path", "std::string, UTF-8"},
    {"name", "std::string, of the asset in the pack"},
    {"decode", "ferry::Decoder, makes subresources of the file's bytes"},
    {"queries", "ID3D12QueryHeap* of `size` / 8 timestamps, ended in a list that was executed"},
}};

/// Whether `code`, without its comments, has `name` as a word.
bool has_word(std::string_view code, std::string_view name) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '"';
  };
  const auto in_comment = [code](std::size_t at) {
    const std::size_t line = code.rfind('\n', at) + 1;  // npos + 1 is 0
    return code.substr(line, at - line).find("//") != std::string_view::npos;
  };
  for (std::size_t at = code.find(name); at != std::string_view::npos; at = code.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_part(code[at - 1]);
    const bool ends = end == code.size() || !is_part(code[end]) || code[end] == '.';
    if (begins && ends && !in_comment(at)) return true;
  }
  return false;
}

std::string state_name(std::uint32_t state) {
  if (state == kShaderResource) {
    return "D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE | D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE";
  }
  return text("D3D12_RESOURCE_STATE_", resource_states_text(state));
}

std::string_view flag_name(std::uint32_t flags) {
  switch (flags) {
    case 0x1:
      return "D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET";
    case 0x2:
      return "D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL";
    case 0x4:
      return "D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS";
    default:
      return "";
  }
}

/// Writes the code of one advice.
class Writer {
 public:
  explicit Writer(Advice& advice)
      : advice_(advice), use_(advice.use), buffer_(use_.kind == ResourceKind::kBuffer) {}

  void write() {
    header("<ferry/transfer/transfer_manager.hpp>");
    create();
    upload();
    use();
    submit();
    read_back();
    finish();
  }

 private:
  template <typename... Parts>
  void line(const Parts&... parts) {
    code_ += text(parts...);
    code_ += '\n';
  }

  /// `made`, a Result of a value, is looked at.
  void check(std::string_view made) { line("if (!", made, ") return ferry::fail(", made, ".error());"); }

  void header(std::string_view name) { advice_.headers.push_back(name); }
  /// Direct3D 12's own words are used.
  void need_d3d12() {
    if (!needs_d3d12_) header("<ferry/gpu/d3d12.hpp>");
    needs_d3d12_ = true;
  }

  /// `, FLAG` where there is one.
  std::string flags() {
    if (advice_.flags == 0) return "";
    need_d3d12();
    return text(", ", flag_name(advice_.flags));
  }
  std::string state(std::uint32_t state) {
    need_d3d12();
    return state_name(state);
  }

  std::string creation() {
    if (buffer_) {
      return text("device->create_buffer(ferry::HeapKind::kDefault, ",
                  use_.from == BytesFrom::kMemory && brings_bytes(use_) ? "bytes.size()" : "size",
                  ", \"shared\"", flags(), ")");
    }
    if (advice_.initial_state == kStateCommon)
      return text("device->create_texture(desc, \"shared\"", flags(), ")");
    return text("device->create_texture(desc, \"shared\"", flags(),
                ",\n                                      ", state(advice_.initial_state), ")");
  }

  void create() {
    switch (advice_.upload) {
      case UploadWay::kDirectWrite:
        line("auto filled = manager.create_buffer_with(bytes, \"shared\"", flags(), ");");
        check("filled");
        line(
            "if (auto waits = manager.wait_on(queue, filled->ready); !waits) return waits;  // for nothing, "
            "mostly");
        resource_ = "filled->buffer.get()";
        return;
      case UploadWay::kRingMemory:
        line("// Once:");
        line("auto ring = ferry::UploadRing::create(device, ", advice_.ring_bytes, ");");
        check("ring");
        return;
      case UploadWay::kRotation:
        header("<array>");
        line("// Once: a copy for each frame in flight, and the one that is written.");
        line("struct Copy {");
        line("  ferry::ComPtr<ID3D12Resource> resource;");
        line("  ferry::FencePoint last_use;");
        line("};");
        line("std::array<Copy, ", use_.frames_in_flight + 1, "> copies;");
        line("for (Copy& copy : copies) {");
        line("  auto made = ", creation(), ";");
        line("  if (!made) return ferry::fail(made.error());");
        line("  copy.resource = *made;");
        line("}");
        resource_ = "copy.resource.get()";
        return;
      case UploadWay::kLoader:
      case UploadWay::kLoaderPack:
        return;
      default:
        break;
    }
    if (!advice_.creates_resource) return;
    const std::string_view name = buffer_ ? "buffer" : "texture";
    line("// Once:");
    line("auto ", name, " = ", creation(), ";");
    check(name);
    resource_ = text(name, "->get()");
  }

  void upload() {
    switch (advice_.upload) {
      case UploadWay::kNone:
      case UploadWay::kDirectWrite:
        return;
      case UploadWay::kBatch:
      case UploadWay::kBatchInPlace:
        batch();
        return;
      case UploadWay::kRotation:
        line("// Each frame:");
        line("Copy& copy = copies[frame % copies.size()];");
        line("if (auto free = manager.wait(copy.last_use); !free) return free;  // long complete, mostly");
        batch();
        return;
      case UploadWay::kRecording:
        recording();
        return;
      case UploadWay::kLoader:
      case UploadWay::kLoaderPack:
        load();
        return;
      case UploadWay::kRingMemory:
        ring_memory();
        return;
    }
  }

  void batch() {
    line("auto batch = manager.begin_upload();  // on COPY; takes any number of resources");
    check("batch");
    const bool in_place = use_.from == BytesFrom::kGenerated;
    if (in_place && buffer_) {
      header("<algorithm>");
      line("for (std::uint64_t at = 0; at < size;) {");
      line("  const std::uint64_t piece = std::min(size - at, batch->max_in_place());");
      line("  auto memory = batch->stage_buffer(", resource_, ", at, piece);");
      line("  if (!memory) return ferry::fail(memory.error());");
      line("  write_bytes(at, *memory);");
      line("  at += piece;");
      line("}");
    } else if (in_place) {
      each_subresource(text("batch->upload_rows(", resource_, ", i, write_rows)"));
    } else if (buffer_) {
      line("if (auto staged = batch->upload_buffer(", resource_, ", 0, bytes); !staged) return staged;");
    } else {
      line("if (auto staged = batch->upload_texture(", resource_, ", 0, texels); !staged) return staged;");
    }
    line("auto uploaded = batch->submit(\"shared\");");
    check("uploaded");
    line(
        "if (auto waits = manager.wait_on(queue, *uploaded); !waits) return waits;  // the GPU waits, no "
        "thread");
  }

  void each_subresource(const std::string& call) {
    line("for (std::uint32_t i = 0; i < ferry::subresource_count(desc); ++i) {");
    line("  if (auto staged = ", call, "; !staged) return staged;");
    line("}");
  }

  void recording() {
    const bool in_place = use_.from == BytesFrom::kGenerated;
    const std::string after = state(first_used_state(use_));
    line("auto recording = manager.begin_recording(ferry::QueueKind::kDirect);");
    if (buffer_) {
      if (in_place) line("std::vector<std::byte> made(size);");
      line("// Each frame, before your list uses it:");
      if (in_place) {
        header("<vector>");
        line("write_bytes(0, std::span(made));");
      }
      line("if (auto staged = recording.upload_buffer(", resource_, ", 0, ", in_place ? "made" : "bytes",
           ",");
      line("                                          {.after = ", after, "});");
      line("    !staged) {");
      line("  return staged;");
      line("}");
    } else {
      line("std::uint32_t state = D3D12_RESOURCE_STATE_COMMON;");
      line("// Each frame, before your list uses it:");
      line("const ferry::StateChange states = {state, ", after, "};");
      each_subresource(in_place ? text("recording.upload_rows(", resource_, ", i, write_rows, states)")
                                : text("recording.upload_texture(", resource_, ", i, texels[i], states)"));
      line("state = states.after;");
    }
    line("if (auto recorded = recording.record(list); !recorded) return recorded;");
  }

  void load() {
    header("<ferry/loader/loader.hpp>");
    header("<utility>");
    line("ferry::LoadRequest request;");
    if (advice_.upload == UploadWay::kLoaderPack) {
      header("<ferry/assets/pack.hpp>");
      line("auto opened = ferry::Pack::open(path);  // once for all that is in it");
      check("opened");
      line("const auto pack = std::make_shared<const ferry::Pack>(*std::move(opened));");
      line("const ferry::PackEntry* const entry = pack->find(name);");
      line(
          "if (entry == nullptr) return ferry::fail(ferry::ErrorCode::kNotFound, \"no '\", name, \"' in the "
          "pack\");");
      line("auto pieces = std::make_shared<const ferry::PlacedPieces>(pack->placed(*entry));");
      line("request.source = ferry::PlacedSource{path, std::move(pieces), ferry::unpacker(pack, *entry)};");
    } else {
      line("request.source = ferry::FileSource{path};");
      if (!buffer_) line("request.decode = decode;  // not for files that hold texels as they are");
    }
    const std::string_view desc = advice_.upload == UploadWay::kLoaderPack ? "entry->desc" : "desc";
    if (buffer_) {
      line("request.destination = ferry::NewBuffer{\"shared\"", flags(), "};");
    } else {
      line("request.destination = ferry::NewTexture{", desc, ", \"shared\"", flags(), "};");
    }
    line("request.priority = ferry::LoadPriority::kNormal;");
    line("auto ticket = loader.load(std::move(request));");
    check("ticket");
    line("if (auto ready = ticket->wait(); !ready) return ready;  // or look at ticket->ready() each frame");
    line("const ferry::ComPtr<ID3D12Resource> resource = ticket->resource();");
    resource_ = "resource.get()";
  }

  void ring_memory() {
    need_d3d12();
    line("// Each frame:");
    const bool made = use_.from == BytesFrom::kGenerated;
    line("auto block = (*ring)->reserve(", made ? "size" : "bytes.size()", ", 256);");
    check("block");
    if (made) {
      line("write_bytes(0, std::span(block->cpu, static_cast<std::size_t>(block->size)));");
    } else {
      header("<cstring>");
      line("std::memcpy(block->cpu, bytes.data(), bytes.size());  // in order, once; never read it");
    }
    switch (*use_.bind) {
      case BindAs::kConstant:
        line("list->SetGraphicsRootConstantBufferView(0, block->gpu_address);");
        break;
      case BindAs::kVertex:
        line(
            "const D3D12_VERTEX_BUFFER_VIEW view = {block->gpu_address, static_cast<UINT>(block->size), "
            "16};");
        line("list->IASetVertexBuffers(0, 1, &view);");
        break;
      case BindAs::kIndex:
        line("const D3D12_INDEX_BUFFER_VIEW view = {block->gpu_address, static_cast<UINT>(block->size),");
        line("                                      DXGI_FORMAT_R32_UINT};");
        line("list->IASetIndexBuffer(&view);");
        break;
      default:
        line("list->SetGraphicsRootShaderResourceView(1, block->gpu_address);");
        break;
    }
  }

  /// The barrier that nobody else sees to: from COMMON, to which COPY left it, to where it does not promote.
  void use() {
    const std::uint32_t wanted = first_used_state(use_);
    const bool by_copy_queue = advice_.upload_queue == QueueKind::kCopy;
    if (!by_copy_queue || promotes(use_.kind, wanted)) return;
    line("const ferry::Barrier to_use[] = {{", resource_, ", ferry::kAllSubresources, ferry::kStateCommon,");
    line("                                  ", state(wanted), "}};");
    line("ferry::record_barriers(list, to_use);");
    barrier_ = true;
  }

  void submit() {
    const bool reads = advice_.readback_queue.has_value();
    const bool per_frame = advice_.upload == UploadWay::kRecording ||
                           advice_.upload == UploadWay::kRotation || advice_.upload == UploadWay::kRingMemory;
    if (!reads && !per_frame && !barrier_) return;
    need_d3d12();
    line("// ... your commands that use it ...");
    line("list->Close();");
    line("ID3D12CommandList* lists[] = {list};");
    line("queue->ExecuteCommandLists(1, lists);");
    line("queue->Signal(fence, ++fence_value);");
    if (advice_.upload == UploadWay::kRecording) {
      line("auto retired = recording.retire_with(fence, fence_value);  // staging comes back then");
      check("retired");
    }
    if (reads || advice_.upload == UploadWay::kRotation || advice_.upload == UploadWay::kRingMemory) {
      line("auto drawn = manager.point_of(fence, fence_value);");
      check("drawn");
    }
    if (advice_.upload == UploadWay::kRotation) line("copy.last_use = *drawn;");
    if (advice_.upload == UploadWay::kRingMemory) line("(*ring)->commit(*block, *drawn);");
  }

  /// `{...}, {.after = *drawn}`: the request of a readback.
  std::string request() {
    if (advice_.readback == ReadbackWay::kQueries) {
      return "{queries, D3D12_QUERY_TYPE_TIMESTAMP, 0, static_cast<std::uint32_t>(size / 8)}, {.after = "
             "*drawn}";
    }
    if (buffer_) return text("{", resource_, ", 0, size}, {.after = *drawn}");
    return text("{.source = ", resource_, ", .state = ", state(written_state(use_)),
                "},\n    {.after = *drawn}");
  }
  std::string_view call() const {
    if (advice_.readback == ReadbackWay::kQueries) return "manager.read_queries";
    return buffer_ ? "manager.read_buffer" : "manager.read_texture";
  }

  void read_back() {
    switch (advice_.readback) {
      case ReadbackWay::kNone:
      case ReadbackWay::kOwnCopy:
        return;
      case ReadbackWay::kQueries:
        if (use_.cpu_reads == HowOften::kPerFrame) {
          tickets_in_flight();
        } else {
          one_ticket();
        }
        return;
      case ReadbackWay::kTicket:
        one_ticket();
        return;
      case ReadbackWay::kTicketQueue:
        tickets_in_flight();
        return;
      case ReadbackWay::kFrameCapture:
        frame_capture();
        return;
    }
  }

  void one_ticket() {
    line("auto asked = ", call(), "(", request(), ");");
    check("asked");
    line("auto read = asked->take();  // waits; where a frame must not, look at asked->ready() first");
    check("read");
    line("look_at(read->bytes());");
    looks_ = true;
  }

  void tickets_in_flight() {
    header("<deque>");
    line("// on_their_way is kept from frame to frame.");
    line("std::deque<ferry::ReadbackTicket> on_their_way;");
    line("auto asked = ", call(), "(", request(), ");");
    check("asked");
    line("on_their_way.push_back(*asked);");
    line("while (!on_their_way.empty() && on_their_way.front().ready()) {");
    line("  auto read = on_their_way.front().take();");
    line("  if (!read) return ferry::fail(read.error());");
    line("  look_at(read->bytes());");
    line("  on_their_way.pop_front();");
    line("}");
    looks_ = true;
  }

  void frame_capture() {
    header("<ferry/transfer/frame_capture.hpp>");
    line("// capture is kept from frame to frame.");
    line("ferry::FrameCapture capture(manager, {.max_in_flight = ", use_.frames_in_flight + 1, "});");
    line("auto asked = capture.frame(", request(), ");");
    check("asked");
    line("while (auto arrived = capture.next()) {");
    line("  auto read = arrived->ticket.take();");
    line("  if (!read) return ferry::fail(read.error());");
    line("  look_at(read->bytes());");
    line("}");
    looks_ = true;
  }

  void finish() {
    std::string above;
    for (const auto& [name, words] : kGiven) {
      if (has_word(code_, name)) above += text("// Given: ", name, ": ", words, ".\n");
    }
    if (looks_) above += "// Given: look_at: takes a std::span<const std::byte>.\n";
    advice_.code = above + code_;
  }

  Advice& advice_;
  const ResourceUse& use_;
  bool buffer_;
  bool needs_d3d12_ = false;
  bool barrier_ = false;
  bool looks_ = false;
  std::string resource_;
  std::string code_;
};

}  // namespace

void add_code(Advice& advice) {
  if (advice.place == MemoryPlace::kCpuMemory) return;
  Writer(advice).write();
}

}  // namespace ferry::advice
