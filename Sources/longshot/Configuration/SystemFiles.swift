// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The files in which a machine describes itself, below the root or below another folder.
struct SystemFiles: Sendable {
    /// The folder that stands for the root.
    var root = ""

    /// Whether there is a file or folder at a path; false for a symbolic link that leads nowhere.
    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }

    /// The content of a file without spaces and newlines around it; nil if it cannot be read.
    func text(_ path: String) -> String? {
        (try? String(contentsOfFile: root + path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The names in a folder, sorted; empty if it cannot be read.
    func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []).sorted()
    }

    /// Where a symbolic link leads; nil if there is no link.
    func destination(of link: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: root + link)
    }
}
