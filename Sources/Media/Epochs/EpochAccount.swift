// SPDX-License-Identifier: Apache-2.0

/// What a camera has told of one of its epochs: who it is in the chain of epochs, how it ended, and how much it captured.
///
/// `captured` is what makes a hole a subtraction: all that the epoch captured, less what is stored, less what gaps name.
package struct EpochAccount: Hashable, Sendable {
    /// How an epoch ended, as far as this node knows.
    package enum Ending: String, Sendable {
        /// It goes on.
        case running
        /// It went on when the camera was heard of last; the link to it is gone.
        case unheard
        /// All of its frames are counted.
        case inOrder = "in-order"
        /// The camera was killed: how much it captured behind the last fragment is not known.
        case killed
        /// The camera does not know the epoch any more: a replaced card, a restored home, or its owner gave it up.
        case lost
    }

    /// Whether the camera has said its last word about it.
    package var isClosed: Bool { ended != .running && ended != .unheard }
    /// A random number of 128 bits as 32 hexadecimal digits.
    package let id: String
    /// The id of the epoch before it; nil for a camera's first.
    package var predecessor: String?
    /// The camera's own number of it.
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
    /// How many more frames may have been captured at the most, when it was killed; nil when nobody can tell.
    package var atMost: Int?

    /// An account; see the properties.
    package init(
        id: String, predecessor: String? = nil, cameraEpoch: Int, ended: Ending = .running, lastSequence: Int = 0,
        lastTick: Tick = Tick(rawValue: 0), captured: Int? = 0, nominalInterval: Int64 = 3_000, atMost: Int? = nil
    ) {
        (self.id, self.predecessor, self.cameraEpoch, self.ended) = (id, predecessor, cameraEpoch, ended)
        (self.lastSequence, self.lastTick, self.captured) = (lastSequence, lastTick, captured)
        (self.nominalInterval, self.atMost) = (nominalInterval, atMost)
    }
}
