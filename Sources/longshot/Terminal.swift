// SPDX-License-Identifier: Apache-2.0
import Foundation
import Wire

/// What people and scripts read: text and JSON on standard output, the rest on standard error.
enum Terminal {
    /// Whether somebody watches standard error.
    static let isWatched = isatty(FileHandle.standardError.fileDescriptor) == 1

    /// One line on standard output.
    static func say(_ line: String) {
        write(line + "\n", to: .standardOutput)
    }

    /// One line on standard error.
    static func complain(_ line: String) {
        write(line + "\n", to: .standardError)
    }

    /// A value as JSON on standard output.
    static func say(json value: some Encodable) throws {
        say(String(decoding: try JSON.encode(value, pretty: true), as: UTF8.self))
    }

    /// A line on standard error that the next one replaces; nothing in a pipe.
    static func progress(_ line: String) {
        guard isWatched else { return }
        write("\r\u{1B}[K" + line, to: .standardError)
    }

    /// Takes the progress line away.
    static func endProgress() {
        progress("")
    }

    /// Whether somebody can answer a question.
    static let canAsk = isatty(FileHandle.standardInput.fileDescriptor) == 1

    /// Asks a question on standard error and reads one line; an empty one when there is none.
    ///
    /// The answer is waited for on a thread of its own.
    static func ask(_ question: String) async -> String {
        if canAsk { write(question, to: .standardError) }
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        Thread { line.yield(readLine() ?? "") }.start()
        return await lines.first { _ in true } ?? ""
    }

    /// An error in words for a person.
    static func words(for error: any Error) -> String {
        if error is CancellationError { return "interrupted" }
        return "\(error)"
    }

    private static func write(_ text: String, to file: FileHandle) {
        // A reader that has gone away (`| head`) is no reason to crash.
        try? file.write(contentsOf: Data(text.utf8))
    }
}
