// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import SystemPackage
import Wire

/// The output for users and scripts: text and JSON on standard output, the rest on standard error.
///
/// Everything but `draw` is escaped: names and reasons come from other nodes, and a terminal would obey control characters in them.
enum Terminal {
    /// Whether standard error is a terminal.
    static let isWatched = isatty(FileHandle.standardError.fileDescriptor) == 1

    /// Whether standard output is a terminal.
    static let isSeen = isatty(STDOUT_FILENO) == 1

    /// Prints one line on standard output; escapes line feeds in it.
    static func say(_ line: String) {
        write(line.escaped(keeping: ["\t"]) + "\n", to: .standardOutput)
    }

    /// Prints text of several lines on standard output.
    static func say(block text: String) {
        write(Self.safe(text) + "\n", to: .standardOutput)
    }

    /// Prints one line on standard output; on a terminal that is narrower, in lines that are broken between words.
    ///
    /// - Parameter indent: the spaces before all lines but the first.
    static func say(_ line: String, indent: Int) {
        guard let columns = window?.columns, columns > 2 * indent else { return say(line) }
        Format.wrapped(line.escaped(keeping: ["\t"]), width: columns, indent: indent).forEach { say($0) }
    }

    /// Prints a drawing of this program on standard output, with its colours, and a blank line.
    static func draw(_ picture: String) {
        write(picture + "\n", to: .standardOutput)
    }

    /// The rows and columns of the terminal of standard output; nil if it is none, or does not say.
    static var window: (rows: Int, columns: Int)? {
        guard let known = size(of: STDOUT_FILENO), known.ws_row > 0, known.ws_col > 0 else { return nil }
        return (Int(known.ws_row), Int(known.ws_col))
    }

    /// Prints one line on standard error; escapes line feeds in it, with which another node could write lines of its own.
    static func complain(_ line: String) {
        write(line.escaped(keeping: ["\t"]) + "\n", to: .standardError)
    }

    /// Prints text of several lines on standard error; nothing of it may come from another node.
    static func complain(block text: String) {
        write(Self.safe(text) + "\n", to: .standardError)
    }

    /// Prints a value as JSON on standard output.
    static func say(json value: some Encodable) throws {
        say(jsonText: String(decoding: try JSON.encode(value, pretty: true), as: UTF8.self))
    }

    /// Prints a value as one line of JSON on standard output.
    static func say(jsonLine value: some Encodable) throws {
        say(jsonText: String(decoding: try JSON.encode(value), as: UTF8.self))
    }

    /// Prints JSON on standard output; the escapes do not change its meaning.
    static func say(jsonText text: String) {
        write(text.escaped(as: .json, keeping: ["\n"]) + "\n", to: .standardOutput)
    }

    /// Prints a line on standard error that the next one replaces; prints nothing in a pipe.
    ///
    /// Cuts the line at the width of the terminal, because a wrapped line could not be replaced.
    static func progress(_ line: String) {
        guard isWatched else { return }
        let shown = line.escaped()
        write("\r\u{1B}[K" + (width.map { String(shown.prefix($0)) } ?? shown), to: .standardError)
    }

    /// The number of columns of standard error; nil if the terminal does not say.
    static var width: Int? {
        guard let columns = size(of: STDERR_FILENO)?.ws_col, columns > 0 else { return nil }
        return Int(columns)
    }

    /// The size of the terminal of a file descriptor; nil if it is none.
    private static func size(of descriptor: CInt) -> winsize? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size
    }

    /// Prints a line for a person on standard error; prints nothing in a pipe, and while a shell completes a command.
    static func advise(_ line: String) {
        guard isWatched, !CommandLine.arguments.contains("---completion") else { return }
        complain(line)
    }

    /// Removes the progress line.
    static func endProgress() {
        progress("")
    }

    /// Prints one line on standard error, without a line feed after it; escapes line feeds in it.
    static func prompt(_ line: String) {
        write(line.escaped(), to: .standardError)
    }

    /// Escapes text, except for line feeds and tabs of this program.
    private static func safe(_ text: String) -> String {
        text.escaped(keeping: ["\n", "\t"])
    }

    /// Why standard output could not be written; nil if it could, or if its reader has enough (`| head`).
    static var loss: Errno? { lost.withLock { $0 == .brokenPipe ? nil : $0 } }

    private static let lost = Mutex<Errno?>(nil)

    private static func write(_ text: String, to file: FileDescriptor) {
        do {
            _ = try file.writeAll(text.utf8)
        } catch let error as Errno where file == .standardOutput {
            lost.withLock { $0 = $0 ?? error }
        } catch {
            // Nobody is there to be told.
        }
    }
}
