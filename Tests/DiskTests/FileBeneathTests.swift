// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import MediaSamples
import SystemPackage
import Testing

@Suite("A file beneath a folder", .timeLimit(.minutes(1)))
struct FileBeneathTests {
    @Test("is read in parts, and stays the file that was opened")
    func reading() async throws {
        try await withScratch { scratch in
            try FileManager.default.createDirectory(
                atPath: scratch.appending("cam").string, withIntermediateDirectories: true)
            let path = scratch.appending("cam").appending("a.jpg")
            try ScratchFile.write([1, 2, 3, 4, 5], to: path)
            let file = try FileBeneath(scratch, ["cam", "a.jpg"])
            #expect(try file.size == 5 && file.read(2, at: 1) == [2, 3] && file.read(9, at: 4) == [5])
            try ScratchFile.remove(path)
            try ScratchFile.write([9], to: path)
            #expect(try file.read(5, at: 0) == [1, 2, 3, 4, 5])
        }
    }

    @Test("is never reached through a link, a path or a name of dots, and is a regular file")
    func refused() async throws {
        try await withScratch { scratch in
            let manager = FileManager.default
            let (folder, secret) = (scratch.appending("files"), scratch.appending("identity"))
            for path in [folder.appending("cam"), secret] {
                try manager.createDirectory(atPath: path.string, withIntermediateDirectories: true)
            }
            try ScratchFile.write([7], to: secret.appending("key.pem"))
            try ScratchFile.write([1], to: folder.appending("cam").appending("a.jpg"))
            try manager.createSymbolicLink(
                atPath: folder.appending("cam").appending("link.jpg").string,
                withDestinationPath: secret.appending("key.pem").string)
            try manager.createSymbolicLink(
                atPath: folder.appending("other").string, withDestinationPath: secret.string)
            #expect(mkfifo(folder.appending("cam").appending("pipe").string, 0o600) == 0)
            for place in [
                ["cam", "link.jpg"], ["other", "key.pem"], ["..", "identity", "key.pem"], ["../identity/key.pem"],
                ["cam/a.jpg"], ["cam", ".", "a.jpg"], ["cam", ""], ["cam"], ["cam", "pipe"], ["cam", "gone"], [],
                [secret.appending("key.pem").string],
            ] {
                #expect(throws: DiskError.self, "\(place)") { try FileBeneath(folder, place) }
            }
            // The folder itself may be a symbolic link that the owner made.
            try manager.createSymbolicLink(
                atPath: scratch.appending("here").string, withDestinationPath: folder.string)
            #expect(try FileBeneath(scratch.appending("here"), ["cam", "a.jpg"]).size == 1)
            // Small files are not read through a link either.
            await #expect(throws: DiskError.self) {
                try await WholeFiles(directory: folder.appending("cam")).read("link.jpg")
            }
        }
    }

    @Test("A pipe in the place of a file makes nobody wait, and cannot be read")
    func pipe() async throws {
        try await withScratch { scratch in
            let path = scratch.appending("pipe")
            #expect(mkfifo(path.string, 0o600) == 0)
            let file = try FileSystem.open(path, .readOnly)
            defer { try? file.close() }
            #expect(throws: DiskError.self) { try FileSystem.read(10, from: file, at: 0, path) }
        }
    }
}
