// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// A folder of small files that are written whole or not at all, and survive a power cut once written.
///
/// Waits for the disk on threads of its own: callers `await`.
package actor WholeFiles {
    /// The folder.
    package nonisolated let directory: FilePath
    private let executor: BlockingExecutor

    /// Names a folder, which is made with the first file.
    package init(directory: FilePath) {
        self.directory = directory
        executor = BlockingExecutor(label: "files")
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// The path of a file.
    ///
    /// A name with a slash in it, or of dots alone, is no name.
    package nonisolated func path(of name: String) throws(FootageError) -> FilePath {
        guard let component = FilePath.Component(name), component.kind == .regular else {
            throw .invalid("\"\(name)\" is not a file name: it must not contain slashes or be dots")
        }
        return directory.appending(component)
    }

    /// Makes the folder, durably; fine when it is there.
    package func makeDirectory() throws(FootageError) {
        try FileSystem.makeDirectories(directory)
    }

    /// Writes a file under a temporary name, syncs it, gives it its own and syncs the folder.
    package func write(_ bytes: [UInt8], as name: String) throws(FootageError) {
        let path = try path(of: name)
        let part = try self.path(of: name + ".part")
        try FileSystem.makeDirectories(directory)
        try FileSystem.remove(part)
        guard let file = try FileSystem.create(part) else { throw .notFound("\(part) appeared by itself: try again") }
        do {
            try writeWhole(bytes, to: file, part)
            try file.close()
            try FileSystem.rename(part, to: path)
            try FileSystem.synchronizeDirectory(directory)
        } catch {
            try? FileSystem.remove(part)
            throw error as? FootageError ?? .invalid("\(error)")
        }
    }

    /// Reads a file.
    package func read(_ name: String) throws(FootageError) -> [UInt8] {
        let path = try path(of: name)
        let file = try FileSystem.open(path, .readOnly)
        defer { try? file.close() }
        return try FileSystem.read(try FileSystem.size(file, path), from: file, at: 0, path)
    }

    /// All files whose names end so, sorted: thousands of small ones in one go.
    package func all(ending: String) throws(FootageError) -> [(name: String, bytes: [UInt8])] {
        let names = try names().filter { $0.hasSuffix(ending) }
        guard !names.isEmpty else { return [] }
        let folder = try FileSystem.open(directory, .readOnly)
        defer { try? folder.close() }
        var all: [(name: String, bytes: [UInt8])] = []
        for name in names {
            let file = try FileSystem.open(name, in: folder, directory)
            defer { try? file.close() }
            let size = try FileSystem.size(file, directory)
            all.append((name, try FileSystem.read(size, from: file, at: 0, directory)))
        }
        return all
    }

    /// Removes a file; one that is gone already is fine.
    package func remove(_ name: String) throws(FootageError) {
        try FileSystem.remove(try path(of: name))
        if FileSystem.exists(directory) { try FileSystem.synchronizeDirectory(directory) }
    }

    /// The names of all files that are whole, sorted.
    package func names() throws(FootageError) -> [String] {
        try FileSystem.names(in: directory).filter { !$0.hasSuffix(".part") }
    }

    private func writeWhole(_ bytes: [UInt8], to file: FileDescriptor, _ path: FilePath) throws {
        do {
            try FileSystem.write(bytes, to: file, at: 0, path)
            try FileSystem.synchronizeData(file)
        } catch {
            try? file.close()
            throw error
        }
    }
}
