#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/error.hpp>
#include <ferry/base/result.hpp>

#include "stream_result.hpp"

namespace ferry::cli {

/// Makes PNG files of pictures on a thread of its own, so that the frames do not feel it.
///
/// Threading: one thread calls it.
class PictureSink {
 public:
  PictureSink();
  /// Finishes what it was given.
  ~PictureSink();
  PictureSink(const PictureSink&) = delete;
  PictureSink& operator=(const PictureSink&) = delete;

  struct Pixels {
    ByteBuffer rgba;  ///< Tightly packed.
    std::uint32_t width = 0;
    std::uint32_t height = 0;
  };
  /// Into a file. False, and nothing is done, where too many wait already.
  bool save(Pixels pixels, std::filesystem::path path);
  /// Into the film, which finish() gives.
  void add_to_film(Pixels pixels, std::uint32_t frame);

  /// Waits until all is done. The first error, or the film.
  Result<std::vector<FilmFrame>> finish();

 private:
  struct Job {
    Pixels pixels;
    std::filesystem::path path;  // Empty: for the film.
    std::uint32_t frame = 0;
  };
  void work();
  void put(Job job);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool busy_ = false;
  bool stop_ = false;
  std::vector<FilmFrame> film_;
  std::optional<Error> error_;
  std::thread thread_;
};

}  // namespace ferry::cli
