// The one function that ends tickets.
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "../src/load_record.hpp"

namespace ferry::test {
namespace {

class EndTicketTest : public testing::Test {
 protected:
  EndTicketTest() {
    for (const CallbackThread where : {CallbackThread::kWorker, CallbackThread::kPump}) {
      record_->callbacks.emplace_back(
          [this](const LoadTicket& ticket) {
            ++called_;
            seen_ = ticket.state();
          },
          where);
    }
  }
  bool end(LoadState outcome, const Error* lost = nullptr) {
    return end_ticket(record_, outcome, Error{ErrorCode::kIo, 0, "the disk is scratched"}, lost,
                      [this](std::function<void()> callback) { later_.push_back(std::move(callback)); });
  }

  std::shared_ptr<LoadRecord> record_ = std::make_shared<LoadRecord>();
  std::vector<std::function<void()>> later_;
  int called_ = 0;
  LoadState seen_ = LoadState::kQueued;
};

TEST_F(EndTicketTest, AfterALossNothingIsReady) {
  const Error lost{ErrorCode::kDeviceLost, 0, "gone"};
  EXPECT_TRUE(end(LoadState::kReady, &lost));
  EXPECT_EQ(record_->state, LoadState::kFailed);
  EXPECT_EQ(record_->error.message, "gone");
  EXPECT_EQ(seen_, LoadState::kFailed);
}

TEST_F(EndTicketTest, WhatWasCancelledOrFailedKeepsItsReasonAfterALoss) {
  const Error lost{ErrorCode::kDeviceLost, 0, "gone"};
  EXPECT_TRUE(end(LoadState::kCancelled, &lost));
  EXPECT_EQ(record_->state, LoadState::kCancelled);
  EXPECT_EQ(record_->error.message, "the disk is scratched");
}

TEST_F(EndTicketTest, ItEndsOnceAndEachCallbackRunsOnceWhereItBelongs) {
  record_->state = LoadState::kCopying;
  EXPECT_TRUE(end(LoadState::kReady));
  EXPECT_EQ(called_, 1) << "the other one is for the pump";
  ASSERT_EQ(later_.size(), 1u);
  EXPECT_FALSE(end(LoadState::kFailed));
  later_[0]();
  EXPECT_EQ(called_, 2);
  EXPECT_EQ(later_.size(), 1u);
  EXPECT_EQ(record_->state, LoadState::kReady);
  EXPECT_EQ(record_->ended_in, LoadState::kCopying);
}

}  // namespace
}  // namespace ferry::test
