// SPDX-License-Identifier: Apache-2.0

/// A camera's account of one of its epochs: its place in the chain of epochs, how it ended, and how much it captured.
///
/// With `captured`, missing frames are a subtraction: all captured frames, less those that are stored, less those that gaps name.
package struct EpochAccount: Hashable, Sendable {
    /// How an epoch ended, as far as this node knows.
    package enum Ending: String, Sendable {
        /// It is still running.
        case running
        /// It was running when the camera was last heard of; the link is lost since.
        case unheard
        /// All of its frames are counted.
        case inOrder = "in-order"
        /// The camera was killed: the number of frames captured after the last fragment is not known.
        case killed
        /// The camera no longer knows the epoch: its card was replaced, its home restored, or its owner gave the epoch up.
        case lost
    }

    /// Whether frames may have been captured that nobody counted.
    package var isUncounted: Bool { ended == .killed || ended == .lost }

    /// Whether the account is final.
    package var isClosed: Bool { ended != .running && ended != .unheard }
    /// A random number of 128 bits as 32 hexadecimal digits.
    package let id: String
    /// The id of the epoch before it; nil for a camera's first.
    package var predecessor: String?
    /// The camera's number of it.
    package var cameraEpoch: Int
    /// How it ended.
    package var ended: Ending
    /// The number of its last fragment; 0 before the first.
    package var lastSequence: Int
    /// The tick of the last frame of that fragment.
    package var lastTick: Tick
    /// The frames captured up to the end of that fragment's window; nil for epochs from before the camera kept accounts.
    package var captured: Int?
    /// The time between two frames, in ticks.
    package var nominalInterval: Int64
    /// The most frames that may have been captured beyond `captured` before it was killed; nil if that is not known.
    package var atMost: Int?
    /// The device that captured it; unknown and upright in accounts of earlier versions.
    package var device: CaptureDevice

    /// An account; see the properties.
    package init(
        id: String, predecessor: String? = nil, cameraEpoch: Int, ended: Ending = .running, lastSequence: Int = 0,
        lastTick: Tick = Tick(rawValue: 0), captured: Int? = 0, nominalInterval: Int64 = 3_000, atMost: Int? = nil,
        device: CaptureDevice = CaptureDevice()
    ) {
        (self.id, self.predecessor, self.cameraEpoch, self.ended) = (id, predecessor, cameraEpoch, ended)
        (self.lastSequence, self.lastTick, self.captured) = (lastSequence, lastTick, captured)
        (self.nominalInterval, self.atMost, self.device) = (nominalInterval, atMost, device)
    }
}
