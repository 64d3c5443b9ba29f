// SPDX-License-Identifier: Apache-2.0
package import SystemPackage
package import Tasks
package import Trust
package import Wire

/// A recorder's connection to one camera, over any transport.
///
/// Throws a refusal of the camera as a `Problem`, and failures that the recorder distinguishes as a `CameraConnectionError`. Does
/// not retry.
package protocol CameraConnection: FootageSource {
    /// The camera's address, for people.
    var place: String { get }

    /// The camera's own description.
    func node() async throws -> NodeDescription

    /// The camera's state.
    func state() async throws -> NodeState

    /// Compares the camera's monotonic clock with this machine's.
    func compareClocks() async throws -> ClockOffset

    /// The IP addresses of both ends.
    func ends() async throws -> (here: String, there: String)

    /// Resumes the session of a token, or begins a new one if the token is nil or has expired.
    func beginSession(token: String?, needs: [String], name: String?) async throws -> SessionTicket

    /// Forgets the session after the loss of the link; the camera may no longer know it.
    func leaveSession()

    /// Tells the camera that the session is over.
    ///
    /// - Parameter isRevoked: whether it is over because this recorder has revoked the camera.
    func endSession(isRevoked: Bool) async throws

    /// The camera's events after this returns; the stream ends when the camera ends it.
    func happenings() async throws -> any AsyncSequence<NumberedEvent, any Error> & Sendable

    /// Asks the camera to send live video to this machine.
    func openLive(_ request: LiveRequest) async throws -> LiveSession

    /// Ends a live session at the end of the fragment in progress.
    func closeLive(_ id: String) async throws -> LiveEnd

    /// Tells the camera whether this recorder records it.
    func report(_ report: RecordingReport) async throws

    /// Takes stills; `pressedAt` is on this machine's monotonic clock. Returns when the camera has accepted the job.
    func takeStills(pressedHere request: StillRequest) async throws -> StillJob

    /// The progress of a still job.
    func stillJob(_ id: String) async throws -> StillJob

    /// Moves the moments of a still job; `startsAt` is on this machine's monotonic clock.
    func moveStills(job: String, startingHere change: StillJobChange) async throws -> StillJob

    /// Cancels the remaining stills of a job.
    func cancelStills(job: String) async throws -> StillJob

    /// One still's description.
    func still(_ id: String) async throws -> Still

    /// All of the camera's stills in order of time.
    func allStills() async throws -> [Still]

    /// Fetches a still into a file; resumes where an earlier attempt stopped.
    ///
    /// - Parameters:
    ///   - willWrite: called before each write with its number of bytes; an error from it ends the fetch.
    ///   - progress: called with the number of bytes on disk.
    func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws

    /// Tells the camera that this recorder has stored a still.
    func confirmStill(_ still: Still) async throws

    /// Closes the connection; requests in progress fail, and a second call does nothing.
    func shutdown() async
}

/// An error of a request, as far as the recorder distinguishes errors.
package protocol CameraConnectionError: Error {
    /// Whether a retry may succeed.
    var isTransient: Bool { get }
    /// Whether the camera refuses this recorder because it is not paired or was revoked.
    var isNotPaired: Bool { get }
}

/// Prepares a connection to an address with a pinned certificate; connects with the first request.
///
/// Throws if this node's own identity is invalid.
package typealias CameraDialer =
    @Sendable (_ address: NodeAddress, _ certificate: PinnedCertificate) throws -> any CameraConnection
