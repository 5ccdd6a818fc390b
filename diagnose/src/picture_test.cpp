#include <ferry/diagnose/picture_test.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/transfer/transfer_manager.hpp>

namespace ferry {
namespace {

/// What a test picture holds. Noise of different seeds shares nothing.
struct Content {
  bool solid = false;
  std::uint64_t seed = 0;
};
constexpr Content kBefore = {false, 1};
constexpr Content kSolid = {true, 0};
constexpr Content kPattern = {false, 2};
constexpr std::uint64_t kFirstAtOnce = 3;

/// Bytes that look random: each place is like no other (SplitMix64, by Sebastiano Vigna, public domain).
void fill_with_noise(std::span<std::byte> bytes, std::uint64_t seed) {
  std::uint64_t state = seed * 0xd1342543de82ef95u;
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t word = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    word ^= word >> 31;
    std::memcpy(&bytes[i], &word, std::min<std::size_t>(8, bytes.size() - i));
  }
}

/// Every block the same, with a value of its own for each of its bytes.
void fill_with_colour(std::span<std::byte> bytes, std::uint64_t block_bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(0x1f + 0x37 * (i % block_bytes));
}

/// A texture of the test, with what it was to hold and what it held.
struct Trial {
  ComPtr<ID3D12Resource> texture;
  ByteBuffer sent;
  ByteBuffer came;
  FencePoint ready;
};

class PictureTest {
 public:
  PictureTest(TransferManager& manager, const UploadUnderTest& upload, const PictureTestOptions& options)
      : manager_(manager), upload_(upload), options_(options) {}

  Result<PictureTestReport> run() {
    Result<void> done = prepare();
    if (done) done = run_trials();
    // What still runs must not lose its textures.
    Result<void> finished = finish();
    if (!done) return fail(std::move(done).error());
    if (!finished) return fail(std::move(finished).error());
    conclude();
    return std::move(report_);
  }

 private:
  Result<void> prepare() {
    if (!upload_) return fail(ErrorCode::kInvalidArgument, "the upload to be tested is empty");
    const FormatInfo* const info = format_info(options_.format);
    if (info == nullptr) {
      return fail(ErrorCode::kInvalidArgument, "format ", static_cast<std::uint32_t>(options_.format),
                  " is not a format");
    }
    if (info->planar || info->opaque || info->depth_stencil) {
      return fail(ErrorCode::kUnsupported, info->name,
                  " cannot be tested; test a colour format of as many bytes a texel");
    }
    desc_.format = options_.format;
    desc_.width = options_.width;
    desc_.height = options_.height;
    auto where = footprint(desc_, 0);
    if (!where) return fail(std::move(where).error());
    footprint_ = *where;
    block_bytes_ = info->planes[0].block_bytes;
    auto before = make_content(kBefore);
    if (!before) return fail(std::move(before).error());
    before_ = *std::move(before);

    trials_.resize(2 + std::size_t{options_.at_once});
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      const Content content = i == 0 ? kSolid : i == 1 ? kPattern : Content{false, kFirstAtOnce + i};
      auto sent = make_content(content);
      if (!sent) return fail(std::move(sent).error());
      trials_[i].sent = *std::move(sent);
      auto texture = manager_.device()->create_texture(desc_, "picture test");
      if (!texture) return fail(std::move(texture).error());
      trials_[i].texture = *std::move(texture);
    }
    return fill_with_before();
  }

  Result<ByteBuffer> make_content(Content content) const {
    auto bytes = ByteBuffer::make(tight_bytes(footprint_), "a picture of the picture test");
    if (!bytes) return bytes;
    if (content.solid) {
      fill_with_colour(bytes->bytes(), block_bytes_);
    } else {
      fill_with_noise(bytes->bytes(), content.seed);
    }
    return bytes;
  }

  Result<void> fill_with_before() {
    auto batch = manager_.begin_upload();
    if (!batch) return fail(std::move(batch).error());
    for (const Trial& trial : trials_) {
      TextureData data;
      data.data = before_.data();
      if (auto staged = batch->upload_texture(trial.texture.get(), 0, data); !staged) return staged;
    }
    const auto point = batch->submit("picture test: what is there before");
    if (!point) return fail(point.error());
    return manager_.wait(*point);
  }

  Result<void> run_trials() {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (auto sent = send(i); !sent) return sent;
      if (auto came = read(trials_[i]); !came) return came;
    }
    for (std::uint32_t i = 2; i < trials_.size(); ++i) {
      if (auto sent = send(i); !sent) return sent;
    }
    for (std::size_t i = 2; i < trials_.size(); ++i) {
      if (auto came = read(trials_[i]); !came) return came;
    }
    std::vector<PictureBytes> others;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      others.clear();
      for (std::size_t k = 0; k < trials_.size(); ++k) {
        if (k != i) others.push_back({trials_[k].sent.bytes()});
      }
      auto found = diagnose(trials_[i], others);
      if (!found) return fail(std::move(found).error());
      // Counted among all uploads, the number is the upload's own.
      if (found->other >= i && found->fault == PictureFault::kOtherPicture) ++found->other;
      (i == 0   ? report_.solid
       : i == 1 ? report_.pattern
                : report_.at_once.emplace_back()) = *std::move(found);
    }
    return look_again();
  }

  Result<void> send(std::uint32_t number) {
    Trial& trial = trials_[number];
    auto ready =
        upload_({trial.texture.get(), trial.sent.bytes(), footprint_.row_bytes, footprint_.rows, number});
    if (!ready) return fail(std::move(ready).error());
    trial.ready = *ready;
    return {};
  }

  Result<void> read(Trial& trial) {
    TextureReadback request;
    request.source = trial.texture.get();
    request.state = options_.state;
    ReadbackOptions how;
    if (trial.ready.value != 0) how.after = trial.ready;
    auto ticket = manager_.read_texture(request, how);
    if (!ticket) return fail(std::move(ticket).error());
    auto came = ticket->take();
    if (!came) return fail(std::move(came).error());
    trial.came = *std::move(came);
    return {};
  }

  Result<PictureDiagnosis> diagnose(const Trial& trial, std::span<const PictureBytes> others) const {
    PictureCase picture;
    picture.format = options_.format;
    picture.width = options_.width;
    picture.height = options_.height;
    picture.expected = {trial.sent.bytes()};
    picture.got = {trial.came.bytes()};
    picture.before = PictureBytes{before_.bytes()};
    picture.others = others;
    return diagnose_picture(picture);
  }

  /// What is wrong now and right when all is over was read too early.
  Result<void> look_again() {
    if (!options_.finish) return {};
    std::vector<PictureDiagnosis*> found = {&report_.solid, &report_.pattern};
    for (PictureDiagnosis& one : report_.at_once) found.push_back(&one);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i]->fault == PictureFault::kSame) continue;
      if (auto finished = finish(); !finished) return finished;
      if (auto came = read(trials_[i]); !came) return came;
      auto later = diagnose(trials_[i], {});
      if (!later) return fail(std::move(later).error());
      if (later->fault != PictureFault::kSame) continue;
      found[i]->fault = PictureFault::kTooEarly;
      found[i]->possible = {PictureFault::kTooEarly};
      found[i]->sentence = text("Read too early: ", found[i]->wrong_bytes, " of ", found[i]->bytes,
                                " bytes differed at the point that the upload gave, and all were right once "
                                "its work was complete.");
      found[i]->remedy =
          "Signal a fence behind the upload's last list, and have the reader wait for that value: a queue by "
          "ID3D12CommandQueue::Wait, the CPU by the event.";
    }
    return {};
  }

  Result<void> finish() {
    if (std::exchange(finished_, true) || !options_.finish) return {};
    return options_.finish();
  }

  void conclude() {
    const bool solid_right = report_.solid.fault == PictureFault::kSame;
    if (report_.pattern.fault != PictureFault::kSame) {
      report_.verdict = report_.pattern;
      if (solid_right && is_of_layout(report_.pattern)) {
        report_.verdict.sentence += " The solid colour came right, as it does where only rows are moved.";
      }
      return;
    }
    report_.verdict = report_.solid;
    for (std::size_t i = 0; solid_right && i < report_.at_once.size(); ++i) {
      if (report_.at_once[i].fault == PictureFault::kSame) continue;
      report_.verdict = report_.at_once[i];
      return;
    }
    if (solid_right) report_.verdict = report_.pattern;
  }

  static bool is_of_layout(const PictureDiagnosis& found) {
    return found.fault == PictureFault::kPitch || found.fault == PictureFault::kOffset;
  }

  TransferManager& manager_;
  const UploadUnderTest& upload_;
  const PictureTestOptions& options_;
  TextureDesc desc_;
  Footprint footprint_;
  std::uint64_t block_bytes_ = 1;
  ByteBuffer before_;
  std::vector<Trial> trials_;
  bool finished_ = false;
  PictureTestReport report_;
};

}  // namespace

std::string PictureTestReport::to_text() const {
  std::string out = text("solid colour: ", solid.sentence, "\npattern: ", pattern.sentence, "\n");
  for (std::size_t i = 0; i < at_once.size(); ++i) {
    out += text("upload ", i + 2, " of those at once: ", at_once[i].sentence, "\n");
  }
  out += text("verdict: ", to_string(verdict.fault), ". ", verdict.sentence, "\n");
  if (!verdict.remedy.empty()) out += text("remedy: ", verdict.remedy, "\n");
  return out;
}

Result<PictureTestReport> test_picture_upload(TransferManager& manager, const UploadUnderTest& upload,
                                              const PictureTestOptions& options) {
  return PictureTest(manager, upload, options).run();
}

}  // namespace ferry
