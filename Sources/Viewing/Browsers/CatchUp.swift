// SPDX-License-Identifier: Apache-2.0
import Media

/// Plays the current group of pictures to a viewer who has joined, faster than it was captured, until the viewer is live.
///
/// Browsers schedule pictures by comparing time stamps with arrivals: pictures that arrive faster than their time stamps pass
/// would be shown late from then on. So a picture that is sent late has the time stamp of a picture that is captured when it is
/// sent. Later pictures keep their ticks, which identify them.
struct CatchUp: Sendable {
    /// How many times faster than captured the pictures are sent: a group of 10 s takes 0.7 s.
    static let speed: Int64 = 16
    /// The longest time for it in nanoseconds, whatever the ticks of a stream are.
    static let limit: Int64 = 5_000_000_000

    private var backlog: ArraySlice<ViewerMessage.Picture>
    /// The largest difference between a picture's tick and its arrival, in ticks.
    private var lead: Int64
    private let start: Int64

    /// Begins with a group whose last picture has just arrived.
    ///
    /// - Parameter now: the time of the caller's clock, in nanoseconds.
    init(_ pictures: [ViewerMessage.Picture], now: Int64) {
        (backlog, start) = (pictures[...], now)
        lead = pictures.last.map { $0.tick - Tick(nanoseconds: now) } ?? 0
    }

    /// Appends a picture that has arrived; false if the viewer should be live by now.
    mutating func add(_ picture: ViewerMessage.Picture, now: Int64) -> Bool {
        backlog.append(picture)
        lead = max(lead, picture.tick - Tick(nanoseconds: now))
        return now - start < Self.limit
    }

    /// A picture to send now, its time stamp, and the time until the next one, in nanoseconds.
    struct Step: Sendable {
        let picture: ViewerMessage.Picture
        let timestamp: Tick
        let pause: Int64
    }

    /// The next step; nil when the viewer is live.
    mutating func next(now: Int64) -> Step? {
        guard let picture = backlog.popFirst() else { return nil }
        let interval = backlog.first.map { $0.tick - picture.tick } ?? 0
        return Step(
            picture: picture, timestamp: max(picture.tick, Tick(nanoseconds: now) + lead),
            pause: min(max(0, Tick(rawValue: interval / Self.speed).nanoseconds), Self.limit))
    }
}
