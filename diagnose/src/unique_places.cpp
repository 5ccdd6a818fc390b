#include "unique_places.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <set>
#include <unordered_map>

namespace ferry::diagnose {
namespace {

/// Rows that are sampled from the top, and all over the picture; samples in each.
constexpr std::uint64_t kFirstRows = 24;
constexpr std::uint64_t kSpreadRows = 40;
constexpr std::uint64_t kSamplesPerRow = 8;
constexpr std::uint64_t kSampleBytes = 8;
/// A sample of fewer bytes, or of fewer different ones, is found by chance.
constexpr std::uint64_t kFewestBytes = 3;
/// A row with fewer places that are nowhere else in the picture shows little.
constexpr std::size_t kRichPlaces = 2;

struct Sample {
  std::uint64_t word = 0;
  std::uint64_t row = 0;
  std::uint64_t column = 0;
};

/// Where a word was found in what was sent.
struct Place {
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  std::uint32_t times = 0;
};

std::uint64_t word_at(const std::byte* bytes, std::uint64_t size) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, static_cast<std::size_t>(size));
  return word;
}

/// Whether the word has so few different bytes that it may well be somewhere else by chance.
bool is_flat(std::uint64_t word, std::uint64_t size) {
  std::uint64_t different = 0;
  for (std::uint64_t i = 0; i < size; ++i) {
    bool seen = false;
    for (std::uint64_t k = 0; k < i; ++k) seen = seen || (word >> (8 * i) & 0xff) == (word >> (8 * k) & 0xff);
    different += seen ? 0 : 1;
  }
  return different < kFewestBytes;
}

/// Whether a row repeats one texel or block.
bool is_of_one_colour(const BlockRows& picture, std::uint64_t row) {
  for (const std::uint64_t block : {1u, 2u, 4u, 6u, 8u, 12u, 16u}) {
    const std::byte* const bytes = picture.row(row);
    if (block < picture.row_bytes &&
        std::memcmp(bytes, bytes + block, static_cast<std::size_t>(picture.row_bytes - block)) == 0) {
      return true;
    }
  }
  return false;
}

std::vector<std::uint64_t> sampled_rows(std::uint64_t rows) {
  std::set<std::uint64_t> chosen;
  for (std::uint64_t i = 0; i < std::min(rows, kFirstRows); ++i) chosen.insert(i);
  for (std::uint64_t i = 0; i < kSpreadRows; ++i) chosen.insert((rows - 1) * i / (kSpreadRows - 1));
  return {chosen.begin(), chosen.end()};
}

std::vector<Sample> samples_of(const BlockRows& picture, std::uint64_t size) {
  std::vector<Sample> samples;
  const std::uint64_t last = picture.row_bytes - size;
  for (const std::uint64_t row : sampled_rows(picture.rows)) {
    std::set<std::uint64_t> columns;
    for (std::uint64_t i = 0; i < kSamplesPerRow; ++i) columns.insert(last * i / (kSamplesPerRow - 1));
    for (const std::uint64_t column : columns) {
      const std::uint64_t word = word_at(picture.row(row) + column, size);
      if (!is_flat(word, size)) samples.push_back({word, row, column});
    }
  }
  return samples;
}

/// Says quickly of most words that they are not among the samples.
class Sieve {
 public:
  void add(std::uint64_t word) { bits_[slot(word) / 64] |= std::uint64_t{1} << (slot(word) % 64); }
  [[nodiscard]] bool may_have(std::uint64_t word) const {
    return (bits_[slot(word) / 64] >> (slot(word) % 64) & 1) != 0;
  }

 private:
  static std::size_t slot(std::uint64_t word) {
    return static_cast<std::size_t>((word * 0x9e3779b97f4a7c15u) >> 48);
  }
  std::array<std::uint64_t, 1024> bits_{};
};

}  // namespace

UniquePlaces find_unique_places(const BlockRows& expected, const BlockRows& got) {
  UniquePlaces result;
  const std::uint64_t size = std::min(kSampleBytes, expected.row_bytes);
  if (size < kFewestBytes) return result;
  const std::vector<Sample> came = samples_of(got, size);
  const std::vector<Sample> sent = samples_of(expected, size);

  Sieve sieve;
  std::unordered_map<std::uint64_t, Place> places;
  for (const auto* samples : {&came, &sent}) {
    for (const Sample& sample : *samples) {
      sieve.add(sample.word);
      places[sample.word] = {};
    }
  }
  for (std::uint64_t row = 0; row < expected.rows; ++row) {
    const std::byte* const bytes = expected.row(row);
    for (std::uint64_t column = 0; column + size <= expected.row_bytes; ++column) {
      const std::uint64_t word = word_at(bytes + column, size);
      if (!sieve.may_have(word)) continue;
      const auto found = places.find(word);
      if (found == places.end()) continue;
      if (++found->second.times == 1) {
        found->second.row = row;
        found->second.column = column;
      }
    }
  }
  for (const Sample& sample : came) {
    const Place& place = places[sample.word];
    if (place.times == 1) result.found.push_back({sample.row, sample.column, place.row, place.column});
  }
  std::map<std::uint64_t, std::size_t> unique_in_row;
  for (const Sample& sample : sent) {
    if (places[sample.word].times == 1) ++unique_in_row[sample.row];
  }
  const auto rich_rows = std::count_if(unique_in_row.begin(), unique_in_row.end(), [&](const auto& row) {
    return row.second >= kRichPlaces && !is_of_one_colour(expected, row.first);
  });
  result.rich = static_cast<std::uint64_t>(rich_rows) >= std::min<std::uint64_t>(2, expected.rows);
  return result;
}

}  // namespace ferry::diagnose
