// SPDX-License-Identifier: Apache-2.0
import Footage
import Glibc
import MediaSamples
import SystemPackage
import Testing

@testable import Recorder

@Suite("Decoding a file", .timeLimit(.minutes(1)))
struct DecodeCheckTests {
    @Test("refuses a pipe in the place of the file, which nobody may ever write to", arguments: [true, false])
    func pipe(isThere: Bool) async throws {
        try await withScratch { folder in
            let file = folder.appending("e000001-s000001.mp4")
            if isThere { try #require(unsafe mkfifo(file.string, 0o600) == 0) }
            await #expect(throws: FootageError.damaged(path: file.string, offset: 0, reason: "it is no ordinary file"))
            {
                try await DecodeCheck(home: nil).pictures(in: file)
            }
        }
    }
}
