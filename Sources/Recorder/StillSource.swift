// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Wire

/// A camera, as far as the collector of stills needs it.
protocol StillSource: Sendable {
    /// The node id of the camera, as pairing has shown it.
    var camera: String { get }
    /// Fetches a still into a file; resumes where an earlier try stopped.
    ///
    /// - Parameters:
    ///   - willWrite: asked before so many bytes are written; what it throws ends the fetch.
    ///   - progress: hears how many bytes are there.
    func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws
    /// Tells the camera that this recorder has stored the still.
    func confirm(_ still: Still) async throws
    /// All stills that the camera has.
    func list() async throws -> [Still]
    /// Whether the camera answers at all.
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
