// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage

/// A file that holds one value of a pipeline, such as a password, and that only its owner may read.
enum SecretFile {
    private static let sizeLimit = 64_000

    /// The text in a file, without the line break at its end.
    ///
    /// Throws `PipelineError.badSecret`, which contains nothing of the text, if the file does not belong to this user, if others
    /// may access it, or if it is not one line of UTF-8 text.
    static func read(_ path: String) throws(PipelineError) -> String {
        let text = String(decoding: try bytes(of: path), as: UTF8.self)
        let value = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
        guard !value.isEmpty else { throw .badSecret(path, reason: "it is empty") }
        guard !value.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 || $0 == "\u{FFFD}" }) else {
            throw .badSecret(path, reason: "it must hold one line of UTF-8 text")
        }
        return value
    }

    private static func bytes(of path: String) throws(PipelineError) -> [UInt8] {
        do {
            // Opens without blocking, because the path may name a pipe without a writer.
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.nonBlocking, .closeOnExec])
            return try file.closeAfter {
                try check(file, path)
                let handle = FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: false)
                let bytes = try handle.read(upToCount: sizeLimit + 1) ?? Data()
                guard bytes.count <= sizeLimit else {
                    throw PipelineError.badSecret(path, reason: "it is larger than 64 kB")
                }
                return Array(bytes)
            }
        } catch let error as PipelineError {
            throw error
        } catch {
            throw .badSecret(path, reason: "it cannot be read: \(error)")
        }
    }

    /// Checks the open file, which cannot be replaced any more.
    private static func check(_ file: FileDescriptor, _ path: String) throws {
        let status = try file.stat()
        guard status.type == .regular else {
            throw PipelineError.badSecret(path, reason: "it is not a regular file")
        }
        guard status.userID.rawValue == geteuid() else {
            throw PipelineError.badSecret(path, reason: "it belongs to another user: make it yours with `chown`")
        }
        guard status.permissions.isSubset(of: .ownerReadWrite) else {
            throw PipelineError.badSecret(
                path,
                reason: "its mode is \(String(status.permissions.rawValue, radix: 8)), so that others may use it: "
                    + "`chmod 600` it")
        }
    }
}
