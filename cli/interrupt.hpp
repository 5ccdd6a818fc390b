#pragma once

namespace ferry::cli {

/// From here on Ctrl-C (SIGINT) and SIGTERM end the program at the next place where it asks interrupted(), so
/// that no half-written file stays behind and what was done is reported. A second one ends it at once.
void catch_interrupts();

/// True once such a signal has come. Safe from any thread.
bool interrupted();

/// Ends the program by the signal that came, so that a shell sees why; does nothing where none came.
void end_if_interrupted();

}  // namespace ferry::cli
