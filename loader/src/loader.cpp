#include <ferry/loader/loader.hpp>

#include <utility>

#include "inside_loader.hpp"
#include "loader_core.hpp"

namespace ferry {

Result<std::unique_ptr<Loader>> Loader::create(std::shared_ptr<Device> device, const LoaderOptions& options) {
  if (!device) return fail(ErrorCode::kInvalidArgument, "the device of the loader is null");
  auto core = std::make_shared<LoaderCore>(std::move(device), options);
  if (auto started = core->start(); !started) return fail(std::move(started).error());
  return std::unique_ptr<Loader>(new Loader(std::move(core)));
}

Result<std::unique_ptr<Loader>> Loader::create(ID3D12Device* device, const LoaderOptions& options) {
  auto adopted = Device::adopt(device, options.name);
  if (!adopted) return fail(std::move(adopted).error());
  return create(*std::move(adopted), options);
}

Loader::Loader(std::shared_ptr<LoaderCore> core) : core_(std::move(core)) {}

Loader::~Loader() {
  if (InsideLoader::end_later(core_.get())) {
    core_->close();
  } else {
    core_->shut_down();
  }
}

Result<LoadTicket> Loader::load(LoadRequest request) {
  const InsideLoader inside(core_, InsideLoader::Thread::kApplication);
  std::vector<LoadRequest> one;
  one.push_back(std::move(request));
  auto tickets = core_->load(std::move(one));
  if (!tickets) return fail(std::move(tickets).error());
  return tickets->front();
}

Result<std::vector<LoadTicket>> Loader::load(std::vector<LoadRequest> requests) {
  const InsideLoader inside(core_, InsideLoader::Thread::kApplication);
  return core_->load(std::move(requests));
}

std::size_t Loader::cancel_tag(std::uint64_t tag) {
  const InsideLoader inside(core_, InsideLoader::Thread::kApplication);
  return core_->cancel_tag(tag);
}

std::size_t Loader::set_priority_of_tag(std::uint64_t tag, LoadPriority priority) {
  return core_->set_priority_of_tag(tag, priority);
}

std::size_t Loader::pump() {
  const InsideLoader inside(core_, InsideLoader::Thread::kApplication);
  return core_->pump();
}

std::size_t Loader::pump_jobs(std::size_t most) {
  const InsideLoader inside(core_, InsideLoader::Thread::kApplication);
  return core_->pump_jobs(most);
}

void Loader::end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack) {
  const InsideLoader inside(core_, InsideLoader::Thread::kApplication);
  core_->end_frame(frame_time, slack);
}

Result<void> Loader::wait_on(ID3D12CommandQueue* consumer, const LoadTicket& ticket) {
  if (!ticket) return fail(ErrorCode::kInvalidArgument, "the ticket to wait for is empty");
  return core_->wait_on(consumer, ticket.record_);
}

Result<void> Loader::wait_idle(std::chrono::nanoseconds timeout) {
  const InsideLoader inside(core_, InsideLoader::Thread::kApplication);
  return core_->wait_idle(timeout);
}

void Loader::touch(const LoadTicket& ticket) {
  core_->touch(ticket.number());
}

void Loader::forget(const LoadTicket& ticket) {
  core_->forget(ticket.number());
}

LoadStatistics Loader::statistics() const {
  return core_->statistics();
}

std::string Loader::chrome_trace() const {
  return core_->chrome_trace();
}

std::string Loader::recording() const {
  return core_->recording();
}

}  // namespace ferry
