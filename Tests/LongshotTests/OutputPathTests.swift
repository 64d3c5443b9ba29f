// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Testing
import Wire

@testable import longshot

@Suite("The path of a command's output")
struct OutputPathTests {
    @Test("must not be empty: such a command is refused before it does anything")
    func empty() throws {
        #expect(throws: ValidationError.self) { try OutputPath.requireName("") }
        #expect(throws: ValidationError.self) { try OutputPath.requireFile("") }
        try OutputPath.requireFile(nil)
        try OutputPath.requireFile("a.jpg")
        for arguments in [
            ["snap", "-o", ""], ["stills", "fetch", "-o", ""], ["export", "-o", ""],
            ["pipeline", "graph", "pattern", "-o", ""],
        ] {
            let error = #expect(throws: (any Error).self) { try Longshot.parseAsRoot(arguments) }
            if let error { #expect(Longshot.exitCode(for: error) == .validationFailure, "\(arguments)") }
        }
    }

    @Test("of a drawing ends in .svg, or has no ending")
    func drawing() {
        for name in ["g.svg", "g.SVG", "g", "./folder.d/g"] {
            #expect(throws: Never.self) { try Longshot.parseAsRoot(["pipeline", "graph", "pattern", "-o", name]) }
        }
        for name in ["g.png", "g.svg.gz"] {
            #expect(throws: (any Error).self) {
                try Longshot.parseAsRoot(["pipeline", "graph", "pattern", "-o", name])
            }
        }
    }

    @Test("has a name to which that of the unfinished file fits, or is refused before there is anything to write")
    func long() throws {
        let folder = NSTemporaryDirectory() + "longshot-output-\(UUID().uuidString)/new"
        defer { try? FileManager.default.removeItem(atPath: String(folder.dropLast(4))) }
        let long = folder + "/" + String(repeating: "x", count: 238) + ".jpg"
        let problem = #expect(throws: Problem.self) { try OutputPath.requireWritable(long, isFolder: false) }
        #expect(problem?.detail.hasSuffix("its name has 242 bytes, and at most 241 are possible") == true)
        #expect(!FileManager.default.fileExists(atPath: folder))
        try OutputPath.requireWritable(String(long.replacing("/x", with: "/")), isFolder: false)
        try OutputPath.requireWritable(folder, isFolder: true)
    }

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
