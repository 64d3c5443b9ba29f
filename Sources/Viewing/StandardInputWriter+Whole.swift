// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Subprocess

extension StandardInputWriter {
    /// Writes all that a process is to read, and ends its input.
    ///
    /// Throws nothing: if the process ends before it has read all, the end of its output shows that. An array as the input of a
    /// process instead of a writer would end this process then, because the library leaves a descriptor open and traps for that
    /// (swift-subprocess, issue 367).
    package func write(whole bytes: [UInt8]) async {
        // Makes writing to a process that has ended an error instead of a signal that ends this process.
        signal(SIGPIPE, SIG_IGN)
        _ = try? await write(bytes)
        try? await finish()
    }
}
