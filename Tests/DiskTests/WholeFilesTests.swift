// SPDX-License-Identifier: Apache-2.0
import Disk
import MediaSamples
import SystemPackage
import Testing

@Suite("A folder of small files")
struct WholeFilesTests {
    @Test("gives all that end alike in one go, in order, and none that are not whole")
    func all() async throws {
        try await withScratch { scratch in
            let folder = scratch.appending("records")
            let files = WholeFiles(directory: folder)
            #expect(try await files.all(ending: ".json").isEmpty)
            try await files.write([2, 2], as: "b.json")
            try await files.write([], as: "a.json")
            try await files.write([3], as: "c.jpg")
            try ScratchFile.write([4], to: folder.appending("d.json.part"))
            let all = try await files.all(ending: ".json")
            #expect(all.map(\.name) == ["a.json", "b.json"])
            #expect(all.map(\.bytes) == [[], [2, 2]])
        }
    }
}
