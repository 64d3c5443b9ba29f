// SPDX-License-Identifier: Apache-2.0
import Logging
import Synchronization
import Tasks
import Wire

extension StillJobs {
    /// Runs a job; a slow series is saved so that it resumes after a restart.
    func begin(_ id: String, _ request: StillRequest, startingAt start: Int64) async {
        guard request.resumes else { return await run(id, request) }
        var kept = request
        // `pressedAt` is on the monotonic clock, which a reboot resets; `start` replaces it.
        kept.pressedAt = nil
        let asker = state.withLock { $0.records[id]?.asker }
        let entry = SeriesBook.Entry(id: id, request: kept, start: start + clockDistance, asker: asker)
        // The first still does not wait for the disk.
        async let isKept: Void = book.keep(entry) { [self] in isCancelled(id) }
        await run(id, request)
        await isKept
        await forgetIfOver(id)
    }

    /// Resumes the series that were unfinished when the camera stopped, at their original times.
    ///
    /// Stills that were due in the meantime are skipped.
    func resume() async {
        for entry in await book.entries() {
            let interval = Int64(entry.request.everyMilliseconds) * 1_000_000
            let now = monotonicNanoseconds()
            let beat = Beat(
                start: entry.start - clockDistance, interval: interval,
                uncertainty: entry.request.pressUncertainty ?? 0, measured: now)
            let taken = shutter.store.list(ofJob: entry.id)
            let here = taken.compactMap { Int($0.dropFirst(entry.id.count + 1)) }.max() ?? 0
            let last = max(here, entry.last ?? 0)
            let next = beat.next(behind: last, at: now)
            var job = StillJob(id: entry.id, count: entry.request.count, secondsLeft: 0)
            for still in taken { job.add(still) }
            // The camera deletes a still that is to be on the recorder only, once the recorder has it.
            job.taken = max(job.taken, entry.taken ?? 0)
            job.skipped = min(next - 1, job.count) - job.taken
            if next > job.count { job.phase = .done }
            let record = Record(job: job, beat: beat, asker: entry.asker)
            let isBarred = state.withLock { state in
                if let asker = entry.asker, state.barred.contains(asker) { return true }
                state.takeOn(record)
                return false
            }
            guard next <= job.count, !isBarred else {
                await book.forget(job.id)
                continue
            }
            logger.notice(
                "series goes on",
                metadata: ["job": "\(job.id)", "taken": "\(job.taken)", "of": "\(job.count)", "next": "\(next)"])
            _ = nursery.begin { [self] in
                await run(entry.id, entry.request, from: next)
                await forgetIfOver(entry.id)
            }
        }
    }

    /// Notes a still of a series that resumes, so that a later run neither forgets it nor takes its number again.
    func note(_ number: Int, of id: String, _ request: StillRequest) async {
        guard request.resumes else { return }
        await book.change(id) { entry in
            entry.taken = (entry.taken ?? 0) + 1
            entry.last = max(entry.last ?? 0, number)
        }
    }

    /// Deletes a series' entry if it finished or a person cancelled it.
    ///
    /// A series that was cancelled by the camera's shutdown keeps its entry, and resumes at the next start.
    private func forgetIfOver(_ id: String) async {
        let isOver = state.withLock { state in
            state.records[id].map { $0.isCancelled || $0.job.phase != .cancelled } ?? true
        }
        if isOver { await book.forget(id) }
    }

    /// The wall clock minus the monotonic clock, in nanoseconds.
    private var clockDistance: Int64 { wallNanoseconds() - monotonicNanoseconds() }
}
