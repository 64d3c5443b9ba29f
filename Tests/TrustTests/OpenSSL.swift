// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Checks certificates with an independent program.
enum OpenSSL {
    /// Runs `openssl` and returns its output, or nil if it fails.
    static func run(_ arguments: String...) throws -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : nil
    }
}
