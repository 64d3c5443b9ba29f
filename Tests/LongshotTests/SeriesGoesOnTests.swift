// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import longshot

@Suite("A series whose camera is lost")
struct SeriesGoesOnTests {
    private func words(
        id: String = "20261126T124615Z-00003", save: SavePreference = .camera, camera: String? = nil,
        home: String? = nil, output: String? = "lap"
    ) -> String {
        SeriesGoesOn(
            job: StillJob(id: id, count: 12, secondsLeft: 0), here: 5, save: save, camera: camera, home: home,
            output: output
        ).description
    }

    @Test("goes on by itself: the words say how many are here, and what fetches the rest")
    func told() {
        let text = words()
        #expect(text.contains("series 20261126T124615Z-00003 goes on there by itself"))
        #expect(text.contains("do not start it again. 5 of 12 stills are here."))
        #expect(text.contains("`longshot stills fetch 20261126T124615Z-00003 -o lap` fetches the rest"))
        let unfetched = words(camera: "front door", home: "/h", output: nil)
        #expect(unfetched.contains("5 of 12 stills had been taken. When it is over, "))
        #expect(unfetched.contains("fetch 20261126T124615Z-00003 --camera 'front door' --home /h` fetches"))
        #expect(!words(save: .recorder).contains("stills fetch"))
    }

    @Test("says how many of its stills were skipped meanwhile")
    func skipped() {
        var job = StillJob(id: "j", count: 12, secondsLeft: 0)
        #expect(job.skippedWords == nil)
        job.skipped = 1
        #expect(job.skippedWords?.hasPrefix("1 of 12 stills was skipped: the camera was away or late") == true)
        job.skipped = 3
        #expect(job.skippedWords?.hasPrefix("3 of 12 stills were skipped: ") == true)
    }

    @Test("is one with an interval of a second or more")
    func which() {
        #expect(StillRequest(count: 12, everyMilliseconds: 1_000).resumes)
        #expect(!StillRequest(count: 12, everyMilliseconds: 999).resumes)
        #expect(!StillRequest(count: 1, everyMilliseconds: 1_000).resumes)
    }

    @Test("ends the command as a node that cannot be reached")
    func status() {
        let job = StillJob(id: "j", count: 2, secondsLeft: 0)
        let error = SeriesGoesOn(job: job, here: 0, save: .both, camera: nil, home: nil, output: nil)
        #expect(ExitStatus.status(for: error) == .unavailable)
    }
}
