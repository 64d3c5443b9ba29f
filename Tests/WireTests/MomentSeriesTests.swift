// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@Suite("A series of several cameras")
struct MomentSeriesTests {
    private let cameras = ["a", "b"].map {
        MomentSeries.Camera(camera: $0, name: "camera \($0)", job: StillJob(id: "job-\($0)", count: 3, secondsLeft: 2))
    }

    private func series(by cameras: [MomentSeries.Camera]? = nil) -> MomentSeries {
        let away = MomentSeries.Camera(camera: "c", name: "camera c", problem: "away")
        let request = MomentRequest(timerSeconds: 2, count: 3, everyMilliseconds: 500)
        return MomentSeries(id: "m1", at: 1_000_000_000, of: request, by: cameras ?? self.cameras + [away])
    }

    private func still(_ number: Int, of camera: String, skew: Int64 = 0) -> Still {
        let at = 1_000_000_000 + Int64(number - 1) * 500_000_000
        return Still(
            id: "job-\(camera)-000\(number)", job: "job-\(camera)", name: "x.jpg", camera: camera, type: "image/jpeg",
            width: 1,
            height: 1, bytes: 1, sha256: "", askedAt: at, shownAt: at + skew, tick: 0, epoch: 1, skew: skew,
            uncertainty: 5,
            clamped: false, source: .ring, save: .both, recipients: [])
    }

    private func job(_ camera: String, _ phase: StillJob.Phase, taken: Int = 0) -> StillJob {
        var job = StillJob(id: "job-\(camera)", count: 3, secondsLeft: 0)
        (job.phase, job.taken) = (phase, taken)
        return job
    }

    @Test("is in the phase of the camera that has most before it, and over when each one is")
    func phases() {
        var series = series()
        #expect(series.phase == .countdown && series.secondsLeft == 2 && !series.isOver)
        let heard1 = series.hear(job("a", .taking), of: "a")
        #expect(heard1)
        #expect(series.phase == .countdown)
        let heard2 = series.hear(job("b", .taking, taken: 1), of: "b")
        #expect(heard2)
        let heard3 = series.hear(job("b", .taking, taken: 1), of: "b")
        #expect(!heard3)
        #expect(series.phase == .taking && series.secondsLeft == 0)
        let heard4 = series.hear(job("a", .done, taken: 3), of: "a")
        #expect(heard4)
        #expect(series.phase == .taking)
        let heard5 = series.hear(job("b", .cancelled, taken: 1), of: "b")
        #expect(heard5)
        #expect(series.phase == .cancelled && series.isOver)
        // An event that is older than the end of a job.
        let heard6 = series.hear(job("b", .taking, taken: 1), of: "b")
        #expect(!heard6)
        let nobody = [MomentSeries.Camera(camera: "c", name: "c", problem: "away")]
        #expect(self.series(by: nobody).phase == .failed && self.series(by: nobody).isOver)
    }

    @Test("puts stills into their moments, whatever order they come in, and tells the spread of each")
    func moments() {
        var series = series()
        for (number, camera, skew) in [(2, "b", Int64(7)), (1, "a", 0), (3, "a", -1), (2, "a", -2), (1, "b", 4)] {
            let heard7 = series.hear(still(number, of: camera, skew: skew), of: camera, file: "\(camera)\(number)")
            #expect(heard7)
        }
        let heard8 = series.hear(still(2, of: "b"), of: "b")
        #expect(!heard8)
        #expect(series.moments.map(\.number) == [1, 2, 3])
        #expect(series.moments.map(\.at) == [1_000_000_000, 1_500_000_000, 2_000_000_000])
        #expect(series.moments.map { $0.shots.map(\.file) } == [["a1", "b1"], ["a2", "b2"], ["a3"]])
        #expect(series.moments.map(\.spread) == [4, 9, nil])
        #expect(series.page(after: 1, limit: 1).moments.map(\.number) == [2])
        #expect(series.announced.moments.isEmpty && series.announced.cameras == series.cameras)
    }

    @Test("takes no word of a camera that is not of the series, or for another camera")
    func strangers() {
        var series = series()
        var other = still(1, of: "a")
        other.job = "another"
        let foreign = [
            series.hear(still(1, of: "a"), of: "b"), series.hear(other, of: "a"),
            series.hear(still(4, of: "a"), of: "a"),
            series.hear(still(0, of: "a"), of: "a"), series.hear(job("a", .done), of: "b"),
            series.hear(job("c", .done), of: "c"),
        ]
        #expect(foreign.allSatisfy { !$0 } && series == self.series())
        var loud = job("a", .failed)
        loud.problem = String(repeating: "x", count: 1_000_000)
        loud.stills = ["y"]
        let heard9 = series.hear(loud, of: "a")
        #expect(heard9)
        #expect(series.cameras[0].job?.problem?.count == 200 && series.cameras[0].job?.stills == [])
    }

    @Test("knows stills of two cameras apart that have one id")
    func twins() {
        let twins = ["a", "b"].map {
            MomentSeries.Camera(camera: $0, name: $0, job: StillJob(id: "job-a", count: 3, secondsLeft: 0))
        }
        var series = series(by: twins)
        let (first, second) = (
            series.hear(still(1, of: "a"), of: "a"), series.stills(of: "b").isEmpty
        )
        let third = series.hear(still(1, of: "a"), of: "b")
        #expect(first && second && third)
        #expect(series.stills(of: "a") == series.stills(of: "b") && series.moments[0].shots.count == 2)
    }
}
