// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The memory of a process.
package enum Memory {
    /// The private memory of a process in bytes (RssAnon of proc_pid_status(5)), or nil if the process does not exist.
    ///
    /// Excludes pages of the program file, of which a debug build loads hundreds of megabytes. Without a process id, measures this
    /// process, without the allocator's reserve (malloc_trim(3)).
    package static func resident(_ process: Int32? = nil) -> Int? {
        if process == nil { _ = trim(0) }
        let path = "/proc/\(process.map(String.init) ?? "self")/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
        else { return nil }
        return Int(line.filter(\.isNumber)).map { $0 << 10 }
    }
}

/// malloc_trim(3), which is missing from the module of the C library.
@_silgen_name("malloc_trim")
private func trim(_ padding: Int) -> CInt
