#pragma once

#include <string>

namespace ferry::cli {

/// Why nothing can be preloaded into this program, as a sentence with no full stop that begins with its name
/// and says what to do; empty where the file shows no reason. `program` is looked for in PATH as a shell
/// does. Linux.
std::string why_nothing_is_preloaded(const std::string& program);

}  // namespace ferry::cli
