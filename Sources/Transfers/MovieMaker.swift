// SPDX-License-Identifier: Apache-2.0
package import SystemPackage
package import Wire

/// Makes movies of recordings for an outbox.
package protocol MovieMaker: Sendable {
    /// Writes a recording as a plain MP4 file, which appears at its path only when it is complete.
    ///
    /// - Parameter begin: the first frame of the part of one format; nil for all of it.
    func makeMovie(of recording: String, from begin: SeenFrame?, at path: FilePath) async throws
}
