// SPDX-License-Identifier: Apache-2.0
import Wire

@testable import Recorder

/// A camera that answers every request with the same epochs, page and bytes.
struct FixedSource: FootageSource {
    var fragments: [FragmentAnnouncement] = []
    var epochs: [EpochDescription] = []
    var bytes: [UInt8] = []
    /// The bytes of fragments by their digests, instead of `bytes`.
    var contents: [String: [UInt8]] = [:]
    var hold: FootageHold?
    /// The ids of the epochs of which it knows nothing.
    var forgotten: Set<String> = []

    func time() async throws -> ClockReading { throw SimulatedFailure() }
    func accounts(isKept: Bool) async throws -> [EpochDescription] { epochs }
    func manifest(epoch: Int?, after sequence: Int?, limit: Int) async throws -> FootageManifest { page }
    func manifest(from id: String, after sequence: Int, limit: Int) async throws -> FootageManifest {
        guard !forgotten.contains(id) else { throw Problem.notFound("there is no epoch \(id)") }
        return page
    }
    func holds() async throws -> [FootageHold] {
        guard let hold else { throw SimulatedFailure() }
        return [hold]
    }
    func hold(_ recording: String, _ wish: FootageHoldRequest) async throws -> FootageHold {
        guard let hold else { throw SimulatedFailure() }
        return hold
    }
    func release(_ recording: String) async throws { throw SimulatedFailure() }
    func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8] {
        contents[announcement.sha256] ?? bytes
    }
    func initSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8] { bytes }
    func acknowledge(_ acknowledgement: FootageAcknowledgement) async throws { throw SimulatedFailure() }

    private var page: FootageManifest {
        FootageManifest(fragments: fragments, epochs: [], capture: CaptureState(pipeline: ""), more: true)
    }
}
