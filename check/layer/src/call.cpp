#include "call.hpp"

#include <ferry/base/text.hpp>

namespace ferry::check::layer {

Call::Call(Node& node, Method method) : node_(node), method_(method) {
  Core& core = node.core();
  index_ = core.journal().add(method, node.id());
  const MethodRow& row = method_row(method);
  if (core.lost() && row.returns_hresult && !row.survives_loss) {
    core.faults().count(method);
    core.tell_loss(row.name, index_);
    refuse(kDeviceRemoved);
    return;
  }
  const HRESULT fault = core.faults().count(method);
  if (fault == S_OK) return;
  if (tells_device_loss(fault)) core.lose(fault, row.name, index_, row.returns_hresult);
  refuse(row.returns_hresult && tells_device_loss(fault) ? kDeviceRemoved : fault);
}

void Call::refuse(HRESULT result) {
  if (refused()) return;
  refusal_ = result;
  core().journal().set_result(index_, result);
  // What cannot tell of its failure itself is told by the list's Close.
  if (!method_row(method_).returns_hresult) node_.call_failed(result);
}

HRESULT Call::done(HRESULT result) {
  core().journal().set_result(index_, result);
  if (tells_device_loss(result)) core().lose(core().below()->GetDeviceRemovedReason(), name(), index_, true);
  return result;
}

void Call::unsupported() {
  {
    Locked lock(core(), index_);
    lock.report(Rule::kUnsupportedCall, name(), text("The checker does not offer ", name()), {node_.id()});
  }
  refuse(E_NOTIMPL);
}

void Call::null_argument(const char* parameter) {
  {
    Locked lock(core(), index_);
    lock.report(Rule::kNullArgument, name(), text("Parameter '", parameter, "' is null"), {node_.id()});
  }
  refuse(E_INVALIDARG);
}

Node* Call::resolve_any(IUnknown* object, const char* parameter, Need need) {
  if (object == nullptr) {
    if (need == Need::kRequired) null_argument(parameter);
    return nullptr;
  }
  Node* const node = node_of(object);
  if (node != nullptr && &node->core() == &core()) return node;
  {
    Locked lock(core(), index_);
    lock.report(Rule::kForeignObject, name(),
                text("Parameter '", parameter, "' is ",
                     node == nullptr ? "no object of the checker" : "an object of another device"),
                {node_.id()});
  }
  refuse(E_INVALIDARG);
  return nullptr;
}

Node* Call::resolve_node(IUnknown* object, Kind kind, const char* parameter, Need need) {
  Node* const node = resolve_any(object, parameter, need);
  if (node == nullptr || node->kind() == kind) return node;
  {
    Locked lock(core(), index_);
    lock.report(
        Rule::kForeignObject, name(),
        text("Parameter '", parameter, "' is an object of another kind: ", lock.model().describe(node->id())),
        {node_.id(), node->id()});
  }
  refuse(E_INVALIDARG);
  return nullptr;
}

}  // namespace ferry::check::layer
