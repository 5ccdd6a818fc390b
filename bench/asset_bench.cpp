// Files per second to GPU memory by format: the loader beside a program that reads, decodes and copies by
// hand, and beside reading and decoding alone. README.md says how to read what it prints.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <ferry/base/units.hpp>
#include <ferry/loader/loader.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include <decode_texture.hpp>
#include <verify.hpp>

#include "asset_files.hpp"
#include "compare.hpp"
#include "hand/workers.hpp"
#include "must.hpp"

namespace {

using namespace ferry::literals;
using bench::AssetFile;
using bench::AssetFiles;
using bench::AssetFormat;
using bench::TextureSize;
using ferry::bench::must;

/// Of the hand-written side, which is best with it (transfer_bench).
constexpr std::uint64_t kSegment = 4_MiB;
/// Staging memory of either side, the loader's default; each thread by hand has two segments at least.
constexpr std::uint64_t kStaging = 32_MiB;
/// Bytes of any texture here, with room to spare.
constexpr std::uint64_t kMostTexels = 24_MiB;

/// What lives as long as the program.
struct Machine {
  std::shared_ptr<ferry::Device> device;
  std::unique_ptr<ferry::TransferManager> manager;
  std::unique_ptr<ferry::Loader> loader;
  std::size_t threads = 1;
  /// Loaders by hand, one for each thread; those of the one thread, and of as many as the loader has.
  struct ByHand {
    ByHand(ID3D12Device* d3d, std::size_t threads) : workers(threads) {
      const std::size_t segments = std::max<std::size_t>(2, kStaging / kSegment / threads);
      for (std::size_t i = 0; i < threads; ++i) {
        loaders.push_back(std::make_unique<hand::TextureFiles>(d3d, kSegment, segments));
      }
    }
    hand::Workers workers;
    std::vector<std::unique_ptr<hand::TextureFiles>> loaders;
  };
  std::unique_ptr<ByHand> one;
  std::unique_ptr<ByHand> many;
};

/// The files of a row, and the textures that they go to.
struct Work {
  Work(ferry::Device& device, AssetFormat format, const std::vector<TextureSize>& sizes)
      : folder("ferry_asset_bench_" + bench::name_of(format)),
        files(make_asset_files(format, sizes, folder.path())) {
    for (AssetFile& file : files.files) {
      textures.push_back(must(device.create_texture(file.expected.desc, "asset")));
      file.by_hand.texture = textures.back().get();
      expected.emplace_back(ferry::cli::ExpectedTexture{nullptr, file.expected});
    }
  }

  bench::TemporaryFolder folder;
  AssetFiles files;
  std::vector<ferry::ComPtr<ID3D12Resource>> textures;
  std::vector<ferry::cli::Expected> expected;
};

/// As the command loads them: `ferry load`.
void load_with_ferry(const Machine& machine, const Work& work) {
  std::vector<ferry::LoadRequest> requests(work.files.files.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const AssetFile& file = work.files.files[i];
    ferry::LoadRequest& request = requests[i];
    request.destination = ferry::TextureDestination{work.textures[i].get()};
    if (work.files.pack) {
      const ferry::PackEntry* const entry = work.files.pack->find(file.path);
      request.source = ferry::PlacedSource{
          work.files.pack_path, std::make_shared<const ferry::PlacedPieces>(work.files.pack->placed(*entry)),
          ferry::unpacker(work.files.pack, *entry)};
      continue;
    }
    request.source = ferry::FileSource{file.path};
    request.decode = [device = machine.device.get()](std::span<const std::byte> bytes) {
      return ferry::cli::decode_texture(bytes, {}, device);
    };
  }
  const auto tickets = must(machine.loader->load(std::move(requests)));
  must(machine.loader->wait_idle());
  for (const ferry::LoadTicket& ticket : tickets) must(ticket.wait());
}

/// Each thread takes the next file until there is none.
template <typename Each>
void on_threads(Machine::ByHand& by_hand, const Work& work, const Each& each) {
  std::atomic<std::size_t> next = 0;
  by_hand.workers.run([&](std::size_t worker) {
    hand::TextureFiles& loader = *by_hand.loaders[worker];
    const auto& files = work.files.files;
    for (std::size_t i = next++; i < files.size(); i = next++) each(loader, files[i].by_hand);
    loader.finish();
  });
}

void load_by_hand(Machine::ByHand& by_hand, const Work& work) {
  on_threads(by_hand, work,
             [](hand::TextureFiles& loader, const hand::TextureFile& file) { loader.load(file); });
}

void decode_by_hand(Machine::ByHand& by_hand, const Work& work) {
  on_threads(by_hand, work,
             [](hand::TextureFiles& loader, const hand::TextureFile& file) { loader.decode(file); });
}

/// Puts something else into the textures.
void overwrite(const Machine& machine, const Work& work, std::uint64_t seed) {
  const std::vector<std::byte> other(static_cast<std::size_t>(kMostTexels),
                                     static_cast<std::byte>(seed * 37));
  auto batch = must(machine.manager->begin_upload());
  for (std::size_t i = 0; i < work.textures.size(); ++i) {
    const std::uint32_t count = ferry::subresource_count(work.files.files[i].expected.desc);
    for (std::uint32_t index = 0; index < count; ++index) {
      must(batch.upload_texture(work.textures[i].get(), index, {other.data()}));
    }
  }
  must(machine.manager->wait(must(batch.submit())));
}

std::string check(const Machine& machine, const Work& work) {
  for (std::size_t i = 0; i < work.textures.size(); ++i) {
    if (must(ferry::cli::holds(*machine.manager, work.textures[i].get(), 0, work.expected[i]))) continue;
    return "texture " + std::to_string(i) + " differs";
  }
  return "";
}

bench::Row make_row(const Machine& machine, AssetFormat format, const std::vector<TextureSize>& sizes) {
  const auto work = std::make_shared<Work>(*machine.device, format, sizes);
  bench::Row row;
  row.bytes = work->files.texel_bytes;
  row.files = sizes.size();
  row.aim = 0.95;
  row.contenders.push_back({"ferry", [&machine, work] { load_with_ferry(machine, *work); }});
  const auto add = [&](const char* what, bool less_work, void (*run)(Machine::ByHand&, const Work&)) {
    for (const auto* by_hand : {&machine.one, &machine.many}) {
      Machine::ByHand& ways = **by_hand;
      const std::size_t threads = ways.workers.count();
      if (by_hand == &machine.many && threads == 1) continue;
      row.contenders.push_back({what + std::to_string(threads) + (threads == 1 ? " thread" : " threads"),
                                [&ways, work, run] { run(ways, *work); }, less_work});
    }
  };
  add("by hand, ", false, &load_by_hand);
  add("decoded alone, ", true, &decode_by_hand);
  row.prepare = [&machine, work](std::uint64_t seed) { overwrite(machine, *work, seed); };
  row.check = [&machine, work] { return check(machine, *work); };
  return row;
}

std::vector<TextureSize> small_sizes(std::size_t count) {
  constexpr TextureSize kSizes[] = {{64, 64}, {128, 128}, {200, 120}, {256, 256}, {100, 180}};
  std::vector<TextureSize> sizes;
  for (std::size_t i = 0; i < count; ++i) sizes.push_back(kSizes[i % std::size(kSizes)]);
  return sizes;
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

std::size_t number_of(const std::string& text, std::size_t otherwise) {
  return text.empty() ? otherwise : std::max<std::size_t>(1, std::strtoull(text.c_str(), nullptr, 10));
}

}  // namespace

int main(int argc, char** argv) {
  std::string adapter;
  std::string threads;
  std::string small;
  std::string big;
  bench::Options defaults;
  defaults.seconds = 1.5;
  defaults.least_rounds = 5;
  defaults.verify = true;
  const bench::Options options = bench::parse_options(
      argc, argv, "Texture files to GPU memory, by format.",
      {{"--adapter", "number or part of a name (default: the best)", &adapter},
       {"--threads", "of the loader and by hand (default: the CPU's, 8 at most)", &threads},
       {"--small", "files of 64x64 to 256x256 in a row (default 256)", &small},
       {"--big", "files of 2048x2048 in a row (default 8)", &big}},
      defaults);

  Machine machine;
  machine.threads = number_of(threads, std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  machine.device = must(ferry::Device::create({adapter, "bench"}));
  machine.manager = must(ferry::TransferManager::create(machine.device));
  ferry::LoaderOptions loader_options;
  loader_options.threads = static_cast<std::uint32_t>(machine.threads);
  loader_options.ring_bytes = kStaging;
  machine.loader = must(ferry::Loader::create(machine.device, loader_options));
  machine.one = std::make_unique<Machine::ByHand>(machine.device->d3d(), 1);
  machine.many = std::make_unique<Machine::ByHand>(machine.device->d3d(), machine.threads);

  std::vector<bench::RowMaker> rows;
  const std::vector<std::pair<std::string, std::vector<TextureSize>>> sets = {
      {"small", small_sizes(number_of(small, 256))},
      {"big", std::vector<TextureSize>(number_of(big, 8), {2048, 2048})}};
  for (const auto& [name, sizes] : sets) {
    for (const AssetFormat format : {AssetFormat::kDdsBc7, AssetFormat::kDdsRgba8, AssetFormat::kDdsBgr,
                                     AssetFormat::kKtx2, AssetFormat::kKtx2Zstd, AssetFormat::kPack,
                                     AssetFormat::kPackZstd, AssetFormat::kPng, AssetFormat::kJpeg}) {
      if (format == AssetFormat::kDdsBc7 &&
          !machine.device->supports(ferry::Format::kBc7Unorm, ferry::Dimension::kTexture2D)) {
        continue;
      }
      rows.push_back({name + "/" + bench::name_of(format),
                      [&machine, format, sizes = sizes] { return make_row(machine, format, sizes); }});
    }
  }
  return bench::run_rows(rows, options,
                         {{"adapter", machine.device->adapter().name},
                          {"uma", machine.device->caps().uma ? "yes" : "no"},
                          {"cpu_threads", std::to_string(std::thread::hardware_concurrency())},
                          {"threads", std::to_string(machine.threads)},
                          {"ring_bytes", std::to_string(kStaging)},
                          {"date", today()}});
}
