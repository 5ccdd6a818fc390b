// Where there is nothing to read together with.

#include "batch_reader.hpp"

namespace ferry {

struct ReadLane {};

BatchReader::BatchReader(bool together, std::uint64_t past_cache_from)
    : together_(together), past_cache_from_(past_cache_from) {}
BatchReader::~BatchReader() = default;

std::unique_ptr<ReadLane> BatchReader::take() {
  return nullptr;
}

void BatchReader::give(std::unique_ptr<ReadLane> /*lane*/) {}

void BatchReader::read_all(std::span<FileRead> reads) {
  for (FileRead& read : reads) read.done = read_alone(read);
}

}  // namespace ferry
