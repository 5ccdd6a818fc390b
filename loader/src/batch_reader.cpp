#include "batch_reader.hpp"

namespace ferry {

Result<void> read_alone(const FileRead& read) {
  if (read.give_up != nullptr && *read.give_up) {
    return fail(ErrorCode::kCancelled, "nobody wants these bytes any more");
  }
  return read.file->read(read.offset, read.out);
}

}  // namespace ferry
