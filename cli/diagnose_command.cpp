#include "diagnose_command.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/diagnose/picture_diagnosis.hpp>

#include "exit_code.hpp"
#include "output.hpp"
#include "report.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace {

nlohmann::ordered_json to_json(const PictureDiagnosis& found) {
  nlohmann::ordered_json possible = nlohmann::ordered_json::array();
  for (const PictureFault fault : found.possible) possible.push_back(to_string(fault));
  nlohmann::ordered_json pitches = nlohmann::ordered_json::array();
  for (const PitchPair& pair : found.pitches) {
    pitches.push_back({{"written", pair.written}, {"read", pair.read}});
  }
  nlohmann::ordered_json document = {{"ferry", kVersion},
                                     {"fault", to_string(found.fault)},
                                     {"possible", std::move(possible)},
                                     {"sentence", found.sentence},
                                     {"remedy", found.remedy},
                                     {"bytes", found.bytes},
                                     {"wrong_bytes", found.wrong_bytes},
                                     {"wrong_rows", found.wrong_rows},
                                     {"first_wrong_row", found.first_wrong_row},
                                     {"last_wrong_row", found.last_wrong_row},
                                     {"pitches", std::move(pitches)},
                                     {"pitches_settled", found.pitches_settled},
                                     {"offset", found.offset}};
  if (found.drift) document["drift"] = *found.drift;
  return document;
}

/// A picture that must be like the first in size and format.
Result<Picture> load_like(const std::string& name, const Picture& first, const std::string& first_name) {
  auto picture = load_png(path_from_utf8(name));
  if (!picture) return picture;
  if (picture->width != first.width || picture->height != first.height || picture->format != first.format) {
    return fail(ErrorCode::kInvalidArgument, name, ": is ", picture->width, "x", picture->height, " ",
                format_name(picture->format), ", and ", first_name, " is ", first.width, "x", first.height,
                " ", format_name(first.format), "; only pictures of one size and format can be compared");
  }
  return picture;
}

}  // namespace

int run_diagnose(const DiagnoseOptions& options) {
  const auto expected = load_png(path_from_utf8(options.expected));
  if (!expected) return unable(expected.error(), options.json, kExitFailed);
  const auto got = load_like(options.got, *expected, options.expected);
  if (!got) return unable(got.error(), options.json, kExitFailed);
  PictureCase picture;
  picture.format = expected->format;
  picture.width = expected->width;
  picture.height = expected->height;
  picture.expected = {expected->pixels.bytes(), expected->row_pitch};
  picture.got = {got->pixels.bytes(), got->row_pitch};
  Picture before;
  Picture again;
  for (const auto& [name, kept, place] : {std::tuple(&options.before, &before, &picture.before),
                                          std::tuple(&options.again, &again, &picture.again)}) {
    if (name->empty()) continue;
    auto loaded = load_like(*name, *expected, options.expected);
    if (!loaded) return unable(loaded.error(), options.json, kExitFailed);
    *kept = *std::move(loaded);
    *place = PictureBytes{kept->pixels.bytes(), kept->row_pitch};
  }
  const auto found = diagnose_picture(picture);
  if (!found) return unable(found.error(), options.json, kExitFailed);
  Output output;
  if (options.json) {
    output.text(json_text(to_json(*found)));
  } else {
    output.line(found->sentence);
    if (!found->remedy.empty()) output.line(found->remedy);
  }
  return output.finish(found->fault == PictureFault::kSame ? kExitGood : kExitFailed);
}

}  // namespace ferry::cli
