// SPDX-License-Identifier: Apache-2.0
import GStreamer
package import Logging
package import Media
package import Pipelines
import Synchronization
package import Tasks
package import Wire

/// Live video as JPEG pictures, for browsers that cannot play it otherwise; one decoder serves all viewers.
///
/// The decoder runs only while there are viewers. A slow viewer misses pictures and blocks no other viewer.
package final class Preview: AccessUnitOutput {
    /// The most concurrent viewers.
    package static let limit = 8

    private struct State {
        var viewers: [Int: AsyncStream<PreviewPicture>.Continuation] = [:]
        var serial = 0
        var isDecoding = false
        /// The epoch of the stream, and its group of pictures in progress.
        var epoch: Int?
        var gop = CurrentGOP<AccessUnit>()
        var format: VideoFormat?
        /// The input of the running decoder.
        var feed: UnitFeed?
        /// How far the camera's clock is ahead of this machine's, in nanoseconds; nil while unknown.
        var offset: Int64?
    }

    private let library: PipelineLibrary
    private let nursery: Nursery
    private let logger: Logger
    private let state: Mutex<State>

    /// Creates a preview without viewers.
    ///
    /// - Parameter clockOffset: how far the camera's clock is ahead of this machine's, in nanoseconds; nil while unknown.
    package init(library: PipelineLibrary, nursery: Nursery, clockOffset: Int64?, logger: Logger) {
        (self.library, self.nursery, self.logger) = (library, nursery, logger)
        state = Mutex(State(offset: clockOffset))
    }

    /// The number of viewers.
    package var viewers: Int { state.withLock { $0.viewers.count } }

    /// Sets how far the camera's clock is ahead of this machine's, in nanoseconds.
    package func set(clockOffset: Int64) { state.withLock { $0.offset = clockOffset } }

    /// Adds a viewer and returns its pictures, from the first of the group in progress on; the buffer holds only the newest picture.
    package func pictures() throws(Problem) -> AsyncStream<PreviewPicture> {
        let (pictures, continuation) = AsyncStream.makeStream(
            of: PreviewPicture.self, bufferingPolicy: .bufferingNewest(1))
        let id: Int? = state.withLock { state in
            guard state.viewers.count < Preview.limit else { return nil }
            state.serial += 1
            state.viewers[state.serial] = continuation
            return state.serial
        }
        guard let id else {
            throw .tooManyViewers(Preview.limit, remedy: "try again when one of them has gone")
        }
        continuation.onTermination = { [weak self] _ in self?.leave(id) }
        return pictures
    }

    /// The frame of the H.264 group in progress that is nearest to a tick, if it is at most `tolerance` ticks away.
    ///
    /// Copies no frames.
    package func group(showing tick: Tick, within tolerance: Int64, epoch: Int) -> FrameGroup? {
        state.withLock { state in
            let distance = { (unit: AccessUnit) in (unit.tick - tick).magnitude }
            guard state.epoch == epoch, let format = state.format,
                let (index, nearest) = state.gop.pictures.enumerated().min(by: {
                    distance($0.element) < distance($1.element)
                }), distance(nearest) <= tolerance.magnitude
            else { return nil }
            return FrameGroup(Array(state.gop.pictures[...index]), of: format)
        }
    }

    /// The frame of the H.264 group in progress that is nearest to a tick.
    ///
    /// Nil while no frame after that tick has come, or if the tick is before the group.
    package func group(around tick: Tick, epoch: Int) -> FrameGroup? {
        let (first, last) = state.withLock { ($0.gop.pictures.first?.tick, $0.gop.pictures.last?.tick) }
        guard let first, let last, first <= tick, tick <= last else { return nil }
        return group(showing: tick, within: last - first, epoch: epoch)
    }

    /// Shows a frame to the viewers; never waits.
    package func send(_ unit: FormattedAccessUnit, epoch: Int) {
        guard let format = unit.format else { return }
        if format.codec == .jpeg { return show(unit.unit.bytes, unit.unit.tick, epoch) }
        let (feed, gop, mustStart): (UnitFeed?, [AccessUnit], Bool) = state.withLock { state in
            if state.epoch != epoch { (state.epoch, state.gop) = (epoch, CurrentGOP()) }
            state.format = format
            state.gop.add(unit.unit, isSync: unit.unit.isSync, byteCount: unit.unit.bytes.count)
            guard !state.viewers.isEmpty else { return (nil, [], false) }
            defer { state.isDecoding = true }
            return (state.feed, state.gop.pictures, !state.isDecoding)
        }
        if mustStart, !nursery.begin({ [self] in await decode() }) { state.withLock { $0.isDecoding = false } }
        feed?.send(unit.unit, of: gop, format, epoch: epoch)
    }

    private func show(_ jpeg: [UInt8], _ tick: Tick, _ epoch: Int?) {
        let (viewers, picture) = state.withLock { state in
            let capturedAt = state.offset.map { tick.nanoseconds - $0 }
            let picture = (epoch ?? state.feed?.epoch).map {
                PreviewPicture(epoch: $0, tick: tick, capturedAt: capturedAt, jpeg: jpeg)
            }
            return (Array(state.viewers.values), picture)
        }
        guard let picture else { return }
        for viewer in viewers { viewer.yield(picture) }
    }

    private func leave(_ id: Int) {
        let idle = state.withLock { state in
            state.viewers[id] = nil
            return state.viewers.isEmpty ? state.feed : nil
        }
        idle?.end()
    }

    /// Decodes while there are viewers; retries a failed pipeline after 1 s.
    private func decode() async {
        while !Task.isCancelled {
            let isOver = state.withLock { state in
                state.isDecoding = !state.viewers.isEmpty
                return !state.isDecoding
            }
            if isOver { return }
            do {
                try await play()
            } catch {
                logger.warning("no preview", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func play() async throws {
        let pipeline = try library.find("preview").makePipeline()
        let sink = try pipeline.sink(named: "still")
        try await UnitFeed.play(pipeline, from: "frame", offer: { feed in state.withLock { $0.feed = feed } }) {
            [self] in
            try await sink.forEach(
                { sample in sample.runningTime.map { (Tick(nanoseconds: $0), sample.bytes) } },
                perform: { tick, jpeg in show(jpeg, tick, nil) })
        }
    }
}
