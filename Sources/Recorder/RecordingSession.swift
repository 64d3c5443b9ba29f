// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Footage
import GStreamer
import Logging
import Pipelines
import Viewing
import Wire

/// Records one epoch of one camera over one link: the live lane while it holds, the archive lane for the rest.
///
/// All state that matters is in the catalog: a session that breaks is followed by another, which goes on behind
/// the last persisted fragment.
struct RecordingSession: Sendable {
    /// Why a session is over.
    enum End: Sendable {
        /// The recording has been stopped and is complete.
        case finished
        /// The camera began another epoch, or the link is gone.
        case interrupted
    }

    let open: OpenRecording
    let client: ControlClient
    let archive: Archive
    let library: PipelineLibrary
    /// Shows people what comes.
    let preview: Preview
    /// What fetching may take of the link at the most, in bytes per second; nil for all.
    let backfillRate: Int?
    /// Hears when there is something new to say of the recording.
    let tell: @Sendable (OpenRecording) async -> Void
    /// Takes each picture that live video brings for those who watch; never waits.
    let show: @Sendable (FormattedAccessUnit) -> Void
    let logger: Logger

    /// Records until the recording is finished or the epoch ends.
    ///
    /// Throws when live video breaks.
    func run() async throws -> End {
        let inputs = open.inputs()
        guard let codec = try await codecOnceRunning(inputs) else { return .interrupted }
        let (buffer, meter) = (UnitBuffer(), LiveMeter())
        let ends = try await client.ends()
        let receiver = try LiveReceiver(
            transport: open.transport, codec: codec, latencyMilliseconds: open.latencyMilliseconds, host: ends.here,
            camera: ends.there, library: library)
        let opened = Pending<LiveSession>()
        return try await withThrowingTaskGroup(of: End?.self) { group in
            group.addTask {
                do {
                    defer { open.note(live: nil) }
                    try await receiver.run(
                        into: buffer, meter: meter,
                        show: { unit, epoch in
                            preview.send(unit, epoch: epoch)
                            show(unit)
                        }, logger: logger, tell: { open.note(live: $0) }
                    ) { request in
                        let session = try await client.openLive(request)
                        opened.resolve(session)
                        return session
                    }
                } catch let problem as Problem {
                    open.firstTry.resolve(problem)
                    throw problem
                }
                return nil
            }
            group.addTask {
                guard let session = await opened.value() else { return .interrupted }
                open.firstTry.resolve(nil)
                return try await assemble(session, buffer, inputs)
            }
            group.addTask {
                // Only what is told of latencies needs it; clocks drift apart by some milliseconds a minute.
                while true {
                    if let offset = try? await client.clockOffset() {
                        meter.set(offset: offset.nanoseconds)
                        preview.set(clockOffset: offset.nanoseconds)
                    }
                    try await Task.sleep(for: .seconds(60))
                }
            }
            defer { group.cancelAll() }
            while let end = try await group.next() {
                // The receiver may end first, when the camera closes a session that was stopped.
                if let end { return end }
            }
            return .interrupted
        }
    }

    /// Keeps what live video brings, and fetches the rest beside it.
    private func assemble(
        _ session: LiveSession, _ buffer: UnitBuffer, _ inputs: AsyncStream<OpenRecording.Input>
    ) async throws -> End {
        let keeper = FragmentKeeper(
            open: open, session: session, client: client, archive: archive, buffer: buffer, logger: logger)
        let backfill = Backfill(keeper, bytesPerSecond: backfillRate) { backlog in
            open.note(backlog: backlog)
            await tell(open)
        }
        defer { open.note(backlog: nil) }
        return try await withThrowingTaskGroup(of: End?.self) { group in
            group.addTask {
                try await backfill.run()
                return nil
            }
            group.addTask {
                var assembler = ArchiveAssembler(
                    open: open, session: session, client: client, archive: archive, buffer: buffer, keeper: keeper,
                    backfill: backfill, logger: logger)
                return try await assembler.run(inputs)
            }
            defer { group.cancelAll() }
            while let end = try await group.next() {
                if let end { return end }
            }
            return .interrupted
        }
    }

    /// Waits until the camera has a picture; nil when the recording is stopped before.
    private func codecOnceRunning(_ inputs: AsyncStream<OpenRecording.Input>) async throws -> Codec? {
        let capture = try await client.state().capture
        if let codec = capture.flatMap(runningCodec) { return codec }
        for await input in inputs {
            switch input {
            case .capture(let state):
                if let codec = runningCodec(state) { return codec }
            case .stop:
                open.tell(.stop)
                return nil
            case .fragment: continue
            }
        }
        return nil
    }

    private func runningCodec(_ state: CaptureState) -> Codec? {
        state.phase == .running ? state.codec.flatMap(Codec.init(rawValue:)) : nil
    }
}
