// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import GStreamer
import Logging
import Media
import Synchronization
import Tasks
package import Wire

/// Still jobs, which the camera counts down and a client can cancel.
///
/// A series exposes on its beat and develops concurrently, so that each picture shows the requested moment.
package final class StillJobs: Sendable {
    struct Record {
        var job: StillJob
        var beat: Beat
        /// Who asked for it, by the server's name for them; nil for the node's owner.
        var asker: String?
        var isStopped = false
        /// Whether a client cancelled the job, not only the camera's shutdown.
        var isCancelled = false
        /// The first error.
        var failure: (any Error)?

        /// Why the shutter is busy with it.
        var reason: String {
            guard job.phase == .taking else { return "\(job.id) counts down, \(job.secondsLeft) s left" }
            let pace = beat.interval < 1_000_000_000 ? "" : ", one every \(beat.interval / 1_000_000_000) s"
            return "\(job.id) has taken \(job.taken) of \(job.count.counted("still"))\(pace)"
        }
    }

    struct State {
        var records: [String: Record] = [:]
        var order: [String] = []
        var serial = 0
        /// The peers and browsers that may not take stills any more: their series are not resumed.
        var barred: Set<String> = []

        /// The jobs that are not over, oldest first.
        var active: [Record] {
            order.compactMap { records[$0] }.filter { !$0.job.isOver }
        }

        /// Adds a record; forgets the oldest that are over while there are more than 1,000, or more than 20,000 ids.
        mutating func takeOn(_ record: Record) {
            records[record.job.id] = record
            order.append(record.job.id)
            var ids = records.values.reduce(0) { $0 + $1.job.stills.count }
            while order.count > 1_000 || ids > 20_000,
                let index = order.firstIndex(where: { records[$0]?.job.isOver != false })
            {
                ids -= records.removeValue(forKey: order.remove(at: index))?.job.stills.count ?? 0
            }
        }
    }

    /// The maximum number of concurrent jobs.
    static let most = 64

    let shutter: Shutter
    let nursery: Nursery
    private let events: EventFeed
    let logger: Logger
    let state = Mutex(State())
    /// The series that resume after a restart.
    let book: SeriesBook
    /// Develops two at a time: one can compress while the other waits for the disk, and the video keeps enough CPU.
    private let darkroom = Turns(limit: 2)
    /// The memory of pictures that wait to be developed, in bytes.
    private let tray: Turns

    /// - Parameter trayBytes: memory for pictures that wait to be developed.
    init(
        shutter: Shutter, nursery: Nursery, events: EventFeed, book: SeriesBook, logger: Logger,
        trayBytes: Int = 128 << 20
    ) {
        (self.shutter, self.nursery, self.events, self.logger) = (shutter, nursery, events, logger)
        self.book = book
        tray = Turns(limit: trayBytes)
    }

    /// Starts a job; its stills follow as events.
    ///
    /// - Parameter asker: who asks for it, kept with a series that resumes; nil for the node's owner.
    package func begin(_ request: StillRequest, for asker: String? = nil) throws -> StillJob {
        let arrival = monotonicNanoseconds()
        try validate(request, arrival: arrival)
        let beat = Beat(request, arrival: arrival)
        let (job, others) = state.withLock { state -> (StillJob?, [Record]) in
            let others = state.active
            guard others.count < Self.most, others.isEmpty || request.whenBusy == .queue else { return (nil, others) }
            let id = identifier(&state)
            let job = StillJob(id: id, count: request.count, secondsLeft: request.timerSeconds)
            state.takeOn(Record(job: job, beat: beat, asker: asker))
            if let asker { state.barred.remove(asker) }
            return (job, others)
        }
        guard let job else {
            let reasons = others.prefix(3).map(\.reason).joined(separator: "; ")
            throw Problem.busy(
                "the shutter is busy: \(reasons)"
                    + (others.count > 3 ? "; and \(others.count - 3) more" : "")
                    + ". Cancel it with `longshot stills cancel`, or press again later.")
        }
        guard nursery.begin({ [self] in await begin(job.id, request, startingAt: beat.start) }) else {
            state.withLock { $0.records[job.id] = nil }
            throw Problem.conflict("the camera is stopping")
        }
        return job
    }

    /// Starts a job, unless it is for a moment of which there is no picture.
    ///
    /// Then throws a problem 404 with the reason of the gap and the nearest moments.
    package func beginIfPossible(_ request: StillRequest, for asker: String? = nil) async throws -> StillJob {
        if let moment = request.at {
            try validate(request, arrival: monotonicNanoseconds())
            try await shutter.require(moment)
        }
        return try begin(request, for: asker)
    }

    private func validate(_ request: StillRequest, arrival: Int64) throws(Problem) {
        // The wall clock may have been set since the epoch began.
        let now = max(wallNanoseconds(), shutter.status.capture.utcAtTickZero + arrival)
        try request.validate(arrival: arrival, now: now)
        // Two moments within a frame would show the same one. At 30 frames a second, 33 ms are meant to be the time of a frame.
        let frame = Tick(rawValue: shutter.status.capture.nominalInterval ?? 0).nanoseconds
        let least = Int(frame / 1_000_000)
        guard request.count == 1 || request.everyMilliseconds == 0 || request.everyMilliseconds >= least else {
            throw .badRequest(
                "\(request.everyMilliseconds) ms between stills is shorter than a frame of this camera: it is at least \(least) ms"
            )
        }
        guard let seen = request.seen, let epochs = shutter.footage?.spool.epochs else { return }
        let newest = epochs.newest?.epoch
        guard seen.epoch > newest ?? 0 else { return }
        let words = newest.map { "the newest one here is \($0)" } ?? "none has begun here yet"
        throw .notFound("nobody has seen a frame of epoch \(seen.epoch): \(words)")
    }

    /// The state of a job; throws a problem 404 if there is none.
    package func job(_ id: String) throws(Problem) -> StillJob {
        guard let record = state.withLock({ $0.records[id] }) else { throw Self.unknown(id) }
        return record.job
    }

    /// Cancels the remaining stills of a job; returns once a restart of the camera cannot resume it.
    package func cancel(_ id: String) async throws(Problem) -> StillJob {
        let job = try job(id)
        guard !job.isOver else { return job }
        state.withLock { state in
            state.records[id]?.isStopped = true
            state.records[id]?.isCancelled = true
        }
        await book.forget(id)
        return job
    }

    /// The peers and browsers whose series the camera resumes after a restart.
    package func askers() async -> Set<String> { Set(await book.entries().compactMap(\.asker)) }

    /// Cancels all jobs of a peer or browser that may not take stills any more, also those that a restart has yet to resume.
    package func end(of asker: String) async {
        let jobs = state.withLock { state in
            state.barred.insert(asker)
            return state.active.filter { $0.asker == asker }.map(\.job.id)
        }
        for job in jobs { _ = try? await cancel(job) }
    }

    /// Whether a client cancelled a job.
    func isCancelled(_ id: String) -> Bool { state.withLock { $0.records[id]?.isCancelled == true } }

    /// Moves the moments of a series, because the clock was compared anew; returns the job.
    ///
    /// Throws a problem 404 if there is no such job, and 409 if the moment is more than a second away.
    package func move(_ id: String, _ change: StillJobChange) throws(Problem) -> StillJob {
        let now = monotonicNanoseconds()
        return try state.withLock { state throws(Problem) in
            guard let record = state.records[id] else { throw Self.unknown(id) }
            guard !record.job.isOver else { return record.job }
            let beat = record.beat.moved(
                to: change.startsAt, uncertainty: change.uncertainty ?? 0, measured: now)
            guard let beat else {
                throw .conflict("\(id) begins more than a second before or after that: compare the clocks again")
            }
            state.records[id]?.beat = beat
            return record.job
        }
    }

    private static func unknown(_ id: String) -> Problem { .notFound("there is no still job \(id)") }

    /// The source and the active jobs of the shutter.
    var shutterState: ShutterState {
        var shown = shutter.sourceState
        let active = state.withLock { $0.active }
        (shown.jobs, shown.busy) = (active.map(\.job.announced), active.map(\.reason))
        return shown
    }

    /// Counts down to the beat, and takes the requested stills from number `first` on.
    func run(_ id: String, _ request: StillRequest, from first: Int = 1) async {
        let second: Int64 = 1_000_000_000
        do {
            let before = try beat(of: id).start - monotonicNanoseconds()
            let seconds = min(Int64(request.timerSeconds), (before + second - 1) / second)
            for left in stride(from: seconds, to: 0, by: -1) {
                change(id) { ($0.secondsLeft, $0.phase) = (Int(left), .countdown) }
                try await wait(id) { $0.start - (left - 1) * second }
            }
            change(id) { ($0.secondsLeft, $0.phase) = (0, .taking) }
            if let bracket = request.bracket {
                try await take(id, request, bracket)
            } else {
                try await take(id, request, from: first)
            }
            change(id) { $0.phase = .done }
        } catch is CancellationError {
            change(id) { $0.phase = .cancelled }
        } catch {
            change(id) { ($0.phase, $0.problem) = (.failed, (error as? Problem)?.detail ?? "\(error)") }
            logger.warning("still failed", metadata: ["job": "\(id)", "error": "\(error)"])
        }
    }

    /// Takes the stills of a series on its beat.
    private func take(_ id: String, _ request: StillRequest, from first: Int) async throws {
        try await developing(id) { group in
            for number in first...request.count {
                let beat = try await wait(id) { $0.moment(number) }
                // Without an interval, each further picture shows the moment at which the previous one was done.
                let press = number > 1 && beat.interval == 0 ? monotonicNanoseconds() : beat.moment(number)
                guard let exposure = try await expose(number, press, request, beat) else {
                    change(id) { $0.skipped += 1 }
                    continue
                }
                try await hand(exposure, of: id, number, press, request, beat, to: &group)
                if beat.interval == 0 { await group.next() }
            }
        }
    }

    /// Takes one still for each value of a control, then restores the control.
    private func take(_ id: String, _ request: StillRequest, _ bracket: Bracket) async throws {
        let loan = try await shutter.controls.lend(bracket)
        try await developing(id) { group in
            for number in 1...bracket.values.count {
                try await shutter.controls.expose(loan, number - 1)
                let settled = monotonicNanoseconds() + shutter.settling
                let beat = try await wait(id) { _ in settled }
                // Asked at is the press, although each value needs its time.
                let exposure = try await shutter.expose(monotonicNanoseconds(), for: request)
                try await hand(exposure, of: id, number, beat.moment(1), request, beat, to: &group)
            }
        } afterwards: {
            // Restores before the pictures are developed, so that the next press does not wait for them.
            await shutter.controls.giveBack(loan)
        }
    }

    /// Runs `expose` with a group that develops concurrently; throws the first error after all exposures are developed.
    private func developing(
        _ id: String, _ expose: (inout TaskGroup<Void>) async throws -> Void, afterwards: () async -> Void = {}
    ) async throws {
        await withTaskGroup(of: Void.self) { group in
            do {
                try await expose(&group)
            } catch {
                fail(id, error)
            }
            await afterwards()
        }
        if let failure = state.withLock({ $0.records[id]?.failure }) { throw failure }
    }

    /// Waits for memory in the tray, then has an exposure developed.
    private func hand(
        _ exposure: Exposure, of id: String, _ number: Int, _ press: Int64, _ request: StillRequest, _ beat: Beat,
        to group: inout TaskGroup<Void>
    ) async throws {
        try await tray.take(exposure.size)
        let order = Shutter.Order(
            job: id, number: number, press: press, uncertainty: beat.uncertainty(of: number), request: request,
            values: shutter.status.values(of: exposure))
        group.addTask { [self] in await develop(exposure, order) }
    }

    /// The picture for a press; nil if the series has to skip it.
    private func expose(_ number: Int, _ press: Int64, _ request: StillRequest, _ beat: Beat) async throws -> Exposure?
    {
        let mayMiss = number > 1 && beat.interval > 0
        do {
            let exposure = try await shutter.expose(press, for: request)
            // The moment has left the ring: a picture of another moment would stand for the next press.
            let isLate = mayMiss && exposure.clamped && beat.isOver(number, at: monotonicNanoseconds())
            // A camera that was unplugged leaves its last frames behind, for seconds.
            let isStale = mayMiss && exposure.clamped && press - exposure.capturedAt > beat.interval / 2
            return isLate || isStale ? nil : exposure
        } catch let problem as Problem {
            // A series of a day continues after its camera was unplugged for a while.
            guard mayMiss else { throw problem }
            return nil
        }
    }

    private func develop(_ exposure: Exposure, _ order: Shutter.Order) async {
        defer { tray.give(exposure.size) }
        do {
            try await darkroom.take()
            defer { darkroom.give() }
            let still = try await shutter.develop(exposure, order)
            change(order.job) { $0.add(still.id) }
            await note(order.number, of: order.job, order.request)
        } catch {
            fail(order.job, error)
        }
    }

    /// Stops a job with an error; its exposures are still developed.
    private func fail(_ id: String, _ error: any Error) {
        state.withLock { state in
            guard state.records[id]?.failure == nil else { return }
            state.records[id]?.failure = error
            state.records[id]?.isStopped = true
        }
    }

    func change(_ id: String, _ body: (inout StillJob) -> Void) {
        let job = state.withLock { state in
            state.records[id].map { record in
                var job = record.job
                body(&job)
                state.records[id]?.job = job
                return job
            }
        }
        if let job { events.publish(.stillJob(job.announced)) }
    }

    /// Waits for a moment of a job's beat, which may be moved meanwhile; notices a cancellation within 0.1 s.
    @discardableResult
    private func wait(_ id: String, until moment: (Beat) -> Int64) async throws -> Beat {
        while true {
            let beat = try beat(of: id)
            let left = moment(beat) - monotonicNanoseconds()
            guard left > 0 else { return beat }
            try await Task.sleep(for: .nanoseconds(min(left, 100_000_000)))
        }
    }

    /// The beat of a job; throws `CancellationError` if the job was stopped.
    private func beat(of id: String) throws(CancellationError) -> Beat {
        let record = state.withLock { $0.records[id] }
        guard let record, !record.isStopped else { throw CancellationError() }
        return record.beat
    }

    /// The id of a new job: the second in which it began, and a serial number.
    ///
    /// A box without a battery clock may have had the same second before, so a number with stills is left out.
    ///
    /// - Parameter utc: the present moment, in nanoseconds since 1970.
    func identifier(_ state: inout State, at utc: Int64 = wallNanoseconds()) -> String {
        let now = Date(timeIntervalSince1970: Double(utc) / 1e9)
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        while true {
            state.serial += 1
            let id = "\(now.formatted(style))-\(state.serial.padded(to: 5))"
            if state.records[id] == nil, shutter.store.list(ofJob: id).isEmpty { return id }
        }
    }
}
