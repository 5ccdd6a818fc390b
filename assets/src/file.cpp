#include <ferry/assets/file.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

#include <ferry/base/system_path.hpp>

namespace ferry {

namespace fs = std::filesystem;

namespace {

using FileHandle = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

enum class Mode : std::uint8_t { kRead, kWrite, kWriteNew };

std::FILE* open_file(const fs::path& path, Mode mode) {
#if defined(_WIN32)
  const wchar_t* const words[] = {L"rb", L"wb", L"wbx"};
  return _wfopen(system_path(path).c_str(), words[static_cast<int>(mode)]);
#else
  const char* const words[] = {"rbe", "wbe", "wbxe"};  // e: not handed on to programs this one starts
  return std::fopen(path.c_str(), words[static_cast<int>(mode)]);
#endif
}

/// An errno as an Error about `path`; `doing` is `read` or `write`.
Failure system_failure(const fs::path& path, std::string_view doing, int number) {
  const std::string name = path_text(path);
  switch (number) {
    case ENOENT:
      return fail(ErrorCode::kNotFound, name, ": no such file or folder");
    case ENOTDIR:
      return fail(ErrorCode::kNotFound, name, ": a part of the path is not a folder");
    case EISDIR:
      return fail(ErrorCode::kIo, name, ": is a directory, not a file");
    case EACCES:
    case EPERM:
      return fail(ErrorCode::kIo, name, ": no permission to ", doing, " it");
    case ENOSPC:
      return fail(ErrorCode::kIo, name, ": the disk is full");
    case EROFS:
      return fail(ErrorCode::kIo, name, ": the file system is read-only");
    default:
      return fail(ErrorCode::kIo, name, ": cannot ", doing, " it: ", std::generic_category().message(number));
  }
}

Failure empty_path() {
  return fail(ErrorCode::kInvalidArgument, "a file's path is empty");
}

/// A name that no other writer, in this process or another, is likely to use.
fs::path temporary_beside(const fs::path& target) {
  static std::atomic<std::uint64_t> counter{0};
  const auto ticks = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return target.parent_path() / text(".ferry-", Hex{ticks}, "-", counter.fetch_add(1), ".part");
}

}  // namespace

fs::path path_from_utf8(std::string_view utf8) {
#if defined(_WIN32)
  // filesystem::path's own conversion throws on bad UTF-8, which this library must not.
  std::u16string wide;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    std::uint32_t code = length == 1 ? lead : lead & (0x7fU >> length);
    if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || utf8.size() - i < length) return {};
    for (std::size_t k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(utf8[i + k]);
      if ((next & 0xc0U) != 0x80U) return {};
      code = (code << 6) | (next & 0x3fU);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (surrogate || code > 0x10ffff || (length == 3 && code < 0x800) || (length == 4 && code < 0x10000))
      return {};
    if (code >= 0x10000) {
      wide += static_cast<char16_t>(0xd7c0 + (code >> 10));
      wide += static_cast<char16_t>(0xdc00 + (code & 0x3ff));
    } else {
      wide += static_cast<char16_t>(code);
    }
    i += length;
  }
  return fs::path(std::wstring(wide.begin(), wide.end()));
#else
  return fs::path(utf8);
#endif
}

std::string path_text(const fs::path& path) {
#if defined(_WIN32)
  // By hand for the same reason: unpaired surrogates are legal in Windows file names and would throw.
  const std::wstring& wide = path.native();
  std::string utf8;
  for (std::size_t i = 0; i < wide.size(); ++i) {
    std::uint32_t code = static_cast<char16_t>(wide[i]);
    if (code >= 0xd800 && code < 0xe000) {
      const std::uint32_t low = i + 1 < wide.size() ? static_cast<char16_t>(wide[i + 1]) : 0;
      if (code < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        ++i;
      } else {
        code = 0xfffd;
      }
    }
    if (code < 0x80) {
      utf8 += static_cast<char>(code);
      continue;
    }
    constexpr std::uint32_t kLeads[] = {0, 0xc0, 0xe0, 0xf0};
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    utf8 += static_cast<char>(kLeads[more] | (code >> (6 * more)));
    for (int k = more - 1; k >= 0; --k) utf8 += static_cast<char>(0x80U | ((code >> (6 * k)) & 0x3fU));
  }
  return utf8;
#else
  return path.native();
#endif
}

Result<ByteBuffer> read_file(const fs::path& path, std::uint64_t max_bytes) {
  if (path.empty()) return empty_path();
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  if (fs::is_directory(status)) return system_failure(path, "read", EISDIR);
  const FileHandle file(open_file(path, Mode::kRead), &std::fclose);
  if (!file) return system_failure(path, "read", errno);

  const auto too_big = [&] {
    return fail(ErrorCode::kInvalidArgument, path_text(path), ": is bigger than ", byte_text(max_bytes),
                ", the most that is read here");
  };
  // One byte more than the file is said to have, so that its end is met without growing.
  std::uint64_t wanted = std::uint64_t{64} * 1024;
  if (fs::is_regular_file(status)) {
    const std::uintmax_t size = fs::file_size(path, unknown);
    if (!unknown) {
      if (size > max_bytes) return too_big();
      wanted = size + 1;
    }
  }
  Result<ByteBuffer> buffer = ByteBuffer::make(wanted, "a file's content");
  if (!buffer) return fail(ErrorCode::kOutOfMemory, path_text(path), ": ", buffer.error().message);
  std::uint64_t have = 0;
  for (;;) {
    const std::size_t got =
        std::fread(buffer->data() + have, 1, static_cast<std::size_t>(buffer->size() - have), file.get());
    have += got;
    if (have > max_bytes) return too_big();
    if (have < buffer->size()) {
      if (std::ferror(file.get()) != 0) return system_failure(path, "read", errno);
      if (std::feof(file.get()) != 0) break;
      continue;
    }
    Result<ByteBuffer> bigger = ByteBuffer::make(buffer->size() * 2, "a file's content");
    if (!bigger) return fail(ErrorCode::kOutOfMemory, path_text(path), ": ", bigger.error().message);
    std::memcpy(bigger->data(), buffer->data(), static_cast<std::size_t>(have));
    buffer = std::move(bigger);
  }
  buffer->shrink(have);
  return buffer;
}

FileWriter& FileWriter::operator=(FileWriter&& other) noexcept {
  if (this != &other) {
    discard();
    file_ = std::move(other.file_);
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_ = std::exchange(other.temporary_, {});
  }
  return *this;
}

FileWriter::~FileWriter() {
  discard();
}

void FileWriter::discard() noexcept {
  if (!file_) return;
  file_.reset();
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(system_path(temporary_), ignored);
}

Result<FileWriter> FileWriter::create(const fs::path& path) {
  if (path.empty()) return empty_path();
  FileWriter writer;
  writer.path_ = path;
  writer.target_ = path;
  std::error_code unknown;
  // By hand, since weakly_canonical() leaves a link to nothing as it is. No system follows more links than
  // this.
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(writer.target_, unknown)); ++i) {
    const fs::path next = fs::read_symlink(writer.target_, unknown);
    if (unknown) return system_failure(path, "write", unknown.default_error_condition().value());
    writer.target_ = writer.target_.parent_path() / next;
  }
  const fs::file_status status = fs::status(writer.target_, unknown);
  if (fs::is_directory(status)) return system_failure(path, "write", EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    writer.file_.reset(open_file(writer.target_, Mode::kWrite));
  } else {
    writer.temporary_ = temporary_beside(writer.target_);
    writer.file_.reset(open_file(writer.temporary_, Mode::kWriteNew));
  }
  if (!writer.file_) return system_failure(path, "write", errno);
  return writer;
}

Result<void> FileWriter::write(std::span<const std::byte> bytes) {
  if (!file_) return fail(ErrorCode::kInvalidArgument, path_text(path_), ": is closed already");
  if (bytes.empty()) return {};
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size()) return {};
  return system_failure(path_, "write", errno);
}

Result<void> FileWriter::commit() {
  if (!file_) return fail(ErrorCode::kInvalidArgument, path_text(path_), ": is closed already");
  std::error_code failed;
  // The last bytes may be refused as late as here.
  if (std::fclose(file_.release()) != 0) {
    failed.assign(errno, std::generic_category());
  } else if (!temporary_.empty()) {
    fs::rename(system_path(temporary_), system_path(target_), failed);
  }
  if (!failed) return {};
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(system_path(temporary_), ignored);
  return system_failure(path_, "write", failed.default_error_condition().value());
}

}  // namespace ferry
