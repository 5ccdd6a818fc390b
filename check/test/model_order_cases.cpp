#include "model_scene.hpp"

/// Order and lifetime, fences, maps, and what the layer reports by itself.
namespace ferry::check::test {
namespace {

/// A copy from `from` into a READBACK buffer, submitted on DIRECT.
ObjectId read_back(Scene& s, ObjectId into, std::uint64_t size = 256, std::uint64_t offset = 0) {
  return s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, into, s.buffer(), size, offset); });
}

const AddCases kOrder{
    {Rule::kExecuteOpenList, "Close forgotten", [](Scene& s) { s.execute(s.direct, {s.list()}); },
     [](Scene& s) {
       const ObjectId l = s.list();
       s.close(l);
       s.execute(s.direct, {l});
     }},
    {Rule::kExecuteFailedList, "Close failed",
     [](Scene& s) {
       const ObjectId l = s.list();
       s.close(l, false);
       s.execute(s.direct, {l});
     },
     [](Scene& s) {  // Left alone.
       s.close(s.list(), false);
     }},
    {Rule::kExecuteStaleList, "the allocator was reset in between",
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.reset_allocator(a);
       s.execute(s.direct, {l});
     },
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.reset_allocator(a);
       s.reset(l, a);
       s.close(l);
       s.execute(s.direct, {l});
     }},
    {Rule::kListExecutingAgain, "twice in a row",
     [](Scene& s) {
       const ObjectId l = s.run(s.direct, [](ObjectId) {});
       s.execute(s.direct, {l});
     },
     [](Scene& s) {
       const ObjectId l = s.run(s.direct, [](ObjectId) {});
       s.finish(s.direct);
       s.execute(s.direct, {l});
     }},
    {Rule::kListExecutingAgain, "twice in one call",
     [](Scene& s) {
       const ObjectId l = s.list();
       s.close(l);
       s.execute(s.direct, {l, l});
     },
     [](Scene& s) {  // Recorded anew, onto another allocator, it is another list.
       const ObjectId l = s.run(s.direct, [](ObjectId) {});
       s.reset(l, s.allocator());
       s.close(l);
       s.execute(s.direct, {l});
     }},
    {Rule::kListTypeMismatch, "a DIRECT list on COPY",
     [](Scene& s) {
       const ObjectId l = s.list();
       s.close(l);
       s.execute(s.copy, {l});
     },
     [](Scene& s) {
       const ObjectId l = s.list(ListType::kCopy);
       s.close(l);
       s.execute(s.copy, {l});
     }},
    {Rule::kListTypeMismatch, "on an allocator of another type",
     [](Scene& s) { s.list_on(s.allocator(ListType::kCopy), ListType::kDirect); },
     [](Scene& s) { s.list_on(s.allocator(ListType::kCopy), ListType::kCopy); }},
    {Rule::kListTypeMismatch, "a bundle on a queue",
     [](Scene& s) {
       const ObjectId l = s.list(ListType::kBundle);
       s.close(l);
       s.execute(s.direct, {l});
     },
     [](Scene& s) {
       const ObjectId b = s.list(ListType::kBundle);
       s.close(b);
       s.run(s.direct, [&](ObjectId l) {
         s.model.on(event::BundleExecuted{"ID3D12GraphicsCommandList::ExecuteBundle", l, b});
       });
     }},
    {Rule::kListResetWhileOpen, "a new list is reset",
     [](Scene& s) {
       const ObjectId a = s.allocator();
       s.reset(s.list_on(a), a);
     },
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.reset(l, a);
     }},
    {Rule::kRecordOnClosedList, "a copy after Close",
     [](Scene& s) {
       const ObjectId l = s.list();
       s.close(l);
       s.copy_buffer(l, s.buffer(), s.upload());
     },
     [](Scene& s) { s.copy_buffer(s.list(), s.buffer(), s.upload()); }},
    {Rule::kRecordOnClosedList, "closed twice",
     [](Scene& s) {
       const ObjectId l = s.list();
       s.close(l);
       s.close(l);
     },
     [](Scene& s) { s.close(s.list()); }},
    {Rule::kCommandNotForListType, "a draw on COMPUTE", [](Scene& s) { s.draw(s.list(ListType::kCompute)); },
     [](Scene& s) { s.dispatch(s.list(ListType::kCompute)); }},
    {Rule::kCommandNotForListType, "a dispatch on COPY",
     [](Scene& s) { s.dispatch(s.list(ListType::kCopy)); },
     [](Scene& s) { s.draw(s.list(ListType::kBundle)); }},
    {Rule::kCommandNotForListType, "a plain command with a mask",
     [](Scene& s) {
       s.model.on(event::PlainCommand{"RSSetViewports", s.list(ListType::kCopy), 0x1});
     },
     [](Scene& s) {
       s.model.on(event::PlainCommand{"SetMarker", s.list(ListType::kCopy), 0xf});
     }},
    {Rule::kAllocatorResetInFlight, "right after submission",
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.execute(s.direct, {l});
       s.reset_allocator(a);
     },
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.execute(s.direct, {l});
       s.reset(l, s.allocator());
       s.finish(s.direct);
       s.reset_allocator(a);
     }},
    {Rule::kAllocatorResetInFlight, "an older list of it still runs",
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.execute(s.direct, {l});
       s.reset(l, a);
       s.close(l);
       s.reset_allocator(a);
     },
     [](Scene& s) {  // The fence was waited for by event.
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.execute(s.direct, {l});
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.cpu_wait(f, 1);
       s.reached(f, 1);
       s.reset_allocator(a);
     }},
    {Rule::kAllocatorResetWhileRecording, "under an open list",
     [](Scene& s) {
       const ObjectId a = s.allocator();
       s.list_on(a);
       s.reset_allocator(a);
     },
     [](Scene& s) {
       const ObjectId a = s.allocator();
       s.close(s.list_on(a));
       s.reset_allocator(a);
     }},
    {Rule::kAllocatorTwoLists, "two open lists",
     [](Scene& s) {
       const ObjectId a = s.allocator();
       s.list_on(a);
       s.list_on(a);
     },
     [](Scene& s) {
       const ObjectId a = s.allocator();
       s.close(s.list_on(a));
       s.list_on(a);
     }},
    {Rule::kReleasedInFlight, "staging released after submission",
     [](Scene& s) {
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), b); });
       s.destroy(b);
     },
     [](Scene& s) {
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), b); });
       s.finish(s.direct);
       s.destroy(b);
     }},
    {Rule::kReleasedInFlight, "a heap whose resource is used",
     [](Scene& s) {
       const ObjectId h = s.heap();
       const ObjectId b = s.placed(h, 0, buffer_of(256));
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
       s.destroy(h);
     },
     [](Scene& s) {
       const ObjectId h = s.heap();
       s.placed(h, 0, buffer_of(256));
       s.destroy(h);
     }},
    {Rule::kReleasedInFlight, "a pipeline state",
     [](Scene& s) {
       const ObjectId p = s.plain();
       s.run(s.direct, [&](ObjectId l) {
         s.model.on(event::Referenced{"ID3D12GraphicsCommandList::SetPipelineState", l, p});
       });
       s.destroy(p);
     },
     [](Scene& s) {  // The list itself may go.
       const ObjectId p = s.plain();
       s.destroy(s.run(s.direct, [&](ObjectId l) {
         s.model.on(event::Referenced{"ID3D12GraphicsCommandList::SetPipelineState", l, p});
       }));
     }},
    {Rule::kReleasedInFlight, "the fence of another queue says nothing",
     [](Scene& s) {
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), b); });
       s.run(s.copy, [](ObjectId) {});
       s.finish(s.copy);
       s.destroy(b);
     },
     [](Scene& s) {  // Unless that queue waited for this one.
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), b); });
       s.order(s.direct, s.copy);
       s.run(s.copy, [](ObjectId) {});
       s.finish(s.copy);
       s.destroy(b);
     }},
    {Rule::kUsedAfterRelease, "released between recording and execution",
     [](Scene& s) {
       const ObjectId b = s.upload();
       const ObjectId l = s.list();
       s.copy_buffer(l, s.buffer(), b);
       s.close(l);
       s.destroy(b);
       s.execute(s.direct, {l});
     },
     [](Scene& s) {
       const ObjectId b = s.upload();
       const ObjectId l = s.list();
       s.copy_buffer(l, s.buffer(), b);
       s.close(l);
       s.execute(s.direct, {l});
     }},
    {Rule::kUsedAfterRelease, "the allocator is gone",
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.destroy(a);
       s.execute(s.direct, {l});
     },
     [](Scene& s) {
       const ObjectId a = s.allocator();
       const ObjectId l = s.list_on(a);
       s.close(l);
       s.execute(s.direct, {l});
       s.finish(s.direct);
       s.destroy(a);
     }},
    {Rule::kReadbackBeforeFence, "mapped right after submission",
     [](Scene& s) {
       const ObjectId b = s.readback();
       read_back(s, b);
       s.map(b);
     },
     [](Scene& s) {
       const ObjectId b = s.readback();
       read_back(s, b);
       s.finish(s.direct);
       s.map(b);
     }},
    {Rule::kReadbackBeforeFence, "the very bytes",
     [](Scene& s) {
       const ObjectId b = s.readback();
       read_back(s, b, 256, 1024);
       s.map(b, {1000, 1025});
     },
     [](Scene& s) {  // Other bytes, and a map that reads nothing.
       const ObjectId b = s.readback();
       read_back(s, b, 256, 1024);
       s.map(b, {512, 1024});
       s.map(b, {0, 0});
     }},
    {Rule::kReadbackBeforeFence, "a declared read",
     [](Scene& s) {
       const ObjectId b = s.readback();
       s.map(b);
       read_back(s, b);
       s.model.on(event::CpuRead{"check::read", b, {0, 4}});
     },
     [](Scene& s) {
       const ObjectId b = s.readback();
       s.map(b);
       read_back(s, b);
       s.finish(s.direct);
       s.model.on(event::CpuRead{"check::read", b, {0, 4}});
     }},
    {Rule::kStagingChangedInFlight, "bytes that a copy still reads",
     [](Scene& s) {
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), b, 256, 0, 512); });
       s.model.on(event::CpuWrite{"ID3D12CommandQueue::ExecuteCommandLists", b, {767, 768}});
     },
     [](Scene& s) {
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), b, 256, 0, 512); });
       s.model.on(event::CpuWrite{"ID3D12CommandQueue::ExecuteCommandLists", b, {768, 1024}});
       s.finish(s.direct);
       s.model.on(event::CpuWrite{"ID3D12CommandQueue::ExecuteCommandLists", b, {0, 1024}});
     }},
};

const AddCases kFences{
    {Rule::kFenceValueNotRising, "the same value again",
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.signal(s.direct, f, 1);
     },
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.signal(s.direct, f, 3);
     }},
    {Rule::kFenceValueNotRising, "the initial value, from the CPU",
     [](Scene& s) { s.cpu_signal(s.fence(5), 5); }, [](Scene& s) { s.cpu_signal(s.fence(5), 6); }},
    {Rule::kFenceTwoQueues, "two queues",
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.signal(s.copy, f, 2);
     },
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.cpu_signal(f, 2);
       s.signal(s.direct, f, 3);
     }},
    {Rule::kWaitBeforeSignal, "a queue waits first", [](Scene& s) { s.wait(s.direct, s.fence(), 1); },
     [](Scene& s) {
       const ObjectId f = s.fence(7);
       s.wait(s.direct, f, 7);
       s.signal(s.copy, f, 9);
       s.wait(s.direct, f, 8);
     }},
    {Rule::kWaitBeforeSignal, "the CPU waits for ever",
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.cpu_wait(f, 2);
     },
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.cpu_wait(f, 1);
     }},
    {Rule::kWaitOnLostDevice, "told by a call",
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.model.on(event::DeviceLost{"ID3D12Device::CreateFence", -2005270523, true});
       s.cpu_wait(f, 1);
     },
     [](Scene& s) {  // Nobody told the program yet.
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.model.on(event::DeviceLost{"", -2005270523, false});
       s.cpu_wait(f, 1);
     }},
    {Rule::kWaitOnLostDevice, "told by UINT64_MAX",
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.read(f, UINT64_MAX);
       s.wait(s.copy, f, 1);
     },
     [](Scene& s) {
       const ObjectId f = s.fence();
       s.signal(s.direct, f, 1);
       s.read(f, 0);
       s.wait(s.copy, f, 1);
     }},
    {Rule::kLostTakenAsDone, "bytes read after UINT64_MAX",
     [](Scene& s) {
       const ObjectId b = s.readback();
       const ObjectId f = s.fence();
       read_back(s, b);
       s.signal(s.direct, f, 1);
       s.read(f, UINT64_MAX);
       s.map(b);
     },
     [](Scene& s) {  // What was complete before may be read; the rest is let go.
       const ObjectId old = s.readback();
       read_back(s, old);
       s.finish(s.direct);
       const ObjectId b = s.readback();
       const ObjectId f = s.fence();
       read_back(s, b);
       s.signal(s.direct, f, 1);
       s.read(f, UINT64_MAX);
       s.map(old);
       s.destroy(b);
     }},
    {Rule::kFrameEndUncovered, "no Signal after the last Execute",
     [](Scene& s) {
       s.signal(s.direct, s.fence(), 1);
       s.run(s.direct, [](ObjectId) {});
       s.model.on(event::FrameEnd{"check::frame_end"});
     },
     [](Scene& s) {
       s.run(s.direct, [](ObjectId) {});
       s.signal(s.direct, s.fence(), 1);
       s.model.on(event::FrameEnd{"check::frame_end"});
     }},
};

const AddCases kMaps{
    {Rule::kMapDefault, "a DEFAULT buffer", [](Scene& s) { s.map(s.buffer()); },
     [](Scene& s) { s.map(s.buffer(256, HeapType::kGpuUpload)); }},
    {Rule::kMapSubresource, "subresource 1 of a buffer", [](Scene& s) { s.map(s.upload(), 1); },
     [](Scene& s) { s.map(s.upload(), 0); }},
    {Rule::kMapRange, "a read range beyond the end",
     [](Scene& s) {
       s.map(s.upload(256), {0, 257});
     },
     [](Scene& s) {
       s.map(s.upload(256), {0, 256});
     }},
    {Rule::kMapRange, "a written range beyond the end",
     [](Scene& s) {
       const ObjectId b = s.upload(256);
       s.map(b);
       s.unmap(b, true, {256, 257});
     },
     [](Scene& s) {
       const ObjectId b = s.upload(256);
       s.map(b);
       s.unmap(b, true, {999, 0});
     }},
    {Rule::kUnmapWithoutMap, "once too often",
     [](Scene& s) {
       const ObjectId b = s.upload();
       s.map(b);
       s.unmap(b);
       s.unmap(b);
     },
     [](Scene& s) {  // Maps nest.
       const ObjectId b = s.upload();
       s.map(b);
       s.map(b);
       s.unmap(b);
       s.unmap(b, false);
     }},
    {Rule::kReadbackUnmapWritten, "a null range",
     [](Scene& s) {
       const ObjectId b = s.readback();
       s.map(b);
       s.unmap(b, false);
     },
     [](Scene& s) {
       const ObjectId b = s.readback();
       s.map(b);
       s.unmap(b, true, {0, 0});
     }},
    {Rule::kForeignObject, "the layer reports it",
     [](Scene& s) {
       const ObjectId about[] = {s.direct};
       s.model.report(Rule::kForeignObject, "Call", "A foreign object", about);
     },
     [](Scene&) {}},
    {Rule::kUnsupportedCall, "the layer reports it",
     [](Scene& s) { s.model.report(Rule::kUnsupportedCall, "Call", "Not here"); }, [](Scene&) {}},
    {Rule::kNullArgument, "the layer reports it",
     [](Scene& s) { s.model.report(Rule::kNullArgument, "Call", "Nothing"); }, [](Scene&) {}},
    {Rule::kRootParameter, "the layer reports it",
     [](Scene& s) { s.model.report(Rule::kRootParameter, "Call", "None"); }, [](Scene&) {}},
};

}  // namespace
}  // namespace ferry::check::test
