// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import Recorder

@Suite("The series of a recorder")
struct MomentBookTests {
    private func cameras(_ names: String...) -> [MomentSeries.Camera] {
        names.map { MomentSeries.Camera(camera: $0, name: $0, job: StillJob(id: "j-\($0)", count: 2, secondsLeft: 0)) }
    }

    private func job(_ camera: String, _ phase: StillJob.Phase, taken: Int) -> StillJob {
        var job = StillJob(id: "j-\(camera)", count: 2, secondsLeft: 0)
        (job.phase, job.taken) = (phase, taken)
        return job
    }

    @Test("keep the jobs that go on in step, and publish what changes")
    func paces() throws {
        let feed = EventFeed()
        let book = MomentBook(events: feed)
        let request = MomentRequest(pressUncertainty: 7, count: 2, everyMilliseconds: 500)
        let series = book.begin(request, start: 100, at: 1_000, by: cameras("a", "b"))
        #expect(book.paces(of: "a") == [MomentBook.Pace(job: "j-a", start: 100, uncertainty: 7, count: 2, taken: 0)])
        book.hear(job("a", .done, taken: 2), of: "a")
        #expect(book.paces(of: "a").isEmpty && book.paces(of: "b").count == 1)
        #expect(book.running.map(\.id) == [series.id])
        book.hear(job("b", .cancelled, taken: 1), of: "b")
        #expect(book.running.isEmpty)
        #expect(try book.series(series.id).cameras.map { $0.job?.taken } == [2, 1])
        let problem = #expect(throws: Problem.self) { try book.series("m9") }
        #expect(problem?.status == 404)
    }

    @Test("are forgotten when they are over and many, never while they go on")
    func forgotten() throws {
        let book = MomentBook(events: EventFeed())
        let request = MomentRequest(count: 10_000, everyMilliseconds: 500)
        let first = book.begin(request, start: 0, at: 0, by: cameras("a"))
        let second = book.begin(request, start: 0, at: 0, by: cameras("b"))
        let third = book.begin(request, start: 0, at: 0, by: cameras("c"))
        #expect(book.running.map(\.id) == [first.id, second.id, third.id])
        book.hear(job("b", .done, taken: 2), of: "b")
        let fourth = book.begin(request, start: 0, at: 0, by: cameras("d"))
        #expect(book.running.map(\.id) == [first.id, third.id, fourth.id])
        #expect(throws: Problem.self) { try book.series(second.id) }
    }
}
