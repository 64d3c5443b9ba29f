// SPDX-License-Identifier: Apache-2.0
import Foundation
import GStreamer
import Logging
import Media
import Pipelines
import SystemPackage
import Tasks
import Testing
import TestSupport
import Viewing
import Wire

@testable import Camera

@Suite("A series of stills", .timeLimit(.minutes(1)))
struct StillJobsTests {
    /// Runs the body with a shutter that needs 0.5 s to develop a picture, has room for one waiting picture, and gets live frames.
    private func withSlowShutter(_ body: @escaping @Sendable (StillJobs, StillStore) async throws -> Void) async throws
    {
        let home = FilePath(NSTemporaryDirectory()).appending("longshot-series-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        try FileManager.default.createDirectory(
            atPath: home.appending("pipelines/still").string, withIntermediateDirectories: true)
        try """
        appsrc name=frame format=time block=true max-buffers=1 caps=video/x-raw
        ! identity sleep-time=500000 ! videoconvert ! jpegenc ! appsink name=still sync=false
        """.write(toFile: home.appending("pipelines/still/jpeg.pipeline").string, atomically: true, encoding: .utf8)
        let (sources, store) = (
            StillSources(ringBytes: 1 << 20), StillStore(directory: home.appending("stills"))
        )
        let (events, nursery) = (EventFeed(), Nursery())
        let (settings, status) = (CameraSettings(home: home), CaptureStatus(pipeline: "p", events: events))
        let shutter = Shutter(
            sources: sources, developer: StillDeveloper(library: PipelineLibrary(home: home)), store: store,
            description: NodeDescription(id: "c", name: "c", role: .camera, version: "1", capabilities: []),
            settings: settings, status: status,
            controls: CameraControls(settings, status: status, events: events, logger: Logger(label: "test")),
            events: events)
        let jobs = StillJobs(
            shutter: shutter, nursery: nursery, events: events,
            book: SeriesBook(home: home, logger: Logger(label: "test")), logger: Logger(label: "test"), trayBytes: 1)
        let pipeline = try Pipeline(
            parsing: "videotestsrc is-live=true ! video/x-raw,format=I420,width=64,height=64,framerate=30/1 "
                + "! appsink name=frames sync=false")
        let sink = try pipeline.sink(named: "frames")
        try await pipeline.playing { _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await nursery.run() }
                group.addTask { try? await sources.fill(from: sink, epoch: 1) { [pipeline] in pipeline.baseTime } }
                try await eventually("the ring is full") { sources.state.frames == 61 }
                try await body(jobs, store)
                nursery.close()
                group.cancelAll()
            }
        }
    }

    @Test("keeps the last 1,000 jobs, fewer if they took more than 20,000 stills, and all that are not over")
    func bounded() {
        var state = StillJobs.State()
        func add(_ number: Int, stills: Int, _ phase: StillJob.Phase = .done) {
            var job = StillJob(id: "\(number)", count: stills, secondsLeft: 0)
            job.phase = phase
            job.stills = (0..<stills).map { "\(number)-\($0)" }
            state.takeOn(StillJobs.Record(job: job, beat: Beat(start: 0, interval: 0)))
        }
        add(0, stills: 0, .taking)
        for number in 1...1_500 { add(number, stills: 1) }
        #expect(state.order.first == "0" && state.order.count == 1_000 && state.order[1] == "502")
        for number in 1_501...1_545 { add(number, stills: 500) }
        #expect(state.order == ["0"] + (1_506...1_545).map { "\($0)" })
        #expect(Set(state.records.keys) == Set(state.order))
    }

    @Test("is refused if its interval is shorter than a frame, and says how short it may be")
    func tooFast() async throws {
        try await withSlowShutter { jobs, _ in
            jobs.shutter.status.change { $0.nominalInterval = 3_000 }
            let detail = "32 ms between stills is shorter than a frame of this camera: it is at least 33 ms"
            #expect(throws: Problem.badRequest(detail)) {
                try jobs.begin(StillRequest(count: 2, everyMilliseconds: 32))
            }
            for request in [
                StillRequest(count: 2, everyMilliseconds: 33), StillRequest(count: 2, everyMilliseconds: 0),
                StillRequest(count: 1, everyMilliseconds: 1),
            ] {
                let job = try jobs.begin(request)
                _ = try await jobs.cancel(job.id)
            }
        }
    }

    @Test("leaves out what it cannot take in time, says so, and shifts nothing behind it")
    func skipped() async throws {
        try await withSlowShutter { jobs, store in
            let begun = try jobs.begin(StillRequest(count: 20, everyMilliseconds: 100))
            try await eventually("it is done") { try jobs.job(begun.id).isOver }
            let job = try jobs.job(begun.id)
            #expect(job.phase == .done && job.problem == nil)
            #expect(job.skipped > 0 && job.skipped + job.taken == 20)
            let stills = try await store.list(after: nil, limit: 100)
            #expect(stills.map(\.id) == job.stills)
            let first = try #require(stills.first)
            for still in stills {
                // Each still is of a moment on the beat, and shows the right frame for it.
                #expect((still.askedAt - first.askedAt) % 100_000_000 == 0)
                #expect(abs(still.skew) <= 20_000_000 && !still.clamped)
            }
        }
    }

    @Test("moves the moments of a series to which the clock was compared again, and tells how wrong they may be")
    func moved() async throws {
        try await withSlowShutter { jobs, store in
            let start = monotonicNanoseconds()
            let begun = try jobs.begin(
                StillRequest(pressedAt: start, pressUncertainty: 1_000, count: 3, everyMilliseconds: 1_000))
            try await eventually("the first is taken") { try jobs.job(begun.id).taken == 1 }
            _ = try jobs.move(begun.id, StillJobChange(startsAt: start + 300_000_000, uncertainty: 2_000))
            let problem = #expect(throws: Problem.self) {
                try jobs.move(begun.id, StillJobChange(startsAt: start + 5_000_000_000))
            }
            #expect(problem?.status == 409)
            try await eventually("it is done") { try jobs.job(begun.id).isOver }
            let stills = try await store.list(after: nil, limit: 9)
            try #require(stills.count == 3)
            #expect(stills.map { $0.askedAt - stills[0].askedAt } == [0, 1_300_000_000, 2_300_000_000])
            #expect(stills[0].uncertainty == 1_000)
            // 2,000, and 100 millionths of the 1 to 2 s since.
            #expect(stills[1...].allSatisfy { (2_000...252_000).contains($0.uncertainty) })
            #expect(stills[2].uncertainty == stills[1].uncertainty + 100_000)
            #expect(try jobs.move(begun.id, StillJobChange(startsAt: 1)).phase == .done)
            let unknown = #expect(throws: Problem.self) { try jobs.move("x", StillJobChange(startsAt: 1)) }
            #expect(unknown?.status == 404)
        }
    }

    @Test("names its ten thousandth still so, and has it behind the one before")
    func tenThousandth() async throws {
        try await withSlowShutter { jobs, store in
            let (shutter, request) = (jobs.shutter, StillRequest(count: 10_000, everyMilliseconds: 100))
            for number in [10_000, 9_999] {
                let press = monotonicNanoseconds()
                let order = Shutter.Order(
                    job: "job", number: number, press: press, uncertainty: 0, request: request,
                    values: ExposureValues())
                let still = try await shutter.develop(shutter.expose(press, for: request), order)
                #expect(still.id == "job-\(number)" && still.name == "job-\(number).jpg")
            }
            #expect(store.list(ofJob: "job") == ["job-9999", "job-10000"])
            #expect(try await store.list(after: nil, limit: 2).map(\.id) == ["job-9999", "job-10000"])
            #expect(try await store.list(after: "job-9999", limit: 2).map(\.id) == ["job-10000"])
        }
    }

    @Test("has an id that no still has, although the clock shows a second again")
    func anew() async throws {
        try await withSlowShutter { jobs, store in
            let (shutter, request, second) = (jobs.shutter, StillRequest(), Int64(1_795_000_000) * 1_000_000_000)
            var state = StillJobs.State()
            let first = jobs.identifier(&state, at: second)
            let press = monotonicNanoseconds()
            let order = Shutter.Order(
                job: first, number: 1, press: press, uncertainty: 0, request: request, values: ExposureValues())
            _ = try await shutter.develop(shutter.expose(press, for: request), order)
            // The box was restarted.
            state = StillJobs.State()
            let other = jobs.identifier(&state, at: second)
            #expect(other != first && other.prefix(16) == first.prefix(16))
            #expect(store.list(ofJob: first).count == 1)
        }
    }

    @Test("fails where the nearest picture is further from the press than was asked for")
    func tolerance() async throws {
        try await withSlowShutter { jobs, _ in
            let old = monotonicNanoseconds() - 20_000_000_000
            let problem = await #expect(throws: Problem.self) {
                _ = try await jobs.shutter.expose(old, for: StillRequest(count: 2, tolerance: 1_000_000_000))
            }
            #expect(problem?.status == 404 && problem?.detail.contains("ms away") == true)
            await #expect(throws: Problem.self, "while nothing is captured") {
                _ = try await jobs.shutter.expose(old, for: StillRequest(count: 2))
            }
            jobs.shutter.status.change { $0.phase = .running }
            let clamped = try await jobs.shutter.expose(old, for: StillRequest(count: 2))
            #expect(clamped.clamped)
            let gone = SeenFrame(epoch: 1, tick: Tick(nanoseconds: old).rawValue)
            await #expect(throws: Problem.self, "of a frame that the footage has not") {
                _ = try await jobs.shutter.expose(old, for: StillRequest(seen: gone, tolerance: 1_000_000_000))
            }
            #expect(try await jobs.shutter.expose(old, for: StillRequest(seen: gone)).clamped)
        }
    }

    @Test("goes on after a restart on its beat, and leaves out what fell into the time between")
    func resumed() async throws {
        try await withSlowShutter { jobs, store in
            // The stills are due 4.4, 2.4 and 0.4 s ago, and in 1.6 s.
            let (interval, id): (Int64, String) = (2_000_000_000, "20261121T050913Z-00001")
            let start = wallNanoseconds() - 4_400_000_000
            await jobs.book.keep(
                SeriesBook.Entry(id: id, request: StillRequest(count: 4, everyMilliseconds: 2_000), start: start))
            await jobs.resume()
            #expect(try jobs.job(id).skipped == 3)
            try await eventually("it is over") { try jobs.job(id).isOver }
            let stills = try await store.list(after: nil, limit: 9)
            let still = try #require(stills.first)
            #expect(still.id == "\(id)-0004" && stills.count == 1)
            // Each still reads both clocks again; the time between the two readings is not part of the beat.
            let distance = wallNanoseconds() - monotonicNanoseconds()
            #expect(abs(still.askedAt + distance - start - 3 * interval) < 400_000_000)
            try await eventually("it does not go on once more") { await jobs.book.entries().isEmpty }
        }
    }

    @Test("is over after a restart behind its last moment, and says how many were skipped")
    func missed() async throws {
        try await withSlowShutter { jobs, _ in
            let (id, request) = ("20261121T050913Z-00001", StillRequest(count: 4, everyMilliseconds: 2_000))
            await jobs.book.keep(
                SeriesBook.Entry(id: id, request: request, start: wallNanoseconds() - 60_000_000_000))
            await jobs.note(1, of: id, request)
            await jobs.resume()
            let job = try jobs.job(id)
            #expect(job.phase == .done && job.taken == 1 && job.skipped == 3)
            #expect(await jobs.book.entries().isEmpty)
        }
    }

    @Test("goes on behind what was taken before and is on a recorder only, and counts it")
    func delivered() async throws {
        try await withSlowShutter { jobs, store in
            // The clock went back: all stills seem to be due later than the last one that was taken.
            let id = "20261121T050913Z-00001"
            let request = StillRequest(count: 4, everyMilliseconds: 2_000)
            await jobs.book.keep(SeriesBook.Entry(id: id, request: request, start: wallNanoseconds()))
            for number in 1...2 { await jobs.note(number, of: id, request) }
            let entry = try #require(await jobs.book.entries().first)
            #expect(entry.taken == 2 && entry.last == 2)
            await jobs.resume()
            #expect(try jobs.job(id).taken == 2 && jobs.job(id).skipped == 0)
            try await eventually("it is over") { try jobs.job(id).isOver }
            #expect(try jobs.job(id).taken == 4)
            #expect(try await store.list(after: nil, limit: 9).map(\.id) == ["\(id)-0003", "\(id)-0004"])
        }
    }

    @Test("ends where it is cancelled; what was exposed is developed")
    func cancelled() async throws {
        try await withSlowShutter { jobs, store in
            let begun = try jobs.begin(StillRequest(count: 100, everyMilliseconds: 200))
            try await eventually("one is there") { try !jobs.job(begun.id).stills.isEmpty }
            _ = try await jobs.cancel(begun.id)
            try await eventually("it is over") { try jobs.job(begun.id).isOver }
            let job = try jobs.job(begun.id)
            #expect(job.phase == .cancelled && job.stills.count < 10)
            #expect(try await store.list(after: nil, limit: 100).map(\.id) == job.stills)
            #expect(jobs.shutterState.busy.isEmpty)
        }
    }

    @Test("does not go on after a restart once the cancellation was acknowledged")
    func cancelledDurably() async throws {
        try await withSlowShutter { jobs, _ in
            let begun = try jobs.begin(StillRequest(count: 500, everyMilliseconds: 2_000))
            try await eventually("it is kept") { await jobs.book.entries().count == 1 }
            _ = try await jobs.cancel(begun.id)
            let kept = await jobs.book.entries()
            #expect(kept.isEmpty)
        }
    }

    @Test("is not kept again by its beginning or its stills after it was forgotten")
    func forgotten() async throws {
        try await withSlowShutter { jobs, _ in
            let request = StillRequest(count: 500, everyMilliseconds: 2_000)
            let entry = SeriesBook.Entry(id: "20261121T050913Z-00001", request: request, start: wallNanoseconds())
            await jobs.book.keep(entry) { true }
            await jobs.note(1, of: entry.id, request)
            let unkept = await jobs.book.entries()
            await jobs.book.keep(entry)
            await jobs.book.forget(entry.id)
            await jobs.note(1, of: entry.id, request)
            let forgotten = await jobs.book.entries()
            #expect(unkept.isEmpty && forgotten.isEmpty)
        }
    }
}
