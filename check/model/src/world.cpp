#include "world.hpp"

#include <algorithm>

#include <ferry/base/text.hpp>

namespace ferry::check::model {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdU;
}

}  // namespace

void World::bury(ObjectId id) {
  Object* object = any(id);
  if (object == nullptr) return;
  object->buried_as = kind_word(*object);
  object->alive = false;
  if (object->kind == Kind::kQueue) return;
  auto name_only = std::make_unique<Object>(object->kind);
  name_only->alive = false;
  name_only->id = id;
  name_only->made_by = object->made_by;
  name_only->buried_as = object->buried_as;
  name_only->name = std::move(object->name);
  objects_[static_cast<std::uint64_t>(id)] = std::move(name_only);
}

std::string_view World::kind_word(const Object& object) {
  if (!object.buried_as.empty()) return object.buried_as;
  switch (object.kind) {
    case Kind::kDevice:
      return "device";
    case Kind::kQueue:
      return "command queue";
    case Kind::kFence:
      return "fence";
    case Kind::kAllocator:
      return "command allocator";
    case Kind::kList:
      return "command list";
    case Kind::kHeap:
      return "heap";
    case Kind::kResource:
      return static_cast<const Resource&>(object).buffer ? "buffer" : "texture";
    case Kind::kPlain:
      break;
  }
  switch (static_cast<const Plain&>(object).what) {
    case event::PlainKind::kPipelineState:
      return "pipeline state";
    case event::PlainKind::kRootSignature:
      return "root signature";
    case event::PlainKind::kDescriptorHeap:
      return "descriptor heap";
    case event::PlainKind::kQueryHeap:
      return "query heap";
    case event::PlainKind::kCommandSignature:
      return "command signature";
  }
  return "object";
}

bool World::put(ObjectId id, std::unique_ptr<Object> object) {
  const auto at = static_cast<std::uint64_t>(id);
  if (at == 0) return false;
  if (at >= objects_.size()) objects_.resize(at + 1);
  objects_[at] = std::move(object);
  return true;
}

std::string World::describe(ObjectId id) const {
  const Object* object = any(id);
  if (object == nullptr) return text("object #", static_cast<std::uint64_t>(id));
  const std::string_view word = kind_word(*object);
  if (object->name.empty()) return text(word, " #", static_cast<std::uint64_t>(id));
  return text(word, " \"", object->name, "\"");
}

bool World::is_new(Rule rule, Severity severity, const char* call, std::initializer_list<ObjectId> about) {
  if (severity == Severity::kError) allowed_ = false;
  if (severity < options.least) return false;
  if (options.report_repeats) return true;
  std::uint64_t hash = mix(static_cast<std::uint64_t>(rule), static_cast<std::uint64_t>(severity));
  for (const char c : std::string_view(call)) hash = mix(hash, static_cast<unsigned char>(c));
  for (const ObjectId id : about) hash = mix(hash, static_cast<std::uint64_t>(id));
  return seen_.insert(hash).second;
}

void World::send(Rule rule, Severity severity, const char* call, std::initializer_list<ObjectId> about,
                 const std::string& message) {
  ++counts_[static_cast<std::size_t>(severity)];
  if (!sink_) return;
  Violation violation;
  violation.rule = rule;
  violation.severity = severity;
  violation.call = call;
  violation.message = text(message, ". ", rule_info(rule).remedy, ".");
  for (const ObjectId id : about) {
    if (id != ObjectId::kNone) violation.objects.push_back(id);
  }
  sink_(violation);
}

Completion World::completion(std::size_t queue, std::uint64_t submission) const {
  if (submission <= settled().at(queue)) return Completion::kKnown;
  return submission <= truth.at(queue) ? Completion::kLucky : Completion::kInFlight;
}

Completion World::completion(const Clock& uses) const {
  Completion worst = Completion::kKnown;
  for (std::size_t queue = 0; queue < uses.size(); ++queue) {
    worst = std::max(worst, completion(queue, uses.at(queue)));
  }
  return worst;
}

std::string_view World::luck_words(Completion completion) {
  return completion == Completion::kLucky
             ? " (the GPU happened to be done with it, but nothing that the program did could tell it so)"
             : "";
}

Severity World::soften(Severity severity, Completion completion) {
  return completion == Completion::kLucky ? std::min(severity, Severity::kPortability) : severity;
}

}  // namespace ferry::check::model
