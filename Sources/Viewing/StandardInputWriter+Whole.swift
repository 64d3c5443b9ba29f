// SPDX-License-Identifier: Apache-2.0
package import Subprocess

extension StandardInputWriter {
    /// Writes all that a process is to read, and ends its input.
    ///
    /// Throws nothing: if the process ends before it has read all, the end of its output shows that. An array as the input of a
    /// process instead of a writer would end this process then, because the library leaves a descriptor open and traps for that
    /// (swift-subprocess, issue 367).
    package func write(whole bytes: [UInt8]) async {
        _ = try? await write(bytes)
        try? await finish()
    }
}
