#!/usr/bin/env python3
"""Writes the forwarding classes of the layer from methods.table into src/generated/.

Run it after each change of the table, and keep what it writes in the repository:
    check/layer/generate.py && git diff --stat
`generate.py --check` writes nothing and fails where the kept files differ from the table.
clang-format must be on the path.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BANNER = "// Written by generate.py from methods.table. Change those.\n"

# Which wrapper class an interface pointer in a parameter list is.
WRAPPER_OF = {
    "ID3D12Resource": "Resource",
    "ID3D12Heap": "Heap",
    "ID3D12CommandAllocator": "CommandAllocator",
    "ID3D12GraphicsCommandList": "CommandList",
    "ID3D12DescriptorHeap": "DescriptorHeap",
    "ID3D12QueryHeap": "QueryHeap",
    "ID3D12CommandSignature": "CommandSignature",
    "ID3D12RootSignature": "RootSignature",
    "ID3D12PipelineState": "PipelineState",
    "ID3D12Fence": "Fence",
}


class Parameter:
    def __init__(self, text):
        match = re.fullmatch(r"(.*?)\s*(\w+)(\[\d+\])?", text.strip())
        self.type, self.name, self.array = match.group(1), match.group(2), match.group(3) or ""
        self.optional = self.type.endswith("*?")
        self.type = self.type.rstrip("?")
        base = re.fullmatch(r"(ID3D12\w+)\*", self.type)
        self.interface = base.group(1) if base else None
        self.wrapper = WRAPPER_OF.get(self.interface) if self.interface else None

    def declared(self):
        return f"{self.type} {self.name}{self.array}"


class Method:
    def __init__(self, cls, interface, line):
        match = re.fullmatch(r"(\w+)\s+([\w ]+?)(&?)\s+(\w+)\((.*)\)(\s+survives-loss)?", line)
        if not match:
            sys.exit(f"methods.table: cannot read '{line}'")
        self.kind, self.result, aggregate, self.name, parameters, survives = match.groups()
        self.cls, self.interface = cls, interface
        self.aggregate = bool(aggregate)
        self.survives = bool(survives)
        self.parameters = [Parameter(p) for p in parameters.split(", ")] if parameters else []
        self.enumerator = f"k{cls.name}{self.name}"

    @property
    def hresult(self):
        return self.result == "HRESULT"

    def signature(self, scope=""):
        arguments = ", ".join(p.declared() for p in self.parameters)
        return f"{self.result} STDMETHODCALLTYPE {scope}{self.name}({arguments})"

    def aggregate_signature(self, scope=""):
        arguments = ", ".join([f"{self.result}* result"] + [p.declared() for p in self.parameters])
        return f"{self.result}* STDMETHODCALLTYPE {scope}{self.name}({arguments})"


class WrapperClass:
    def __init__(self, name):
        self.name = name
        self.interfaces = []
        self.methods = []


def guard(interface):
    return f"__{interface}_INTERFACE_DEFINED__"


def read_table():
    classes = []
    for line in (HERE / "methods.table").read_text().splitlines():
        line = line.split("#")[0].rstrip()
        words = line.split()
        if not words:
            continue
        if words[0] == "class":
            classes.append(WrapperClass(words[1]))
        elif words[0] == "interface":
            classes[-1].interfaces.append(words[1])
        else:
            classes[-1].methods.append(Method(classes[-1], classes[-1].interfaces[-1], line.strip()))
    return classes


def write_methods_header(classes):
    out = [BANNER, "#pragma once\n\n#include <cstddef>\n#include <cstdint>\n\n",
           "namespace ferry::check::layer {\n\n",
           "/// Every method that the layer wraps, newer interfaces' included where this platform lacks them.\n",
           "enum class Method : std::uint16_t {\n"]
    for method in common_methods():
        out.append(f"  {method[0]},\n")
    for cls in classes:
        for method in cls.methods:
            out.append(f"  {method.enumerator},\n")
    out.append("  kCount,\n};\n\ninline constexpr std::size_t kMethodCount = static_cast<std::size_t>(Method::kCount);\n\n")
    out.append("/// What the table says of a method.\nstruct MethodRow {\n"
               "  const char* name = \"\";      ///< `ID3D12Resource::Map`\n"
               "  bool returns_hresult = false;\n"
               "  bool survives_loss = false;  ///< Works after device loss.\n"
               "  bool compiled = false;       ///< This platform's header has the interface.\n"
               "};\n\nconst MethodRow& method_row(Method method) noexcept;\n\n"
               "inline const char* name_of(Method method) noexcept {\n  return method_row(method).name;\n}\n\n"
               "}  // namespace ferry::check::layer\n")
    return "".join(out)


def common_methods():
    """Enumerator, name, returns HRESULT, survives loss."""
    return [
        ("kObjectGetPrivateData", "ID3D12Object::GetPrivateData", True, True),
        ("kObjectSetPrivateData", "ID3D12Object::SetPrivateData", True, True),
        ("kObjectSetPrivateDataInterface", "ID3D12Object::SetPrivateDataInterface", True, True),
        ("kObjectSetName", "ID3D12Object::SetName", True, True),
        ("kDeviceChildGetDevice", "ID3D12DeviceChild::GetDevice", True, True),
        ("kUnknownRelease", "IUnknown::Release", False, True),
    ]


def flag(value):
    return "true" if value else "false"


def write_methods_source(classes):
    out = [BANNER, '#include "generated/methods.hpp"\n\n#include <array>\n\n#include "platform.hpp"\n\n',
           "namespace ferry::check::layer {\n\nnamespace {\n\nconstexpr std::array<MethodRow, kMethodCount> kRows = {{\n"]
    for _, name, hresult, survives in common_methods():
        out.append(f'  {{"{name}", {flag(hresult)}, {flag(survives)}, true}},\n')
    for cls in classes:
        for interface in cls.interfaces:
            rows = [m for m in cls.methods if m.interface == interface]
            if not rows:
                continue

            def row(method, compiled):
                return (f'  {{"{interface}::{method.name}", {flag(method.hresult)}, {flag(method.survives)}, '
                        f'{flag(compiled)}}},\n')
            out.append(f"#ifdef {guard(interface)}\n")
            out.extend(row(m, True) for m in rows)
            out.append("#else\n")
            out.extend(row(m, False) for m in rows)
            out.append("#endif\n")
    out.append("}};\n\n}  // namespace\n\nconst MethodRow& method_row(Method method) noexcept {\n"
               "  return kRows[static_cast<std::size_t>(method)];\n}\n\n}  // namespace ferry::check::layer\n")
    return "".join(out)


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def with_guard(cls, interface, lines):
    if not lines:
        return []
    return [f"#ifdef {guard(interface)}\n"] + lines + ["#endif\n"]


def note_parameters(method):
    parts = ["Call& call"]
    for p in method.parameters:
        parts.append(f"{p.wrapper}* {p.name}" if p.wrapper else p.declared())
    return ", ".join(parts)


def write_class_header(cls):
    stem = snake(cls.name)
    newest_first = list(reversed(cls.interfaces))
    out = [BANNER, "#pragma once\n\n", '#include "call.hpp"\n', f'#include "{stem}_data.hpp"\n',
           '#include "wrapped.hpp"\n\n']
    out.append("namespace ferry::check::layer {\n\n")
    own = cls.name
    wrappers = sorted({p.wrapper for m in cls.methods for p in m.parameters if p.wrapper and p.wrapper != own})
    out.extend(f"class {w};\n" for w in wrappers)
    whole = [f"#ifdef {guard(cls.interfaces[0])}\n\n"]
    for i, interface in enumerate(newest_first):
        versions = ", ".join(reversed(newest_first[i:]))
        last = i + 1 == len(newest_first)
        if len(newest_first) > 1:
            whole.append("#else\n" if last else f"#{'el' if i else ''}if defined({guard(interface)})\n")
        whole.append(f"using {cls.name}Versions = Versions<{versions}>;\n")
    if len(newest_first) > 1:
        whole.append("#endif\n")
    if cls.name == "Device":
        bases = f"WrappedObject<{cls.name}Versions>"
    elif any(m.kind == "mixin" for m in cls.methods):
        bases = f"{cls.name}Mixin<{cls.name}Versions>"
    else:
        bases = f"Wrapped<{cls.name}Versions>"
    whole.append(f"\nclass {cls.name} final : public {bases}, public {cls.name}Data {{\n public:\n")
    whole.append(f"  static constexpr Kind kKind = Kind::k{cls.name};\n\n")
    whole.append(f"  {cls.name}(Core& core, ObjectId id, IUnknown* below, {cls.name}Data data)\n"
                 f"      : {bases}(core, kKind, id, below), {cls.name}Data(std::move(data)) {{}}\n\n")
    for interface in cls.interfaces:
        lines = []
        for m in cls.methods:
            if m.interface != interface or m.kind == "mixin":
                continue
            if m.aggregate:
                lines.append("#if FERRY_CHECK_AGGREGATES_BY_POINTER\n")
                lines.append(f"  {m.aggregate_signature()} override;\n")
                lines.append("#else\n")
                lines.append(f"  {m.signature()} override;\n")
                lines.append("#endif\n")
            else:
                lines.append(f"  {m.signature()} override;\n")
        whole.extend(with_guard(cls, interface, lines))
    notes = [m for m in cls.methods if m.kind == "note"]
    if notes:
        whole.append("\n private:\n")
        for interface in cls.interfaces:
            lines = [f"  void note_{m.name}({note_parameters(m)});\n" for m in notes if m.interface == interface]
            whole.extend(with_guard(cls, interface, lines))
    if cls.name == "CommandList":
        whole.append("\n public:\n  void call_failed(HRESULT result) override;\n")
    destroy = "void destroy() override;" if cls.name == "Device" else "void destroy() override { finish(*this); }"
    whole.append(f"\n private:\n  {destroy}\n}};\n\n")
    whole.append("#endif\n")
    out.extend(["\n"] + whole)
    out.append("\n}  // namespace ferry::check::layer\n")
    return "".join(out)


def body(m):
    """The generated body of a forward, note or refuse method."""
    out = []
    out.append(f"  Call call(*this, Method::{m.enumerator});\n")
    zero = "" if m.result == "void" else (" call.refusal()" if m.hresult else f" {m.result}{{}}")
    if m.kind == "refuse":
        outputs = [p for p in m.parameters if p.type == "void**"]
        for p in m.parameters:
            if p not in outputs:
                out.append(f"  (void){p.name};\n")
        for p in outputs:
            out.append(f"  if ({p.name} != nullptr) *{p.name} = nullptr;\n")
        out.append("  call.unsupported();\n")
        if m.result != "void":
            out.append(f"  return{zero};\n")
        return out
    if m.hresult:
        out.append("  if (call.refused()) return call.refusal();\n")
    arguments = []
    resolved = False
    for p in m.parameters:
        if p.wrapper:
            need = "Need::kOptional" if p.optional else "Need::kRequired"
            out.append(f'  auto* const {p.name}_ours = call.resolve<{p.wrapper}>({p.name}, "{p.name}", {need});\n')
            arguments.append(f"below_of<{p.interface}>({p.name}_ours)")
            resolved = True
        elif p.interface:
            sys.exit(f"{m.interface}::{m.name}: no wrapper for {p.interface}; write it by hand")
        else:
            arguments.append(p.name)
    if m.result == "void":
        out.append("  if (call.refused()) return;\n")
    elif resolved:
        out.append(f"  if (call.refused()) return{zero};\n")
    if m.kind == "note":
        noted = ["call"] + [f"{p.name}_ours" if p.wrapper else p.name for p in m.parameters]
        out.append(f"  note_{m.name}({', '.join(noted)});\n")
        out.append("  if (call.refused()) return" + zero + ";\n")
    target = f"below<{m.interface}>()->{m.name}({', '.join(arguments)})"
    if m.hresult:
        out.append(f"  return call.done({target});\n")
    elif m.result == "void":
        out.append(f"  {target};\n")
    else:
        out.append(f"  return {target};\n")
    return out


def aggregate_body(m):
    arguments = ", ".join(p.name for p in m.parameters)
    first = f"  const Call call(*this, Method::{m.enumerator});\n"
    scope = f"{m.cls.name}::"
    out = ["#if FERRY_CHECK_AGGREGATES_BY_POINTER\n", m.aggregate_signature(scope) + " {\n", first,
           f"  return below<{m.interface}>()->{m.name}(result{', ' if arguments else ''}{arguments});\n", "}\n",
           "#else\n", m.signature(scope) + " {\n", first,
           f"  return below<{m.interface}>()->{m.name}({arguments});\n", "}\n", "#endif\n\n"]
    return out


def write_class_source(cls):
    stem = snake(cls.name)
    includes = {stem} | {snake(p.wrapper) for m in cls.methods for p in m.parameters if p.wrapper}
    out = [BANNER]
    out.extend(f'#include "generated/{name}.hpp"\n' for name in sorted(includes))
    out.append(f"\n#ifdef {guard(cls.interfaces[0])}\n\nnamespace ferry::check::layer {{\n\n")
    for interface in cls.interfaces:
        lines = []
        for m in cls.methods:
            if m.interface != interface or m.kind in ("hand", "mixin"):
                continue
            if m.aggregate:
                lines.extend(aggregate_body(m))
            else:
                lines.append(m.signature(f"{cls.name}::") + " {\n")
                lines.extend(body(m))
                lines.append("}\n\n")
        out.extend(with_guard(cls, interface, lines))
    out.append("}  // namespace ferry::check::layer\n\n#endif\n")
    return "".join(out)


def formatted(text, name):
    done = subprocess.run(["clang-format", f"--assume-filename={HERE / 'src' / name}"], input=text,
                          capture_output=True, text=True, check=True)
    return done.stdout


def main():
    classes = read_table()
    files = {"methods.hpp": write_methods_header(classes), "methods.cpp": write_methods_source(classes)}
    for cls in classes:
        files[f"{snake(cls.name)}.hpp"] = write_class_header(cls)
        files[f"{snake(cls.name)}.cpp"] = write_class_source(cls)
    target = HERE / "src" / "generated"
    target.mkdir(parents=True, exist_ok=True)
    stale = []
    for name, text in files.items():
        text = formatted(text, name)
        path = target / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.write_text(text)
    if "--check" in sys.argv and stale:
        sys.exit(f"out of date, run check/layer/generate.py: {', '.join(stale)}")


if __name__ == "__main__":
    main()
