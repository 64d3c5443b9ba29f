// SPDX-License-Identifier: Apache-2.0
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("A damaged catalog", .timeLimit(.minutes(1)))
struct CatalogDamageTests {
    private static let pageSize = 4_096

    @Test("is noticed, whichever of its pages is damaged")
    func pages() async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 4, perSegment: 2)
            let store = try await fixture.store(in: directory, 1...4)
            try await store.close()
            let path = directory.appending("catalog.sqlite")
            let whole = try ScratchFile.read(path)
            let pages = whole.count / Self.pageSize
            #expect(pages > 10)
            let reader = try await FootageStore(readingDirectory: directory)
            try await reader.checkCatalog()
            try await reader.close()
            for page in 1..<pages {
                var damaged = whole
                for index in page * Self.pageSize..<(page + 1) * Self.pageSize { damaged[index] = 0x5A }
                try ScratchFile.write(damaged, to: path)
                await #expect(throws: FootageError.damagedCatalog(path.string), "page \(page + 1)") {
                    let reader = try await FootageStore(readingDirectory: directory)
                    try await reader.checkCatalog()
                }
            }
        }
    }
}
