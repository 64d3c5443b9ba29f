// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import Wire

@testable import longshot

@Suite("The path of a command's output")
struct OutputPathTests {
    @Test("is never that of a device or a pipe, also where files may be replaced")
    func special() throws {
        let folder = NSTemporaryDirectory() + "longshot-output-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (pipe, file) = (folder + "/pipe", folder + "/film.mp4")
        #expect(mkfifo(pipe, 0o600) == 0)
        try Data([1]).write(to: URL(fileURLWithPath: file))
        for path in ["/dev/null", pipe] {
            #expect(throws: Problem.self) { try OutputPath.checkIsFree(path, replaces: true) }
        }
        try OutputPath.checkIsFree(file, replaces: true)
        #expect(throws: Problem.self) { try OutputPath.checkIsFree(file, replaces: false) }
        try OutputPath.checkIsFree(folder + "/other.mp4", replaces: false)
    }
}
