// SPDX-License-Identifier: Apache-2.0
import Footage
import FoundationEssentials
import SystemPackage

/// Counts the starts of a camera's capture, in its home: a spool in memory forgets them, and no number may come twice.
struct EpochCounter: Sendable {
    private static let name = "epoch"

    private let files: WholeFiles

    init(home: FilePath) {
        files = WholeFiles(directory: home)
    }

    /// The next number, which is on disk when this returns; never one up to `known`.
    func next(after known: Int) async throws -> Int {
        let bytes = (try? await files.read(Self.name)) ?? []
        let text = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
        let next = max(Int(text) ?? 0, known) + 1
        try await files.write(Array("\(next)\n".utf8), as: Self.name)
        return next
    }
}
