// SPDX-License-Identifier: Apache-2.0
import Wire

/// Something that measures where peers are: a camera that sees tags, or a radio.
///
/// Another instrument is another type of this protocol, and is given to `NearbyDesk`; sessions, updates and the page stay as they are.
protocol RangingInstrument: Sendable {
    /// Measures once, with what is there now.
    func observe(_ peers: [RangedPeer]) async -> RangingObservation

    /// Frees what a measurement needs: nobody asks any more.
    func rest() async
}

/// A peer whose position is wanted.
struct RangedPeer: Sendable, Equatable {
    /// The number of its tag, which no other wanted peer has.
    let tag: Int
    /// The side of the tag's black square in metres.
    let size: Double
    /// How wrong that may be, as a part of it.
    let sizeUncertainty: Double
}

/// The result of one measurement.
struct RangingObservation: Sendable {
    /// A peer that was found.
    struct Found: Sendable {
        /// Its position; nil with a reason.
        var position: PeerPosition?
        /// The tag's corners as parts of the picture's width and height.
        var corners: [SIMD2<Double>]?
        /// Why a tag that is there does not count.
        var reason: String?
    }

    /// When it was true, on the monotonic clock in nanoseconds; nil if nothing could be measured.
    var capturedAt: Int64?
    /// How long it took, without waiting for a picture, in nanoseconds.
    var duration: Int64 = 0
    /// The found peers by their tags.
    var found: [Int: Found] = [:]
    /// What is known of the lens.
    var lens: LensReport?
    /// Why nothing could be measured.
    var reason: String?
}
