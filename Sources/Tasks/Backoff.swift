// SPDX-License-Identifier: Apache-2.0

/// The pauses between retries: each is twice as long as the one before, up to the longest.
package struct Backoff: Sendable {
    private let pauses: ClosedRange<Duration>
    private var pause: Duration

    /// Begins with the shortest pause.
    package init(_ pauses: ClosedRange<Duration>) {
        (self.pauses, pause) = (pauses, pauses.lowerBound)
    }

    /// The next pause.
    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, pauses.upperBound) }
        return pause
    }

    /// Begins with the shortest pause again.
    package mutating func reset() {
        pause = pauses.lowerBound
    }
}
