// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Logging
import Media
import Tasks
import Viewing
import Wire

/// Records one epoch of one camera over one link: the live lane while it holds, the archive lane for the rest.
///
/// All state that matters is in the catalog: a session that breaks is followed by another, which goes on behind the last
/// stored fragment.
struct RecordingSession: Sendable {
    /// Why a session is over.
    enum End: Sendable {
        /// The recording has been stopped and is complete.
        case finished
        /// The camera began another epoch, or the link is gone.
        case interrupted
    }

    /// The camera is told so often that the live lane is still wanted: it ends a session after 15 s of silence.
    private static let keepAlive = Duration.seconds(4)
    /// A wait that took so much longer than it should says that this machine stood still.
    private static let standstill = Duration.seconds(4)

    let open: OpenRecording
    let client: any CameraConnection
    let accounts: CameraAccounts
    let archive: Archive
    let makeLane: LiveLaneFactory
    /// Shows people what comes.
    let preview: Preview
    /// What fetching may take of the link at the most, in bytes per second; nil for all.
    let backfillRate: Int?
    /// Runs what must not hold up the next session.
    let nursery: Nursery
    /// Publishes the recording when there is something new to say of it.
    let publish: @Sendable (OpenRecording) async -> Void
    /// All who get each picture that live video brings.
    let outputs: [any AccessUnitOutput]
    let logger: Logger

    /// Records until the recording is finished or the epoch ends.
    ///
    /// Without a picture there is no live lane, and what the spool holds is fetched all the same. Throws when live video
    /// breaks.
    func run() async throws -> End {
        let inputs = open.inputs()
        let capture = try await client.state().capture
        guard open.stopTime == nil, let codec = capture.flatMap(runningCodec) else {
            return try await assemble(nil, UnitBuffer(), inputs)
        }
        return try await run(codec, inputs)
    }

    /// Fetches what the spool holds, without a live lane, for a while: live video could not be opened.
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
                do {
                    defer { open.note(live: nil) }
                    try await receiver.run(
                        into: buffer, meter: meter, outputs: outputs, logger: logger, tell: { open.note(live: $0) }
                    ) { request in
                        var request = request
                        if accounts.isKept { request.recording = open.recording.id }
                        let session = try await client.openLive(request)
                        opened.resolve(session)
                        return session
                    }
                } catch let problem as Problem {
                    open.firstTry.resolve(problem)
                    throw problem
                }
                return nil
            },
            {
                guard let session = await opened.value() else { return .interrupted }
                open.firstTry.resolve(nil)
                // Not waited for: the next session replaces this one at the camera anyway.
                defer { _ = nursery.begin { [client] in _ = try? await client.closeLive(session.id) } }
                return try await keep(session) { try await assemble(session, buffer, inputs) }
            },
            {
                // Only what is told of latencies needs it; clocks drift apart by some milliseconds a minute.
                while true {
                    if let offset = try? await client.clockDifference() {
                        meter.set(offset: offset)
                        preview.set(clockOffset: offset)
                    }
                    try await Task.sleep(for: .seconds(60))
                }
            })
        // The receiver may end first, when the camera closes a session that was stopped.
        return end ?? .interrupted
    }

    /// Runs a body while the camera is told that its session is wanted, whatever the disk does; throws when this machine stood
    /// still meanwhile, for then the camera has ended the session.
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

    /// Stores what live video brings, and fetches the rest beside it.
    private func assemble(
        _ session: LiveSession?, _ buffer: UnitBuffer, _ inputs: AsyncStream<OpenRecording.Input>
    ) async throws -> End {
        let keeper = FragmentKeeper(
            open: open, session: session, client: client, archive: archive, buffer: buffer, logger: logger)
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
