// SPDX-License-Identifier: Apache-2.0
import Foundation
import Wire

/// What people and scripts read: text and JSON on standard output, the rest on standard error.
///
/// All of it but `draw` goes through `escaped`: names and reasons come from other nodes, and a terminal would obey the control
/// characters in them.
enum Terminal {
    /// Whether somebody watches standard error.
    static let isWatched = isatty(FileHandle.standardError.fileDescriptor) == 1

    /// One line on standard output; a line feed in it does not begin another.
    static func say(_ line: String) {
        write(line.escaped(keeping: ["\t"]) + "\n", to: .standardOutput)
    }

    /// Text whose lines are this program's, on standard output.
    static func say(block text: String) {
        write(Self.safe(text) + "\n", to: .standardOutput)
    }

    /// A drawing of this program on standard output, with its colours.
    static func draw(_ picture: String) {
        write(picture + "\n", to: .standardOutput)
    }

    /// Text whose lines are this program's, on standard error.
    static func complain(_ line: String) {
        write(Self.safe(line) + "\n", to: .standardError)
    }

    /// A value as JSON on standard output.
    static func say(json value: some Encodable) throws {
        say(jsonText: String(decoding: try JSON.encode(value, pretty: true), as: UTF8.self))
    }

    /// A value as one line of JSON on standard output.
    static func say(jsonLine value: some Encodable) throws {
        say(jsonText: String(decoding: try JSON.encode(value), as: UTF8.self))
    }

    /// A text in JSON on standard output; it means the same afterwards.
    static func say(jsonText text: String) {
        write(text.escaped(as: .json, keeping: ["\n"]) + "\n", to: .standardOutput)
    }

    /// A line on standard error that the next one replaces; nothing in a pipe.
    static func progress(_ line: String) {
        guard isWatched else { return }
        write("\r\u{1B}[K" + line.escaped(), to: .standardError)
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
        if canAsk { write(Self.safe(question), to: .standardError) }
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        Thread { line.yield(readLine() ?? "") }.start()
        return await lines.first { _ in true } ?? ""
    }

    /// An error in words for a person.
    static func words(for error: any Error) -> String {
        if error is CancellationError { return "interrupted" }
        // Another node wrote this: it is one line, whatever it holds.
        if let problem = error as? Problem { return problem.detail.escaped() }
        return "\(error)"
    }

    /// Text whose lines and tabs are this program's.
    private static func safe(_ text: String) -> String {
        text.escaped(keeping: ["\n", "\t"])
    }

    private static func write(_ text: String, to file: FileHandle) {
        // A reader that has gone away (`| head`) is no reason to crash.
        try? file.write(contentsOf: Data(text.utf8))
    }
}
