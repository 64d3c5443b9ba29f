// SPDX-License-Identifier: Apache-2.0
package import SystemPackage
package import Trust
package import Wire

/// A recorder's connection to one camera, whichever way it travels.
///
/// A refusal of the camera is thrown as a `Problem`, what else the recorder decides on as a `CameraConnectionError`. Nothing is
/// tried twice.
package protocol CameraConnection: FootageSource {
    /// Where the camera is, for people.
    var place: String { get }

    /// Who the camera says it is.
    func node() async throws -> NodeDescription

    /// How the camera is.
    func state() async throws -> NodeState

    /// What to add to this machine's monotonic clock to get the camera's, in nanoseconds.
    func clockDifference() async throws -> Int64

    /// The IP addresses of both ends.
    func ends() async throws -> (here: String, there: String)

    /// Resumes the session of a token, or begins another if there is none any more.
    func beginSession(token: String?, needs: [String]) async throws -> SessionTicket

    /// Forgets the session: the link was lost, and the camera may know nothing of it.
    func leaveSession()

    /// Tells the camera that the session is over.
    func endSession() async throws

    /// What happens on the camera after this returns; ends when the camera ends it.
    func happenings() async throws -> any AsyncSequence<NumberedEvent, any Error> & Sendable

    /// Asks the camera to send live video to this machine.
    func openLive(_ request: LiveRequest) async throws -> LiveSession

    /// Ends a live session at the end of the fragment in progress.
    func closeLive(_ id: String) async throws -> LiveEnd

    /// All of the camera's stills in order of time.
    func allStills() async throws -> [Still]

    /// Fetches a still into a file; resumes where an earlier attempt stopped.
    ///
    /// - Parameters:
    ///   - willWrite: called before so many bytes are written; an error of it ends the fetch.
    ///   - progress: called with the number of bytes that are there.
    func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws

    /// Tells the camera that this recorder has stored a still.
    func confirmStill(_ still: Still) async throws

    /// Closes the connection: requests under way end with an error. A second time does nothing.
    func shutdown() async
}

/// Why a request got no answer of the camera, as far as a recorder decides on it.
package protocol CameraConnectionError: Error {
    /// Whether the same request may succeed a little later.
    var isTransient: Bool { get }
    /// Whether the camera refuses this recorder: they are not paired, or the recorder was revoked.
    var isNotPaired: Bool { get }
}

/// Prepares a connection to the camera at an address that shows a certificate; connects with the first request.
///
/// Throws if this node's own identity is none.
package typealias CameraDialer =
    @Sendable (_ address: NodeAddress, _ certificate: PinnedCertificate) throws -> any CameraConnection
