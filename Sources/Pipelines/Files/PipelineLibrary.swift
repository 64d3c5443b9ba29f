// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
package import SystemPackage

/// Finds pipeline files: by path, in the user's folder, and among those built into the program.
package struct PipelineLibrary: Sendable {
    /// The size of the largest text, in bytes.
    static let largestFile = 256_000

    private let folder: FilePath?

    /// - Parameter home: a node's folder, whose `pipelines` holds the user's files; nil for the shipped ones alone.
    package init(home: FilePath?) {
        folder = home?.appending("pipelines")
    }

    /// Finds a file by name or path.
    package func find(_ nameOrPath: String) throws(PipelineError) -> PipelineFile {
        if nameOrPath.contains("/") || nameOrPath.hasSuffix(".pipeline") {
            // A path wins; lists and scripts call a shipped file `capture/test`.
            let labelled = all().first { "\($0.category.rawValue)/\($0.name)" == nameOrPath }
            if let labelled, !FileManager.default.fileExists(atPath: nameOrPath) { return labelled }
            return try read(FilePath(nameOrPath))
        }
        let named = userFiles().filter { $0.stem == nameOrPath }
        let own = named.filter(Self.hasText)
        guard own.count < 2 else {
            throw .ambiguous(nameOrPath, first: own[0].string, second: own[1].string)
        }
        if let path = own.first { return try read(path) }
        if let shipped = ShippedPipelines.files.first(where: { $0.name == nameOrPath }) { return shipped }
        if let empty = named.first { return try read(empty) }
        throw .notFound(nameOrPath, suggestion: Suggestion.closest(to: nameOrPath, in: all().map(\.name)))
    }

    /// All files: the user's, and the shipped ones that no file of the user replaces.
    ///
    /// Leaves out unreadable and empty files.
    package func all() -> [PipelineFile] {
        let own = userFiles().filter(Self.hasText).compactMap { path in try? read(path) }
        let names = Set(own.map(\.name))
        let files = own + ShippedPipelines.files.filter { !names.contains($0.name) }
        return files.sorted { ($0.category.rawValue, $0.name) < ($1.category.rawValue, $1.name) }
    }

    /// Why `all()` leaves out the user's file with this name: it is empty, or cannot be read; nil if there is none.
    package func reasonLeftOut(_ name: String) -> String? {
        guard let path = userFiles().first(where: { $0.stem == name }) else { return nil }
        guard Self.hasText(path) else { return Self.reason(path.string, isEmpty: true) }
        do throws(PipelineError) {
            _ = try read(path)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Why a file cannot be chosen: it is empty, or has comments only; nil if there is a pipeline in it.
    package func reasonUnused(_ file: PipelineFile) -> String? {
        guard file.launchText.allSatisfy(\.isWhitespace) else { return nil }
        return Self.reason(file.label, isEmpty: file.text.allSatisfy(\.isWhitespace))
    }

    private static func reason(_ path: String, isEmpty: Bool) -> String {
        "\(path) \(isEmpty ? "is empty" : "has only comments"): write a pipeline into it. `longshot pipeline show test` prints "
            + "one to begin with"
    }

    /// Reads the file again; a shipped one never changes.
    package func reload(_ file: PipelineFile) throws(PipelineError) -> PipelineFile {
        guard case .user(let path) = file.origin else { return file }
        let text = try text(at: path)
        // Watchers reload often, and the file has seldom changed.
        return text == file.text ? file : PipelineFile(name: file.name, origin: file.origin, text: text)
    }

    private func read(_ path: FilePath) throws(PipelineError) -> PipelineFile {
        PipelineFile(name: path.stem ?? "", origin: .user(path), text: try text(at: path))
    }

    private func text(at path: FilePath) throws(PipelineError) -> String {
        guard path.stem != nil else { throw .notFound(path.string, suggestion: nil) }
        do {
            try FileSystem.requireReadable(path)
        } catch  where error.isMissingFile {
            throw .notFound(path.string, suggestion: nil)
        } catch {
            throw .unreadable(path.string, reason: "\(error)")
        }
        let type = try? FileManager.default.attributesOfItem(atPath: path.string)[.type] as? FileAttributeType
        guard type != .typeDirectory else {
            throw .unreadable(path.string, reason: "it is a folder: name a file in it")
        }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path.string))
            guard data.count <= PipelineLibrary.largestFile else {
                throw PipelineError.unreadable(path.string, reason: "it is larger than 256 kB")
            }
            guard let text = String(data: data, encoding: .utf8) else {
                throw PipelineError.unreadable(path.string, reason: "it is not UTF-8 text")
            }
            return text
        } catch let error as PipelineError {
            throw error
        } catch {
            throw .unreadable(path.string, reason: error.localizedDescription)
        }
    }

    private func userFiles() -> [FilePath] {
        guard let folder, let names = FileManager.default.enumerator(atPath: folder.string) else { return [] }
        return names.compactMap { $0 as? String }.filter { $0.hasSuffix(".pipeline") }.sorted().map { name in
            folder.pushing(FilePath(name))
        }
    }

    /// Whether a file is not empty.
    ///
    /// A shell creates an empty file before it fills it, and that must not hide the shipped file that it is copied from.
    private static func hasText(_ path: FilePath) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path.string)[.size] as? Int) != 0
    }
}
