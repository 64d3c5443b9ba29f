// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Wire

/// A camera's stills as `StillCollector` uses them; tests substitute their own.
protocol StillSource: Sendable {
    /// The camera's node id, as verified by pairing.
    var camera: String { get }
    /// Fetches a still into a file; resumes a partial download.
    ///
    /// - Parameters:
    ///   - willWrite: called before each write with its number of bytes; an error from it ends the fetch.
    ///   - progress: called with the number of bytes on disk.
    func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws
    /// Tells the camera that this recorder has stored the still.
    func confirm(_ still: Still) async throws
    /// All stills that the camera has.
    func list() async throws -> [Still]
    /// Whether the camera answers requests.
    func isThere() async -> Bool
}

/// The stills of a camera that is connected.
struct CameraStills: StillSource {
    let camera: String
    let client: any CameraConnection

    func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws {
        try await client.fetch(still, to: target, willWrite: willWrite, progress: progress)
    }

    func confirm(_ still: Still) async throws {
        try await client.confirmStill(still)
    }

    func list() async throws -> [Still] { try await client.allStills() }

    func isThere() async -> Bool {
        (try? await client.node()) != nil
    }
}
