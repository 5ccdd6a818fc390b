#pragma once

#include <memory>

#include "loader_fixture.hpp"

namespace ferry::test {

/// The same on a device of each test's own whose GPU runs only when the test says so.
class HeldLoaderTest : public LoaderTest {
 protected:
  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "the slow GPU is the layer's";
    check::WrapOptions wrap;
    wrap.pace = check::GpuPace::kHeld;
    held_ = make_watched_device(wrap);
    ASSERT_TRUE(held_);
    // The layer keeps what a lost device was about to use, so that it would be reported as leaked.
    held_->set_log([](std::string_view) {});
    auto manager = TransferManager::create(held_);
    ASSERT_TRUE(manager) << to_string(manager.error());
    manager_ = *std::move(manager);
    options_.open_file = files_.opener();
    options_.threads = 2;
    options_.ring_bytes = 4_MiB;
  }
  void TearDown() override {
    if (!held_) return;
    files_.open();
    if (!lost_) check::set_pace(held_->d3d(), check::GpuPace::kImmediate);
    loader_.reset();
    manager_.reset();
    held_.reset();
  }
  void make_loader() {
    auto made = Loader::create(held_, options_);
    ASSERT_TRUE(made) << to_string(made.error());
    loader_ = *std::move(made);
  }
  ComPtr<ID3D12Resource> held_buffer(std::uint64_t bytes) {
    auto made = held_->create_buffer(HeapKind::kDefault, bytes, "held buffer");
    EXPECT_TRUE(made);
    return made ? *made : ComPtr<ID3D12Resource>();
  }
  void drain() { check::gpu_drain(held_->d3d()); }
  void lose() {
    lost_ = true;
    check::lose_device(held_->d3d());
  }

  std::shared_ptr<Device> held_;
  bool lost_ = false;
};

}  // namespace ferry::test
