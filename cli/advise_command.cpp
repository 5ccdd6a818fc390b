#include "advise_command.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>

#include "exit_code.hpp"
#include "output.hpp"
#include "report.hpp"

namespace ferry::cli {

namespace {

/// The machine that was described, or that of the adapter.
Result<AdvisedMachine> machine_of(const AdviseOptions& options) {
  AdvisedMachine machine;
  if (options.uma) {
    machine.name = *options.uma ? "any machine with one memory (UMA)" : "any discrete GPU";
    machine.memory.uma = *options.uma;
    machine.memory.cache_coherent_uma = *options.uma;
  } else {
    DeviceOptions wanted;
    wanted.adapter = options.adapter;
    const auto device = Device::create(wanted);
    if (!device) return fail(device.error());
    machine.name = (*device)->adapter().name;
    machine.memory = memory_architecture(**device);
  }
  if (options.gpu_upload) machine.memory.gpu_upload_heaps = *options.gpu_upload;
  if (options.copy_engine) {
    machine.memory.copy_engine = *options.copy_engine ? OwnEngine::kYes : OwnEngine::kNo;
  }
  return machine;
}

/// What can be done where no device can be asked.
Error with_way_out(Error error) {
  error.message += "; with --uma or --discrete no device is asked";
  return error;
}

}  // namespace

int run_advise(const AdviseOptions& options) {
  const Result<AdvisedMachine> machine = machine_of(options);
  if (!machine) {
    return unable(with_way_out(machine.error()), options.json,
                  no_device_exit_code(machine.error(), options.adapter));
  }
  const Result<Advice> advice = advise(options.use, machine->memory);
  if (!advice) return unable(advice.error(), options.json, kExitFailed);
  Output output;
  output.text(options.json ? json_text(to_json(*advice, *machine)) : advice_text(*advice, *machine));
  const bool granted = !advice->wish || advice->wish->possible;
  return output.finish(granted ? kExitGood : kExitFailed);
}

}  // namespace ferry::cli
