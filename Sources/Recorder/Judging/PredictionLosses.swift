// SPDX-License-Identifier: Apache-2.0
import Footage
import Media

/// The stored frames that a decoder may leave out, because frames that they are predicted from are not there.
///
/// Cameras that encode themselves lose encoded frames: what follows, up to the next key frame, is predicted from them. The numbers
/// are bounds, because decoders show most such frames, with wrong contents.
struct PredictionLosses {
    /// Reasons for which encoded frames may be missing in the window of a stored fragment.
    private static let reasons: Set<GapReason> = [.lostBeforeCapture, .driverDropped, .damagedPicture]

    /// The number of stored frames in each segment.
    private(set) var stored: [StoredSegment.ID: Int] = [:]
    /// The number of those that may be left out.
    private(set) var bounds: [StoredSegment.ID: Int] = [:]
    private let harmed: Set<FragmentID>
    private var last: StoredFragment?
    private var isBroken = false

    /// - Parameter gaps: those of the recording.
    init(_ gaps: [Gap]) {
        harmed = gaps.filter { Self.reasons.contains($0.reason) }.reduce(into: []) { harmed, gap in
            guard let sequences = gap.sequences else { return }
            harmed.formUnion(sequences.map { FragmentID(epoch: gap.epoch, sequence: $0) })
        }
    }

    /// Adds the recording's next fragment.
    mutating func add(_ fragment: StoredFragment) {
        defer { last = fragment }
        let segment = fragment.segment
        stored[segment.id, default: 0] += fragment.frames
        guard segment.codec == .h264 else { return }
        // A decoder gets each file alone.
        let follows =
            last.map { $0.segment.id == segment.id && $0.id.sequence + 1 == fragment.id.sequence } ?? false
        isBroken = !fragment.isSync && (isBroken || !follows)
        let isHarmed = harmed.contains(fragment.id)
        guard isBroken || isHarmed else { return }
        bounds[segment.id, default: 0] += fragment.frames - (fragment.isSync ? 1 : 0)
        isBroken = true
    }
}
