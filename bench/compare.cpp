#include "compare.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <string_view>
#include <utility>

#include "must.hpp"
#include "sampling/sampler.hpp"
#include "sampling/statistics.hpp"

namespace bench {
namespace {

/// What a row came to.
struct Result {
  Row row;
  /// Seconds, [contender][round].
  std::vector<std::vector<double>> samples;
  std::vector<Summary> summaries;
  std::size_t best_bar = 0;  // 0 where there is none.
  double ratio = 0;
  Summary paired;
};

std::string verify(const Row& row) {
  if (!row.check) return "";
  std::uint64_t seed = 1;
  for (const Contender& contender : row.contenders) {
    if (contender.less_work) continue;
    if (row.prepare) row.prepare(seed++);
    contender.run();
    const std::string wrong = row.check();
    if (!wrong.empty()) return contender.name + ": " + wrong;
  }
  return "";
}

void measure(Result& result, const Options& options) {
  std::vector<ferry::measure::Contender> contenders;
  for (const Contender& contender : result.row.contenders) {
    contenders.push_back(ferry::measure::timed(contender.name, [&contender]() -> ferry::Result<void> {
      contender.run();
      return {};
    }));
  }
  ferry::measure::SampleLimits limits;
  limits.seconds = options.seconds;
  limits.least_rounds = static_cast<std::size_t>(options.least_rounds);
  auto samples = ferry::bench::must(ferry::measure::sample_in_turn(contenders, limits));
  for (auto& figures : samples.figures) result.samples.push_back(std::move(figures.front()));
}

void evaluate(Result& result) {
  for (const auto& samples : result.samples) result.summaries.push_back(summarize(samples));
  for (std::size_t i = 1; i < result.samples.size(); ++i) {
    if (result.row.contenders[i].less_work) continue;
    if (result.best_bar == 0 || result.summaries[i].median < result.summaries[result.best_bar].median) {
      result.best_bar = i;
    }
  }
  if (result.best_bar == 0) return;
  result.ratio = result.summaries[result.best_bar].median / result.summaries[0].median;
  std::vector<double> ratios;
  for (std::size_t round = 0; round < result.samples[0].size(); ++round) {
    ratios.push_back(result.samples[result.best_bar][round] / result.samples[0][round]);
  }
  result.paired = summarize(ratios);
}

std::string figure(const Row& row, double seconds) {
  char text[64];
  if (row.bytes != 0) {
    std::snprintf(text, sizeof text, "%8.3f GB/s", static_cast<double>(row.bytes) / seconds * 1e-9);
  } else {
    std::snprintf(text, sizeof text, "%8.2f us  ", seconds / static_cast<double>(row.repeats) * 1e6);
  }
  return text;
}

void print(const Result& result) {
  const Row& row = result.row;
  std::printf("%s  (%zu rounds)\n", row.name.c_str(), result.samples[0].size());
  for (std::size_t i = 0; i < row.contenders.size(); ++i) {
    const Summary& summary = result.summaries[i];
    std::printf("    %-34s %s", row.contenders[i].name.c_str(), figure(row, summary.median).c_str());
    if (row.files != 0) std::printf("  %9.1f files/s", static_cast<double>(row.files) / summary.median);
    std::printf("  +-%4.1f%%", summary.spread * 100);
    if (i > 0) std::printf("   %.3f", summary.median / result.summaries[0].median);
    if (i > 0 && i == result.best_bar) std::printf("  best");
    if (row.contenders[i].less_work) std::printf("  less work");
    std::printf("\n");
  }
  if (result.best_bar == 0) return;
  std::printf("    ratio of medians %.3f, median of paired ratios %.3f +-%.1f%%, aim %.2f: %s\n",
              result.ratio, result.paired.median, result.paired.spread * 100, row.aim,
              std::max(result.ratio, result.paired.median) >= row.aim ? "met" : "MISSED");
}

void print_table(const std::vector<Result>& results) {
  std::printf("\n%-40s %-15s %-15s %-34s %7s %7s %5s\n", "row", "ours", "best bar", "which", "medians",
              "paired", "aim");
  for (const Result& result : results) {
    if (result.best_bar == 0) continue;
    const Row& row = result.row;
    std::printf("%-40s %-15s %-15s %-34s %7.3f %7.3f %5.2f%s\n", row.name.c_str(),
                figure(row, result.summaries[0].median).c_str(),
                figure(row, result.summaries[result.best_bar].median).c_str(),
                row.contenders[result.best_bar].name.c_str(), result.ratio, result.paired.median, row.aim,
                std::max(result.ratio, result.paired.median) >= row.aim ? "" : "  MISSED");
  }
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) continue;
    out += c;
  }
  return out + '"';
}

bool write_json(const std::string& path, const std::vector<Result>& results,
                const std::vector<std::pair<std::string, std::string>>& context) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  std::fprintf(file, "{\n  \"context\": {");
  for (std::size_t i = 0; i < context.size(); ++i) {
    std::fprintf(file, "%s\n    %s: %s", i == 0 ? "" : ",", quoted(context[i].first).c_str(),
                 quoted(context[i].second).c_str());
  }
  std::fprintf(file, "\n  },\n  \"rows\": [");
  for (std::size_t r = 0; r < results.size(); ++r) {
    const Result& result = results[r];
    std::fprintf(file, "%s\n    {\"name\": %s, \"bytes\": %llu, \"repeats\": %llu, \"aim\": %g,",
                 r == 0 ? "" : ",", quoted(result.row.name).c_str(),
                 static_cast<unsigned long long>(result.row.bytes),
                 static_cast<unsigned long long>(result.row.repeats), result.row.aim);
    if (result.row.files != 0)
      std::fprintf(file, " \"files\": %llu,", static_cast<unsigned long long>(result.row.files));
    std::fprintf(file, " \"ratio_of_medians\": %.4f, \"paired_ratio\": %.4f, \"paired_spread\": %.4f,\n",
                 result.ratio, result.paired.median, result.paired.spread);
    std::fprintf(file, "     \"contenders\": [");
    for (std::size_t i = 0; i < result.samples.size(); ++i) {
      const Contender& contender = result.row.contenders[i];
      std::fprintf(file, "%s\n       {\"name\": %s,%s \"median_s\": %.9g, \"spread\": %.4f, \"samples_s\": [",
                   i == 0 ? "" : ",", quoted(contender.name).c_str(),
                   contender.less_work ? " \"less_work\": true," : "", result.summaries[i].median,
                   result.summaries[i].spread);
      for (std::size_t s = 0; s < result.samples[i].size(); ++s) {
        std::fprintf(file, "%s%.9g", s == 0 ? "" : ", ", result.samples[i][s]);
      }
      std::fprintf(file, "]}");
    }
    std::fprintf(file, "]}");
  }
  std::fprintf(file, "\n  ]\n}\n");
  return std::fclose(file) == 0;
}

[[noreturn]] void usage(const char* program, const char* about, const std::vector<ExtraOption>& extra,
                        const Options& defaults, int code) {
  std::FILE* out = code == 0 ? stdout : stderr;
  std::fprintf(out,
               "%s\n\n"
               "usage: %s [options]\n"
               "  --filter RE    only rows whose name matches\n"
               "  --contender RE only contenders whose name matches, for profiles\n"
               "  --seconds S    measured time for each row (default %g)\n"
               "  --rounds N     rounds measured at the least (default %d)\n"
               "  --verify       compare bytes once for each row and contender, before it is measured\n"
               "  --json FILE    write every sample\n"
               "  --list         only list the rows\n",
               about, program, defaults.seconds, defaults.least_rounds);
  for (const ExtraOption& option : extra)
    std::fprintf(out, "  %-14s %s\n", option.name.c_str(), option.help.c_str());
  std::exit(code);
}

}  // namespace

Summary summarize(std::vector<double> samples) {
  const ferry::measure::Spread spread = ferry::measure::spread_of(std::move(samples));
  return {spread.median, spread.relative()};
}

Options parse_options(int argc, char** argv, const char* about, const std::vector<ExtraOption>& extra,
                      const Options& defaults) {
  Options options = defaults;
  for (int i = 1; i < argc; ++i) {
    std::string_view name = argv[i];
    if (name == "--help" || name == "-h") usage(argv[0], about, extra, defaults, 0);
    if (name == "--verify") {
      options.verify = true;
      continue;
    }
    if (name == "--list") {
      options.list = true;
      continue;
    }
    std::string value;
    if (const auto equals = name.find('='); equals != std::string_view::npos) {
      value = name.substr(equals + 1);
      name = name.substr(0, equals);
    } else if (++i < argc) {
      value = argv[i];
    } else {
      usage(argv[0], about, extra, defaults, 2);
    }
    if (name == "--filter") {
      options.filter = value;
    } else if (name == "--contender") {
      options.contender = value;
    } else if (name == "--seconds") {
      options.seconds = std::atof(value.c_str());
    } else if (name == "--rounds") {
      options.least_rounds = std::max(1, std::atoi(value.c_str()));
    } else if (name == "--json") {
      options.json = value;
    } else {
      const auto found =
          std::find_if(extra.begin(), extra.end(), [&](const ExtraOption& o) { return o.name == name; });
      if (found == extra.end()) usage(argv[0], about, extra, defaults, 2);
      *found->value = value;
    }
  }
  return options;
}

int run_rows(const std::vector<RowMaker>& rows, const Options& options,
             const std::vector<std::pair<std::string, std::string>>& context) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  const std::regex filter(options.filter);
  const std::regex contender_filter(options.contender);
  std::vector<Result> results;
  bool wrong_bytes = false;
  for (const auto& [name, value] : context) std::printf("%s: %s\n", name.c_str(), value.c_str());
  for (const RowMaker& maker : rows) {
    if (!std::regex_search(maker.name, filter)) continue;
    if (options.list) {
      std::printf("%s\n", maker.name.c_str());
      continue;
    }
    Result result;
    result.row = maker.make();
    result.row.name = maker.name;
    std::erase_if(result.row.contenders, [&](const Contender& contender) {
      return !std::regex_search(contender.name, contender_filter);
    });
    if (result.row.contenders.empty()) continue;
    if (options.verify) {
      const std::string wrong = verify(result.row);
      if (wrong.empty()) {
        std::printf("%s: bytes are right\n", maker.name.c_str());
      } else {
        std::printf("%s: WRONG BYTES: %s\n", maker.name.c_str(), wrong.c_str());
        wrong_bytes = true;
      }
    }
    measure(result, options);
    evaluate(result);
    print(result);
    // Its memory goes before the next row's comes.
    for (Contender& contender : result.row.contenders) contender.run = nullptr;
    result.row.prepare = nullptr;
    result.row.check = nullptr;
    results.push_back(std::move(result));
    if (!options.json.empty() && !write_json(options.json, results, context)) {
      std::fprintf(stderr, "cannot write %s\n", options.json.c_str());
      return 1;
    }
  }
  if (!options.list) print_table(results);
  return wrong_bytes ? 1 : 0;
}

}  // namespace bench
