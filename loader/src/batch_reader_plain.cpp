// Where there is no io_uring.

#include "batch_reader.hpp"

namespace ferry {

class IoUring {};

BatchReader::BatchReader(bool together) : together_(together) {}
BatchReader::~BatchReader() = default;

std::unique_ptr<IoUring> BatchReader::take() {
  return nullptr;
}

void BatchReader::give(std::unique_ptr<IoUring> /*ring*/) {}

void BatchReader::read_all(std::span<FileRead> reads) {
  for (FileRead& read : reads) read.done = read.file->read(read.offset, read.out);
}

}  // namespace ferry
