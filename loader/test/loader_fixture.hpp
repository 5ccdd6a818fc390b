#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <ferry/loader/loader.hpp>

#include "../../transfer/test/transfer_fixture.hpp"
#include "fake_files.hpp"

namespace ferry::test {

/// A device, a TransferManager to read back with, and a loader with files in memory.
class LoaderTest : public TransferTest {
 protected:
  void SetUp() override {
    TransferTest::SetUp();
    options_.open_file = files_.opener();
    options_.threads = 2;
    options_.ring_bytes = 4_MiB;
    options_.name = "test loader";
  }
  void TearDown() override {
    files_.open();
    loader_.reset();
    TransferTest::TearDown();
  }

  void make_loader() {
    auto made = Loader::create(device_, options_);
    ASSERT_TRUE(made) << to_string(made.error());
    loader_ = *std::move(made);
  }
  LoadTicket load(LoadRequest request) {
    auto ticket = loader_->load(std::move(request));
    EXPECT_TRUE(ticket) << to_string(ticket.error());
    return ticket ? *ticket : LoadTicket();
  }
  static void expect_ready(const LoadTicket& ticket) {
    const auto waited = ticket.wait();
    EXPECT_TRUE(waited) << to_string(waited.error());
    EXPECT_EQ(ticket.state(), LoadState::kReady);
  }
  /// A new file of noise.
  std::string file(std::size_t bytes, std::uint64_t seed) {
    std::string path = "file " + std::to_string(seed);
    files_.add(path, noise(bytes, seed));
    return path;
  }
  static LoadRequest to_new_buffer(std::string path, LoadPriority priority = LoadPriority::kNormal) {
    LoadRequest request;
    request.source = FileSource{std::move(path)};
    request.destination = NewBuffer{};
    request.priority = priority;
    return request;
  }
  static LoadRequest to_buffer(LoadSource source, ID3D12Resource* buffer, std::uint64_t offset = 0) {
    LoadRequest request;
    request.source = std::move(source);
    request.destination = BufferDestination{buffer, offset};
    return request;
  }
  void expect_holds(const LoadTicket& ticket, const std::vector<std::byte>& bytes) {
    auto resource = ticket.resource();
    ASSERT_TRUE(resource);
    EXPECT_EQ(read_back(resource.get(), 0, bytes.size()), bytes);
  }
  /// Waits until `done` or ten seconds are over.
  template <typename Done>
  static bool eventually(Done done) {
    for (int i = 0; i < 20000; ++i) {
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    return false;
  }

  FakeFiles files_;
  LoaderOptions options_;
  std::unique_ptr<Loader> loader_;
};

}  // namespace ferry::test
