// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// A file that was opened for reading beneath a folder: the only way to bytes that a peer sent.
///
/// Opens every name on the way in the folder before it and follows no symbolic link, so that no name leads out of the folder. The
/// folder itself may be a link, because its owner names it. The last reference closes the file.
///
/// Opening and reading wait for the disk: call both on a thread that may block.
package final class FileBeneath: Sendable {
    /// The file's size in bytes when it was opened.
    package let size: Int
    private let descriptor: FileDescriptor
    private let path: FilePath

    /// Opens a file.
    ///
    /// Throws `DiskError.system` if there is no such file, and for a symbolic link; `DiskError.invalid` for a name
    /// that is not one component, and for anything but a regular file.
    ///
    /// - Parameters:
    ///   - folder: the folder that the file must not leave.
    ///   - place: the names of the folders below it and of the file.
    package init(_ folder: FilePath, _ place: [String]) throws(DiskError) {
        (descriptor, size, path) = try FileSystem.open(beneath: folder, place)
    }

    deinit {
        try? descriptor.close()
    }

    /// Reads `count` bytes at an offset; fewer if the file ends before.
    package func read(_ count: Int, at offset: Int) throws(DiskError) -> [UInt8] {
        try FileSystem.read(count, from: descriptor, at: offset, path)
    }
}

extension FileSystem {
    /// Opens a regular file name by name, without following links; see `FileBeneath`.
    fileprivate static func open(
        beneath folder: FilePath, _ place: [String]
    ) throws(DiskError) -> (FileDescriptor, size: Int, FilePath) {
        var (descriptor, path) = (try open(folder, .readOnly), folder)
        do throws(DiskError) {
            for (index, name) in place.enumerated() {
                guard let component = FilePath.Component(name), component.kind == .regular else {
                    throw DiskError.invalid("\"\(name)\" is not a file name: it must not contain slashes or be dots")
                }
                path.append(component)
                // Opening a pipe would wait for its other end.
                let kind = index == place.count - 1 ? O_NONBLOCK : O_DIRECTORY
                let next = unsafe openat(descriptor.rawValue, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | kind)
                guard next >= 0 else {
                    throw DiskError.system(operation: "open", path: path.string, code: errno)
                }
                try? descriptor.close()
                descriptor = FileDescriptor(rawValue: next)
            }
            var info = stat()
            guard unsafe fstat(descriptor.rawValue, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
                throw DiskError.invalid("\(path) is not a regular file")
            }
            return (descriptor, Int(info.st_size), path)
        } catch {
            try? descriptor.close()
            throw error
        }
    }
}
