// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Logging
import Media
import Tasks
import Viewing
import Wire

/// Records one camera until its link or the current epoch ends: live video, and backfill for the rest.
///
/// The durable state is in the catalog: the next session resumes after the last stored fragment.
struct RecordingSession: Sendable {
    /// Why a session is over.
    enum End: Sendable {
        /// The recording has been stopped and is complete.
        case finished
        /// The camera began another epoch, or the link broke.
        case interrupted
    }

    /// The keep-alive interval; the camera ends a live session after 15 s without one.
    private static let keepAlive = Duration.seconds(4)
    /// A wait that is overdue by this much means that this machine was suspended.
    private static let standstill = Duration.seconds(4)

    let open: OpenRecording
    let client: any CameraConnection
    let accounts: CameraAccounts
    let archive: Archive
    let makeLane: LiveLaneFactory
    /// Decodes pictures for people to look at.
    let preview: Preview
    /// The limit for backfill, in bytes per second; nil for none.
    let backfillRate: Int?
    /// Runs work that must not delay the next session.
    let nursery: Nursery
    /// Publishes an event with the recording's new state.
    let publish: @Sendable (OpenRecording) async -> Void
    /// The receivers of each access unit of live video.
    let outputs: [any AccessUnitOutput]
    let logger: Logger

    /// Records until the recording is finished or the epoch ends.
    ///
    /// If the camera is not capturing, there is no live lane, but the spool's footage is fetched. Throws if live video
    /// breaks.
    func run() async throws -> End {
        do {
            return try await run(open.inputs())
        } catch let problem as Problem {
            open.firstTry.resolve(problem)
            open.note(liveRefusal: problem.detail)
            throw problem
        }
    }

    private func run(_ inputs: AsyncStream<OpenRecording.Input>) async throws -> End {
        let capture = try await client.state().capture
        guard open.stopTime == nil, let codec = capture.flatMap(runningCodec) else {
            open.note(liveRefusal: nil)
            open.firstTry.resolve(nil)
            // The events that told of it may have come before this session.
            if let capture { open.tell(.capture(capture)) }
            return try await assemble(nil, UnitBuffer(), inputs)
        }
        return try await run(codec, inputs)
    }

    /// Fetches the spool's footage for a limited time, after live video could not be opened.
    func fetch(for patience: Duration) async throws -> End {
        let inputs = open.inputs()
        do {
            return try await withTimeout(patience) { try await assemble(nil, UnitBuffer(), inputs) }
        } catch is TimedOut {
            return .interrupted
        }
    }

    private func run(_ codec: Codec, _ inputs: AsyncStream<OpenRecording.Input>) async throws -> End {
        let (buffer, meter) = (UnitBuffer(), LiveMeter())
        let ends = try await client.ends()
        let receiver = try makeLane(
            LiveLaneSetup(
                transport: open.transport, codec: codec, latencyMilliseconds: open.latencyMilliseconds,
                host: ends.here, camera: ends.there))
        let opened = Pending<LiveSession>()
        let end: End? = try await firstValue(
            of: {
                defer { open.note(live: nil) }
                try await receiver.run(
                    into: buffer, meter: meter, outputs: outputs, logger: logger, tell: { open.note(live: $0) }
                ) { request in
                    var request = request
                    if accounts.isKept { request.recording = open.recording.id }
                    let session = try await client.openLive(request)
                    open.note(liveRefusal: nil)
                    opened.resolve(session)
                    return session
                }
                return nil
            },
            {
                guard let session = await opened.value() else { return .interrupted }
                open.firstTry.resolve(nil)
                // Do not wait: at the camera, the next session replaces this one anyway.
                defer { _ = nursery.begin { [client] in _ = try? await client.closeLive(session.id) } }
                let watch = ClockWatch(
                    client: client, store: archive.store, camera: open.recording.camera, session: session)
                return try await firstValue(
                    of: { try await keep(session) { try await assemble(session, buffer, inputs) } },
                    {
                        try await watch.run { offset in
                            meter.set(offset: offset)
                            preview.set(clockOffset: offset)
                        }
                        return nil
                    })
            })
        // The receiver may end first, when the camera closes a session that was stopped.
        return end ?? .interrupted
    }

    /// Runs a body and sends keep-alives for the live session, independently of the disk.
    ///
    /// Throws `LiveLaneError.standstill` if this machine was suspended: the camera has then ended the session.
    private func keep(_ session: LiveSession, _ body: @escaping @Sendable () async throws -> End) async throws -> End {
        try await race(
            body,
            {
                while true {
                    for _ in 0..<8 {
                        let start = ContinuousClock.now
                        try await Task.sleep(for: Self.keepAlive / 8)
                        let excess = ContinuousClock.now - start - Self.keepAlive / 8
                        if excess > Self.standstill { throw LiveLaneError.standstill(seconds: excess / .seconds(1)) }
                    }
                    try await client.acknowledge(
                        FootageAcknowledgement(
                            epoch: 0, through: 0, session: session.id,
                            recording: accounts.isKept ? open.recording.id : nil))
                }
            })
    }

    /// Runs the assembler and backfill concurrently until the assembler ends.
    private func assemble(
        _ session: LiveSession?, _ buffer: UnitBuffer, _ inputs: AsyncStream<OpenRecording.Input>
    ) async throws -> End {
        let keeper = FragmentKeeper(
            open: open, session: session, client: client, archive: archive, buffer: buffer, logger: logger
        ) { [open, publish] in await publish(open) }
        let backfill = Backfill(keeper, bytesPerSecond: backfillRate) { backlog in
            open.note(backlog: backlog)
            await publish(open)
        }
        defer { open.note(backlog: nil) }
        let end: End? = try await firstValue(
            of: {
                try await backfill.run()
                return nil
            },
            {
                var assembler = ArchiveAssembler(
                    open: open, session: session, client: client, accounts: accounts, archive: archive, buffer: buffer,
                    keeper: keeper, backfill: backfill, logger: logger)
                return try await assembler.run(inputs)
            })
        return end ?? .interrupted
    }

    private func runningCodec(_ state: CaptureState) -> Codec? {
        state.phase == .running ? state.codec.flatMap(Codec.init(rawValue:)) : nil
    }
}
