// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a process has in memory.
package enum Memory {
    /// The bytes that a process has for itself (RssAnon of proc_pid_status(5)); nil when there is no such process.
    ///
    /// Pages of its program that were needed by now, of which a debug build has hundreds of megabytes, do not count.
    /// Of this process, when no number is given, and without what its allocator keeps for later (malloc_trim(3)).
    package static func resident(_ process: Int32? = nil) -> Int? {
        if process == nil { _ = trim(0) }
        let path = "/proc/\(process.map(String.init) ?? "self")/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
        else { return nil }
        return Int(line.filter(\.isNumber)).map { $0 << 10 }
    }
}

/// malloc_trim(3), which the C library's module does not have.
@_silgen_name("malloc_trim")
private func trim(_ padding: Int) -> CInt
