// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// Makes movies of recordings for an outbox.
package protocol MovieMaker: Sendable {
    /// Writes all of a recording as a plain MP4 file, which appears at its path only when it is complete.
    func makeMovie(of recording: String, at path: FilePath) async throws
}
