// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Synchronization

/// Feeds one stream of access units into a pipeline, from a key frame on; if the pipeline falls behind, skips to the next key
/// frame.
///
/// Can begin with the group of pictures in progress, which the pipeline gets as fast as it accepts it.
final class UnitFeed: Sendable {
    private struct State {
        var epoch: Int?
        var format: VideoFormat?
        var waitsForKeyFrame = true
        /// Units of the group in progress that the pipeline had no room for yet.
        var backlog: [AccessUnit] = []
    }

    /// The most units that wait for a pipeline that still gets its first group; then it waits for a key frame.
    private static let longest = 2_000

    private let source: AppSource
    private let state = Mutex(State())
    private let ends: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation

    private init(_ source: AppSource) {
        self.source = source
        (ends, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The epoch of the stream; nil before its first unit.
    var epoch: Int? { state.withLock { $0.epoch } }

    /// Ends the feed.
    func end() { ending.yield() }

    /// Pushes a unit into the pipeline, or skips it; never waits.
    ///
    /// A unit of another epoch or format ends the feed, because it needs another pipeline.
    ///
    /// - Parameter gop: the unit's group so far, including it; empty if the pipeline should begin with a key frame.
    func send(_ unit: AccessUnit, of gop: [AccessUnit] = [], _ format: VideoFormat, epoch: Int) {
        let (isOther, isFirst, units): (Bool, Bool, [AccessUnit]) = state.withLock { state in
            guard (state.epoch ?? epoch, state.format ?? format) == (epoch, format) else { return (true, false, []) }
            let isFirst = state.epoch == nil
            var units = [unit]
            if isFirst, !gop.isEmpty {
                units = gop
            } else if !unit.isSync {
                guard !state.waitsForKeyFrame, state.backlog.count < Self.longest else { return (false, false, []) }
                units = state.backlog + units
            }
            state = State(epoch: epoch, format: format, waitsForKeyFrame: false)
            return (false, isFirst, units)
        }
        if isOther { end() }
        let isJPEG = format.codec == .jpeg
        if isFirst { try? source.announce(caps: isJPEG ? "image/jpeg" : AnnexB.caps) }
        for (index, unit) in units.enumerated() {
            let bytes = isJPEG ? unit.bytes : AnnexB.bytes(of: unit, parameterSets: format.parameterSets)
            // The pipeline's time is the tick, so that its output identifies the frame.
            guard source.push(bytes, time: unit.tick.nanoseconds) != .accepted else { continue }
            // A single unit means that the pipeline is behind; several, that it still gets the group it began with.
            state.withLock { state in
                if units.count > 1 { state.backlog = Array(units[index...]) } else { state.waitsForKeyFrame = true }
            }
            return
        }
    }

    /// Plays a pipeline with a feed, until the feed ends or the pipeline fails.
    ///
    /// - Parameters:
    ///   - name: the application source.
    ///   - offer: receives the feed when the pipeline plays, and nil when it stops.
    ///   - drain: consumes the output, if there is any.
    static func play(
        _ pipeline: Pipeline, from name: String, offer: (UnitFeed?) -> Void,
        drain: (@Sendable () async throws -> Void)? = nil
    ) async throws {
        let feed = UnitFeed(try pipeline.source(named: name))
        try await pipeline.playing { messages in
            offer(feed)
            defer { offer(nil) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                if let drain { group.addTask { try await drain() } }
                group.addTask { for await case .failed(let diagnostic) in messages { throw diagnostic } }
                group.addTask { for await _ in feed.ends { break } }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}
