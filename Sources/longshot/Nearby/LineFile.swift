// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Wire

/// A file to which lines are appended.
struct LineFile {
    private let file: FileHandle

    /// Opens a file, and creates it if it is not there.
    init(_ path: String) throws {
        let full = NodeHome(path, usually: "").path.string
        if !FileManager.default.fileExists(atPath: full) {
            guard FileManager.default.createFile(atPath: full, contents: nil) else {
                throw Problem.conflict("\(path) cannot be created: check its folder and your permission there")
            }
        }
        guard let file = FileHandle(forWritingAtPath: full) else {
            throw Problem.conflict("\(path) cannot be written: check your permission there")
        }
        self.file = file
        try file.seekToEnd()
    }

    /// Appends a line.
    func append(_ line: some Sequence<UInt8>) throws {
        try file.write(contentsOf: Data(line) + [0x0A])
    }
}
